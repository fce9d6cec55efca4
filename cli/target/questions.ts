import type { Readable, Writable } from 'node:stream';
import { isCancel, password, select, text } from '@clack/prompts';
import { capabilitiesOf, isDeclaredAbsent, withAbsence, withoutAbsences } from '../../helpers/settings/absence.ts';
import { declared, type VariableName } from '../../helpers/settings/declarations/declarations.ts';
import { isLoopback } from '../../helpers/settings/safety/money-guard.ts';

/** Settings by name, as text. */
export type Answers = Readonly<Record<string, string>>;

/** Where questions are asked; the terminal of the process by default. */
interface Terminal {
  input?: Readable;
  output?: Writable;
  /** Cancels a question, like Ctrl-C. */
  signal?: AbortSignal;
}

interface Question {
  name: VariableName;
  /** The initial value when there is none yet. */
  proposed?: (answers: Answers) => string;
  /** Whether the question applies, given the earlier answers. */
  applies?: (answers: Answers) => boolean;
  /** Additional help. */
  hint?: () => string;
  /** The capability that an empty answer declares absent. */
  orElse?: string;
}

const isElsewhere = ({ BASE_URL = '' }: Answers): boolean => URL.canParse(BASE_URL) && !isLoopback(BASE_URL);
const hostOf = ({ BASE_URL = '' }: Answers): string => (URL.canParse(BASE_URL) ? new URL(BASE_URL).host : '');

/** The important settings, in the order of the questions. */
const questions: readonly Question[] = [
  { name: 'BASE_URL' },
  { name: 'STAGING_HOSTS', proposed: hostOf, applies: isElsewhere },
  {
    name: 'INSECURE_HOSTS',
    applies: (answers) => isElsewhere(answers) && answers['BASE_URL']?.startsWith('http:') === true,
  },
  { name: 'EXTRA_HEADERS', applies: isElsewhere },
  {
    name: 'CA_CERTIFICATE',
    hint: () => `A full path, or one relative to ${process.cwd()}.`,
    applies: isElsewhere,
  },
  { name: 'SECRET_KEY' },
  { name: 'PUBLISHABLE_KEY' },
  { name: 'CURRENCY' },
  { name: 'MOBILE_MONEY_NUMBER' },
  { name: 'OPERATOR_A_CODE', orElse: 'operator-a' },
  { name: 'OPERATOR_B_CODE', orElse: 'operator-b' },
  { name: 'OPERATOR_C_CODE', orElse: 'operator-c' },
  { name: 'CALLBACK_CREATE_PATH' },
  { name: 'CALLBACK_ID', orElse: 'callbacks', applies: (answers) => !answers['CALLBACK_CREATE_PATH'] },
  {
    name: 'DISPOSABLE_CALLBACK_IDS',
    orElse: 'callback-deletion',
    applies: (answers) => !answers['CALLBACK_CREATE_PATH'] && Boolean(answers['CALLBACK_ID']),
  },
  { name: 'WEBHOOK_URL', orElse: 'webhooks', applies: isElsewhere },
  { name: 'MAX_REQUESTS_PER_SECOND', applies: isElsewhere },
];

/**
 * Asks for the important settings one by one, then offers to change answers. Masked settings are never shown.
 *
 * @param answers the current values, which Enter keeps
 * @param isSet whether a setting is given by a variable, and therefore not asked for
 * @returns undefined when the user cancels or the input ends
 */
export const askFor = async (
  answers: Answers,
  isSet: (name: string) => boolean,
  terminal: Terminal = {},
): Promise<Answers | undefined> => {
  const ended = new AbortController();
  const input = terminal.input ?? process.stdin;
  // In raw mode a terminal reports the end of input as the key Ctrl-D.
  const onKey = (_: unknown, key: { ctrl?: boolean; name?: string }) => key.ctrl && key.name === 'd' && ended.abort();
  input.on('keypress', onKey).once('end', () => ended.abort());
  try {
    return await askAll(answers, isSet, { ...terminal, signal: ended.signal });
  } finally {
    input.off('keypress', onKey);
  }
};

const askAll = async (
  answers: Answers,
  isSet: (name: string) => boolean,
  terminal: Terminal,
): Promise<Answers | undefined> => {
  let known: Answers = answers;
  for (const question of questions) {
    if (isSet(question.name) || question.applies?.(known) === false) continue;
    const answered = await ask(question, known, terminal);
    if (!answered) return undefined;
    known = answered;
  }
  for (;;) {
    const again = await select<Question | undefined>({
      ...terminal,
      message: 'Change an answer?',
      options: [
        { value: undefined, label: 'No, write the folder' },
        ...questions
          .filter((one) => !isSet(one.name) && one.applies?.(known) !== false)
          .map((value) => ({ value, label: `${value.name} ${shown(value, known)}` })),
      ],
    });
    if (isCancel(again)) return undefined;
    if (!again) return known;
    const answered = await ask(again, known, terminal);
    if (!answered) return undefined;
    known = answered;
  }
};

/** The questions without an answer, one line each. */
export const openQuestions = (answers: Answers, isSet: (name: string) => boolean): string[] =>
  questions
    .filter(({ name, applies }) => !answers[name] && !isSet(name) && applies?.(answers) !== false)
    .filter(({ orElse }) => !orElse || !isDeclaredAbsent(answers, orElse))
    .map((one) => messageOf(one) + (one.orElse ? ` Or else: NOT_APPLICABLE=${one.orElse}` : ''));

const settingOf = (name: VariableName) => declared.find(({ variable }) => variable === name);

const messageOf = ({ name, hint }: Question): string =>
  `${name}: ${settingOf(name)?.about ?? ''}${hint ? ` ${hint()}` : ''}`;

const isSecret = (name: string): boolean => declared.find(({ variable }) => variable === name)?.secret === 'masked';

const shown = ({ name }: Question, known: Answers): string =>
  known[name] ? (isSecret(name) ? '(given)' : known[name]) : '(empty)';

const ask = async (question: Question, known: Answers, terminal: Terminal): Promise<Answers | undefined> => {
  const { name, proposed, orElse } = question;
  const setting = settingOf(name);
  if (!setting) return known;
  const present = known[name] ?? '';
  const empty = orElse ? ` Empty: ${orElse} become${orElse.endsWith('s') ? '' : 's'} not applicable.` : '';
  const message = messageOf(question) + empty;
  const validate = (value: string | undefined): string | undefined => {
    const typed = value?.trim() ?? '';
    if (typed !== '') return setting.type.safeParse(typed).error?.issues[0]?.message;
    return setting.required && !present ? 'A real target requires this setting' : undefined;
  };
  const typed = isSecret(name)
    ? await password({ ...terminal, message: present ? `${message} Enter keeps it.` : message, validate })
    : await text({ ...terminal, message, initialValue: present || (proposed?.(known) ?? ''), validate });
  if (isCancel(typed)) return undefined;
  const value = (typed ?? '').trim() || (isSecret(name) ? present : '');
  const answered = withGiven(known, { [name]: value });
  if (!orElse || value !== '') return answered;
  return { ...answered, NOT_APPLICABLE: withAbsence(known['NOT_APPLICABLE'] ?? '', orElse) };
};

/** Adds settings to answers. Capabilities that these provide are no longer declared absent, unless they declare it. */
export const withGiven = (answers: Answers, given: Answers): Answers => {
  const { NOT_APPLICABLE: declaration } = answers;
  if (!declaration) return { ...answers, ...given };
  const present = capabilitiesOf(given).map(([, capability]) => capability);
  return { ...answers, NOT_APPLICABLE: withoutAbsences(declaration, present), ...given };
};
