import { eachExchange, type Difference } from '../../helpers/evidence/check-result.ts';
import { answersIn, endpointIn, exchangeOf, isField, tellingOf } from './cause-words.ts';
import type { RuleCase, RuleResult } from './results-schema.ts';

// Broken rules with what tells whether they are broken by one cause.

/** A broken rule with what is compared. */
export interface Broken {
  readonly rule: RuleResult;
  readonly cases: readonly RuleCase[];
  readonly tests: ReadonlySet<string>;
  /** How its cases differ, and each of these differences as one text. */
  readonly differences: readonly Difference[];
  readonly kinds: ReadonlySet<string>;
  /** What came in which part of an answer, whatever was expected of it; of these, what came in a field. */
  readonly came: ReadonlySet<string>;
  readonly cameInFields: ReadonlySet<string>;
  /** The exchanges that show it, endpoints, also at the end of a story, what a callback shows, and what was answered. */
  readonly exchanges: ReadonlySet<string>;
  readonly endpoints: ReadonlySet<string>;
  readonly lasts: ReadonlySet<string>;
  readonly stored: ReadonlySet<string>;
  readonly answers: ReadonlySet<string>;
  readonly oddWords: ReadonlySet<string>;
  /** Statuses that the interface names nowhere, each with one that was due; and what came in place of timestamps. */
  readonly unnamed: ReadonlySet<string>;
  readonly misdated: ReadonlySet<string>;
}

export const brokenOf = (rule: RuleResult): Broken | [] => {
  if (rule.verdict !== 'fail') return [];
  const cases = rule.cases.filter(({ verdict }) => verdict === 'fail');
  const tests = rule.tests.filter(({ verdict }) => verdict === 'fail').map(({ file, title }) => `${file} ${title}`);
  const telling = tellingOf(cases);
  const firsts = telling.flatMap(({ differences: [first] }) => first ?? []);
  const exchanges = telling.flatMap((one) => exchangeOf(one) ?? []);
  return {
    rule,
    cases,
    tests: new Set(tests),
    differences: firsts,
    kinds: new Set(firsts.map((one) => JSON.stringify(one))),
    came: new Set(firsts.map(cameIn)),
    cameInFields: new Set(firsts.filter(({ field }) => isField(field)).map(cameIn)),
    exchanges: new Set(exchanges.map(({ sent, came, curl }) => `${sent}\n${came}\n${curl}`)),
    endpoints: new Set(exchanges.flatMap((one) => endpointIn(one) ?? [])),
    lasts: new Set(telling.flatMap(({ evidence }) => (evidence && endpointIn(evidence)) ?? [])),
    stored: new Set(telling.flatMap(storedIn)),
    answers: new Set(exchanges.flatMap(answersIn)),
    oddWords: new Set(telling.flatMap(oddWordsIn)),
    unnamed: new Set(firsts.filter(isUnnamed).flatMap(eachDue)),
    misdated: new Set(firsts.filter(isMisdated).map(({ received }) => received)),
  };
};

/** Whether a status is one that the interface names nowhere, and does not say that an endpoint is absent. */
const isUnnamed = ({ field, received }: Difference): boolean =>
  field === 'HTTP status' && !/^HTTP (?:200|400|401|404|405|5..)$/.test(received);
const eachDue = ({ expected, received }: Difference): string[] =>
  expected.split(' or ').map((due) => `${received}, not ${due}`);
const isMisdated = ({ expected, received }: Difference): boolean =>
  expected.startsWith('a timestamp') && received !== 'absent';

/** What breaks on each exchange alone, and what section 7 says of all errors, says less than the rule of a request. */
export const isEverywhere = ({ rule, cases }: Broken): boolean =>
  rule.sections[0] === '7' || isOnEachExchange({ cases });
export const isOnEachExchange = ({ cases }: Pick<Broken, 'cases'>): boolean =>
  cases.every((one) => one.case === eachExchange);

/** Whether some refuse or answer otherwise what is valid, one of them perhaps because it took effect, and is sent again. */
export const areRefused = (...both: readonly Broken[]): boolean =>
  both.every(isOtherwise) &&
  both.some(({ differences }) => differences.some(({ received }) => received === 'HTTP 404'));
/** A right key that is refused is refused everywhere, and what follows says nothing. */
export const isKeyRefused = (one: Broken): boolean => one.came.has('HTTP status HTTP 401');
/** Whether refusals have neither of the two bodies of section 7. */
export const isBare = ({ differences, answers }: Broken): boolean =>
  differences.every(({ field, received }) => /^(?:error|message)$/.test(field) && received === 'absent') &&
  answers.size > 0 &&
  [...answers].every((answer) => / HTTP 4..$/.test(answer));
export const isRefused = ({ differences }: Broken): boolean =>
  differences.every(({ expected, received }) => expected === 'HTTP 200' && received.startsWith('HTTP 4'));

const isOtherwise = ({ differences }: Broken): boolean =>
  differences.every(({ expected, received }) => expected === 'HTTP 200' && /^HTTP [24]/.test(received));

/** The fields of answers in which a rule is broken. */
export const fieldsOf = ({ differences }: Broken): Set<string> =>
  new Set(differences.flatMap((one) => [...namesOf(one)]));
export const namesOf = ({ field }: Difference): Set<string> => new Set(isField(field) ? field.split(', ') : []);

/** Whether fields have other values than they should, and all of them are of the right type. */
export const isOtherValue = ({ differences }: Broken): boolean => differences.every(differs);
const differs = ({ expected, received }: Difference): boolean =>
  received === expected ||
  ['fields', 'another', 'repeated'].includes(received) ||
  (expected.startsWith('"') && (received === 'string' || received.startsWith('"')));

export const isDiverted = ({ differences }: Broken): boolean =>
  differences.some(({ field }) => /^(?:HTTP status|page|arrival)$/.test(field));
/** Whether a rule differs in the status and, in other cases, in a field: it may show two causes. */
export const isMixed = (one: Broken): boolean => isDiverted(one) && fieldsOf(one).size > 0;
/** Whether a field is absent in an answer that was refused, and would be there otherwise. */
export const lacksIt = ({ differences: [first], evidence }: RuleCase): boolean =>
  first?.received === 'absent' &&
  !/^(?:error|message)$/.test(first.field) &&
  evidence?.came.startsWith('HTTP 4') === true;

/**
 * The fields of a callback that a fetch shows otherwise than expected. They are stored, so that one mistake shows wherever
 * they are compared.
 */
const storedIn = ({ evidence, message, differences: [first] }: RuleCase): string[] => {
  if (!evidence || !endpointIn(evidence)?.startsWith('GET /v1/callback')) return [];
  const { field = '' } = first ?? {};
  const compared = message?.match(/(?<=^ {2}- )[\w.]+(?= is )/gm) ?? [];
  const named = isField(field) ? field.split(', ') : (field.match(/\b[a-z]+(?:_[a-z]+)+/g) ?? []);
  // Without the callback none of its fields is there.
  const parts = named.includes('callback')
    ? ['is_active', 'failure_count', 'last_triggered', 'date_created', 'date_updated']
    : [];
  return [...named, ...compared, ...parts].map((name) => name.replace('callback.', ''));
};

/** Words that came and were not expected: the same wrong value shows in them, whatever rule compares it. */
const oddWordsIn = ({ message, differences: [first] }: RuleCase): string[] => {
  const lines = (message ?? '').split('\n');
  const said = lines.find((line) => line.startsWith('  - '))?.slice(4);
  const [came = '', due = ''] = said
    ? said.split(', not ')
    : (['Received: ', 'Expected: '].map((label) =>
        lines.find((line) => line.startsWith(label))?.slice(10),
      ) as string[]);
  const wordsOf = (text: string): string[] => text.match(/[\p{L}\d][\p{L}\d_.-]{3,}/gu) ?? [];
  const expected = new Set([...wordsOf(due), ...wordsOf(first?.field ?? '')]);
  return wordsOf(came).filter((word) => !expected.has(word));
};

/** A message without a label does not name the field either. */
const cameIn = ({ field, received }: Difference): string =>
  `${field} ${received === 'no label' ? 'not named' : received}`;
