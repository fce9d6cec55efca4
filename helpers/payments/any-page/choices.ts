import type { Customer } from '../checkout-page.ts';
import { isUsable } from './fields.ts';
import { isNumberToDial, isOwnNumber, isPayable, speaksOfPhone, tooMuch, unlisted } from './limits.ts';
import { wantedOutcome, type Intention, type Memory, type Move } from './memory.ts';
import type { Control, Scene } from './scene/scene.ts';
import { endAgreedTo } from './scene/test-values.ts';
import {
  isMethod,
  isMobileMoney,
  isMoney,
  isOperator,
  isPlaceholder,
  outcomeOf,
  wordsOf,
  type Outcome,
} from './scene/vocabulary.ts';

/** A question with predefined answers: a radio group or a select. */
interface Question {
  hints: string;
  answers: Answer[];
}

interface Answer {
  text: string;
  /** The shown text and the sent value. */
  parts: string[];
  chosen: boolean;
  move: Move;
}

/** The next question to answer, with the answer that serves the intention. */
export const nextChoice = (
  scene: Scene,
  intention: Intention,
  customer: Customer,
  memory: Memory,
): Move | undefined => {
  for (const question of questionsOf(scene)) {
    const answer = answerTo(question, intention, customer, memory, hasAmountField(scene));
    if (answer?.chosen && answer.move.means === 'outcome') memory.steered = true;
    if (answer && !answer.chosen && memory.times(answer.move.key) < 2) return answer.move;
  }
  return nextList(scene, customer, memory) ?? nextTick(scene, intention, memory);
};

/** Describes answers that must not be used for a payment, for questions without an acceptable one. */
export const strayAnswers = (scene: Scene, customer: Customer): string[] =>
  questionsOf(scene).flatMap((question) => {
    const { answers } = question;
    const chosen = answers.find((answer) => answer.chosen);
    const stray = (chosen ? [chosen] : answers).map((answer) => strayIn(answer, question, customer));
    const isAsked = chosen || !asksAmount(question) || !hasAmountField(scene);
    return isAsked && stray.every((one) => one !== undefined) ? stray.slice(0, 1) : [];
  });

/** Why an answer must not be given. */
const strayIn = ({ text, parts }: Answer, question: Question, customer: Customer): string | undefined => {
  const { hints } = question;
  if (isOutcomeQuestion(question)) return undefined;
  if (asksAmount(question)) {
    const amount = isMoney(text) ? parts.find((part) => !isPayable(part, customer)) : undefined;
    return amount && tooMuch(text, amount, customer);
  }
  if (asksCurrency(question)) {
    const isOurs = parts.some((part) => codeIn(part) === customer.currency);
    return isOurs ? undefined : `the page charges in ${codeIn(text)}; CURRENCY is ${customer.currency}, correct it`;
  }
  const number = parts.find(
    (part) => (isNumberToDial(part) || speaksOfPhone(wordsOf(hints))) && !isOwnNumber(part, customer),
  );
  return number && unlisted(text, number);
};

/** Whether the page asks for the outcome of the payment. */
export const asksOutcome = (scene: Scene): boolean => questionsOf(scene).some(isOutcomeQuestion);

/** Whether the page asks for the payment method. */
export const asksMethod = (scene: Scene, { operatorCodes }: Customer): boolean =>
  questionsOf(scene).some(({ answers }) =>
    answers.some(({ text }) => isOperator(text, operatorCodes) || isMethod(text)),
  );

const answerTo = (question: Question, intention: Intention, customer: Customer, memory: Memory, typed: boolean) => {
  const answers = question.answers.filter((answer) => !strayIn(answer, question, customer));
  const chosen = answers.find((answer) => answer.chosen);
  if (isOutcomeQuestion(question)) {
    const wanted = answers.find((answer) => endOf(answer, question) === wantedOutcome[intention]);
    if (wanted) return { ...wanted, move: { ...wanted.move, means: 'outcome' as const } };
    // Cancelling may be possible only in a later step; a failure is the safe answer until then.
    return intention === 'cancel' && !chosen ? answers.find((answer) => endOf(answer, question) === 'fail') : undefined;
  }
  if (asksAmount(question)) {
    const first = chosen && !memory.ownAmount ? chosen : answers.find(({ text }) => isMoney(text));
    const mustChange = question.answers.some((answer) => answer.chosen && !answers.includes(answer));
    if (!first) memory.withheld ??= strayAnswerOf(question, customer);
    if ((!mustChange && (typed || memory.amountSet)) || !first) return undefined;
    if (first.chosen) memory.amountSet = true;
    return { ...first, move: { ...first.move, means: 'amount' as const } };
  }
  const known = ({ text }: { text: string }) => isOperator(text, customer.operatorCodes);
  if (chosen && (known(chosen) || !answers.some(known))) {
    const mobile = answers.find(({ text }) => isMobileMoney(text));
    return isMethod(chosen.text) && !isMobileMoney(chosen.text) && mobile ? mobile : chosen;
  }
  return answers.find(known) ?? answers.find(({ text }) => isMobileMoney(text)) ?? answers[0];
};

const strayAnswerOf = (question: Question, customer: Customer): string | undefined =>
  question.answers.map((answer) => strayIn(answer, question, customer)).find((one) => one !== undefined);

const currencies = new Set(Intl.supportedValuesOf('currency'));
const codeIn = (text: string): string | undefined => /\b[A-Z]{3}\b/.exec(text)?.[0];
const asksCurrency = ({ hints, answers }: Question): boolean =>
  answers.length > 0 &&
  (answers.length > 1 || /\bcurrency\b/.test(wordsOf(hints))) &&
  answers.every(({ parts }) => parts.some((part) => currencies.has(codeIn(part) ?? '') || codeIn(part) === 'XTS'));

const isOutcomeQuestion = (question: Question): boolean => {
  const { hints, answers } = question;
  const ends = new Set(answers.map((answer) => endOf(answer, question)).filter((end) => end !== undefined));
  return ends.size > 1 || (ends.size === 1 && asksForOutcome.test(hints));
};
const endOf = ({ text }: Answer, { hints }: Question): Outcome | undefined =>
  outcomeOf(text) ?? endAgreedTo(hints, text);
const asksForOutcome = /\b(outcome|result|simulat\w*|response|scenario)\b/i;

/** Numeric answers are amounts, unless they are months, years or dialling codes. */
const asksAmount = ({ hints, answers }: Question): boolean =>
  answers.filter(({ text }) => isMoney(text)).length >= 2 &&
  !answers.some(({ text, parts }) => text.includes('+') || parts.some(isNumberToDial)) &&
  !/\b(country|dial\w*|code|prefix|expir\w*|month|year|day|date|quantity)\b/.test(wordsOf(hints));

const hasAmountField = (scene: Scene): boolean =>
  scene.controls.some(
    (one) => one.kind === 'text' && /\b(amount|sum|total)\b/.test(wordsOf(`${one.name} ${one.hints}`)),
  );

const questionsOf = (scene: Scene): Question[] => {
  const usable = scene.controls.filter(isUsable);
  const radios = new Map<string, Control[]>();
  for (const one of usable.filter(({ kind }) => kind === 'radio')) {
    const group = `${one.document} ${one.group}`;
    radios.set(group, [...(radios.get(group) ?? []), one]);
  }
  return [...usable.filter((one) => one.kind === 'select').map(ofSelect), ...[...radios].map(ofRadios)];
};

const textOf = (shown: string, sent: string): Pick<Answer, 'text' | 'parts'> => ({
  text: `${shown} ${sent}`.trim(),
  parts: [shown, sent],
});

const ofRadios = ([group, radios]: [string, Control[]]): Question => ({
  hints: radios.map((one) => one.hints).join(' '),
  answers: radios.map((control) => ({
    ...textOf(control.name, control.type === 'radio' && control.value !== 'on' ? control.value : ''),
    chosen: control.checked,
    move: { act: 'press', control, key: `choose ${group} ${control.name} ${control.value}` },
  })),
});

const ofSelect = (control: Control): Question => ({
  hints: `${control.name} ${control.hints}`,
  answers: control.options.flatMap((option, index) => {
    if (option.disabled || isPlaceholder(option)) return [];
    const key = `choose ${control.document} ${control.name} ${control.hints} ${option.value}`;
    const chosen = option.value === control.value;
    return [{ ...textOf(option.text, option.value), chosen, move: { act: 'select', control, option: index, key } }];
  }),
});

/**
 * The next list of answers to open if it is required or relevant, or the next collapsed section with test controls.
 */
const nextList = ({ controls }: Scene, { operatorCodes }: Customer, memory: Memory): Move | undefined => {
  for (const [index, control] of controls.filter(({ opens, unfolds }) => opens || unfolds).entries()) {
    const key = `open ${control.document} ${control.opens ? index : control.name}`;
    const words = wordsOf(`${control.name} ${control.hints}`);
    const asks = control.required || /\b(select|choose|pick)\b/.test(words) || asksForOutcome.test(words);
    const matters = control.opens
      ? asks || isMethod(words) || isOperator(control.name, operatorCodes)
      : isOfTest.test(wordsOf(control.name));
    if (isUsable(control) && !control.checked && matters && memory.times(key) === 0) {
      return { act: 'press', control, key };
    }
  }
  return undefined;
};

const isOfTest = /\b(test(s|ing)?|sandbox|simulat\w*|developers?|debug|outcome|scenario)\b/;

/** The next checkbox to tick or clear: consent, or one that simulates an outcome. */
const nextTick = (scene: Scene, intention: Intention, memory: Memory): Move | undefined => {
  for (const control of scene.controls.filter((one) => one.kind === 'checkbox' && isUsable(one))) {
    const words = wordsOf(control.name || control.hints);
    const consent =
      control.required ||
      /^i (hereby )?(authori[sz]e|allow|permit)\b|\b(agree|accept|terms|consent|confirm|acknowledge|understand|read)\b/.test(
        words,
      );
    const outcome = consent ? undefined : outcomeOf(words);
    const ticked = outcome ? outcome === wantedOutcome[intention] : consent || control.checked;
    if (outcome && ticked && control.checked) memory.steered = true;
    const key = `tick ${control.document} ${control.name} ${ticked}`;
    if (ticked === control.checked || memory.times(key) > 1) continue;
    return { act: 'press', control, key, means: outcome && ticked ? 'outcome' : undefined };
  }
  return undefined;
};
