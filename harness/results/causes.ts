import { eachExchange, type Difference, type Evidence } from '../../helpers/evidence/check-result.ts';
import { operators } from '../../interface/messages/requests.ts';
import type { Results, RuleCase, RuleResult } from './results-schema.ts';
import { counted } from './text.ts';

/** Rules that are broken together, because of one thing that the service does wrong. */
export interface Cause {
  /** The rule that shows it best, and the others. */
  readonly rule: RuleResult;
  readonly further: readonly RuleResult[];
  /** What the service does, in the words of the interface. */
  readonly what: string;
  /** What is expected, where the heading does not say it. */
  readonly how: string | undefined;
  /** The case that shows it best: the one of the evidence, or the first. */
  readonly shown: RuleCase | undefined;
  /** How many rules and cases show it, and where: `6 rules, 83 cases, all operators`. */
  readonly extent: string;
  /** The shortest exchange that shows it. */
  readonly evidence: Evidence | undefined;
  /** The start of the first run of an unbroken series in which its rule is broken. */
  readonly since: string | undefined;
}

/** A broken rule with what is compared. */
interface Broken {
  readonly rule: RuleResult;
  readonly cases: readonly RuleCase[];
  readonly tests: ReadonlySet<string>;
  /** How it differs, each difference as one text. */
  readonly kinds: ReadonlySet<string>;
  /** What came in which field of an answer, whatever was expected of it. */
  readonly came: ReadonlySet<string>;
}

/**
 * The causes of the broken rules of a run, the widest first. A rule stands under another one where it differs in the same
 * way, or where it breaks only in tests of that rule and says nothing of its own: after an answer of the wrong status, with
 * another value in the same field, or in values that are compared whole.
 */
export const causesOf = (results: Results): Cause[] => {
  const left = results.rules.flatMap(brokenOf).sort(byWidth);
  const causes: Cause[] = [];
  for (let [first, ...others] = left; first; [first, ...others] = others) {
    const leader = first;
    const named = others.filter((one) => !isGenerated(one) && explains(leader, one));
    const ids = new Set([leader, ...named].map(({ rule }) => rule.id));
    const under = [...named, ...others.filter((one) => isGenerated(one) && meets(leader, ids, one))];
    others = others.filter((one) => !under.includes(one));
    causes.push(causeOf(results, leader, under));
  }
  return causes;
};

/** For example `; new` or `; since 2026-11-24`; empty when no earlier run is known. */
export const sinceWhen = ({ since }: Cause, startedAt: string): string =>
  since === undefined ? '' : since === startedAt ? '; new' : `; since ${since.slice(0, 10)}`;

const brokenOf = (rule: RuleResult): Broken | [] => {
  if (rule.verdict !== 'fail') return [];
  const cases = rule.cases.filter(({ verdict }) => verdict === 'fail');
  const tests = rule.tests.filter(({ verdict }) => verdict === 'fail').map(({ file, title }) => `${file} ${title}`);
  const firsts = cases.flatMap(({ differences: [first] }) => first ?? []);
  const kinds = new Set(firsts.map((one) => JSON.stringify(one)));
  const came = firsts.filter(({ field }) => isField(field)).map(({ field, received }) => `${field} ${received}`);
  return { rule, cases, tests: new Set(tests), kinds, came: new Set(came) };
};

const byWidth = (one: Broken, other: Broken): number =>
  Number(isGenerated(one)) - Number(isGenerated(other)) ||
  other.tests.size - one.tests.size ||
  other.cases.length - one.cases.length;

/** Generated requests break whatever rule they meet. */
const isGenerated = ({ rule }: Broken): boolean => rule.id.startsWith('generated.');

const explains = (cause: Broken, other: Broken): boolean => {
  const isWithin = [...other.tests].every((test) => cause.tests.has(test));
  const shared = [...other.kinds].filter((kind) => cause.kinds.has(kind));
  if (isTwin(cause.rule.id, other.rule.id)) return shared.length > 0;
  if (shared.some((kind) => isTelling(parsed(kind)))) return true;
  if ([...other.came].some((one) => cause.came.has(one))) return true;
  if (shared.length > 0) return isWithin;
  const isBeside = [...other.tests].some((test) => cause.tests.has(test));
  const isSameField = [...fieldsOf(other)].some((field) => fieldsOf(cause).has(field));
  if (isBeside && isSameField && isOtherValue(cause) && isOtherValue(other)) return true;
  if (isWithin && cause.came.size > 0 && isUntold(other)) return true;
  return isWithin && isDiverted(cause) && !isDiverted(other);
};

/** The fields of answers in which a rule is broken. */
const fieldsOf = ({ kinds }: Broken): Set<string> =>
  new Set([...kinds].map((kind) => parsed(kind).field).filter(isField));

/** Whether fields have other values than they should, and all of them are of the right type. */
const isOtherValue = ({ kinds }: Broken): boolean => [...kinds].every((kind) => differs(parsed(kind)));
const differs = ({ expected, received }: Difference): boolean =>
  received === expected ||
  ['fields', 'another', 'repeated'].includes(received) ||
  (expected.startsWith('"') && (received === 'string' || received.startsWith('"')));

/** Whether all that is known is that values compared whole are not equal. */
const isUntold = ({ kinds }: Broken): boolean =>
  [...kinds].map(parsed).every((one) => one.field === '' && one.expected === 'some' && one.received === 'some');

/** Whether generated requests met what breaks other rules: their message names these or a field of them, or a test has broken both. */
const meets = (cause: Broken, ids: ReadonlySet<string>, generated: Broken): boolean => {
  const said = generated.cases.flatMap(({ message }) => message?.match(/(?<=^|\s)[a-z-]+\.[a-z-]+(?=: )/gm) ?? []);
  if (said.length > 0) return said.some((id) => ids.has(id));
  const received = generated.cases.flatMap(({ message }) => message?.split('Received: ')[1]?.split(/\W+/) ?? []);
  return (
    received.some((word) => fieldsOf(cause).has(word)) || [...generated.tests].some((test) => cause.tests.has(test))
  );
};

/** Whether two rules say the same of two ways to start a payment. */
const isTwin = (one: string, other: string): boolean =>
  one !== other && /^(?:page|redirect|form|iframe)\./.test(one) && one.split('.')[1] === other.split('.')[1];

const parsed = (kind: string): Difference => JSON.parse(kind) as Difference;
/** Requests are accepted, servers break and notifications arrive for many reasons. */
const isTelling = (one: Difference): boolean => !isAcceptance(one) && !isCrash(one) && one.received !== 'some';
const isAcceptance = ({ expected, received }: Difference): boolean =>
  expected.startsWith('HTTP 4') && received.startsWith('HTTP 2');
/** The path of a field of an answer, or several: `wallets[#].balance`, `url, description`. */
const isField = (field: string): boolean => /^[a-z][\w.[\]#]*(?:, [a-z][\w.[\]#]*)*$/.test(field);
const isCrash = ({ received }: Difference): boolean => received.startsWith('HTTP 5');
const isDiverted = ({ kinds }: Broken): boolean =>
  [...kinds].some((kind) => /^(?:HTTP status|page|arrival)$/.test(parsed(kind).field));

const causeOf = (results: Results, leader: Broken, under: readonly Broken[]): Cause => {
  const { rule, cases } = leader;
  const all = [leader, ...under];
  // A case of the rule's own spec reads better than one of a test about something else.
  const isElsewhere = (one: RuleCase): number => Number(one.case === eachExchange);
  // Of several differences, the one that most cases have says most.
  const kindOf = (one: RuleCase): string => JSON.stringify(one.differences[0]);
  const alike = (one: RuleCase): number => cases.filter((other) => kindOf(other) === kindOf(one)).length;
  const [shown] = cases.toSorted(
    (one, other) =>
      isElsewhere(one) - isElsewhere(other) || alike(other) - alike(one) || lengthOf(one) - lengthOf(other),
  );
  const count = all.reduce((sum, one) => sum + one.cases.length, 0);
  return {
    rule,
    further: under.map((one) => one.rule),
    ...inWords(rule.sentence, shown?.differences[0]),
    shown,
    extent: [counted(all.length, 'rule'), counted(count, 'case'), ...placesOf(results, all)].join(', '),
    // Of many generated requests the message shows the smallest.
    evidence: isGenerated(leader) ? undefined : shown?.evidence,
    since: rule.since,
  };
};

/** Evidence comes before a message alone. */
const lengthOf = ({ evidence, message }: RuleCase): number =>
  evidence ? evidence.sent.length + evidence.came.length : 1_000_000 + (message?.length ?? 0);

/** What the service does, and how that differs from what it should do. */
const inWords = (sentence: string, difference: Difference | undefined): Pick<Cause, 'what' | 'how'> => {
  const { field = '', expected = '', received = '' } = difference ?? {};
  if (difference && isAcceptance(difference)) {
    const accepted = sentence.replace(/\b(is|are) (?:refused|answered (?:HTTP )?40\d)\b.*$/, '$1 accepted');
    if (accepted !== sentence) return { what: accepted, how: `${received}, expected ${expected}` };
  }
  const broken = `broken: ${sentence}`;
  if (isField(field) && difference && differs(difference) && !received.startsWith('"'))
    return { what: `${field} ${field.includes(',') ? 'differ' : 'differs'}; ${broken}`, how: undefined };
  // An id or time in the place of which the data have a #.
  const how = /^"?#"?$/.test(expected) ? undefined : `expected ${expected}`;
  if (isField(field)) return { what: `${field} is ${withArticle(received)}; ${broken}`, how };
  // A question of a story, whose answer is yes or no.
  if (field && `${expected} ${received}` === 'true false') return { what: broken, how: `not so: ${field}` };
  if (field && `${expected} ${received}` === 'false true') return { what: broken, how: `it is so: ${field}` };
  // Of generated requests the name of a difference is the whole request.
  const said = [field && field.length < 60 ? `${field}: ` : '', received, expected && `, expected ${expected}`].join(
    '',
  );
  return { what: broken, how: received === '' || received === 'some' ? undefined : said };
};

/** `number` as `a number`. */
const withArticle = (form: string): string =>
  form.replace(/^(?=number$|string$|boolean$|list of)/, 'a ').replace(/^(?=object|empty)/, 'an ');

/** Where a cause shows, in the words of cases and titles: operators, and ways to start a payment. */
const placesOf = ({ run }: Results, all: readonly Broken[]): string[] => {
  // What is judged on each exchange, and generated requests, are of no particular place.
  const text = all
    .filter((one) => one === all[0] || !isGenerated(one))
    .flatMap(({ cases }) => cases.filter((one) => one.case !== eachExchange))
    .flatMap((one) => [one.case, one.title]);
  const seen = (name: string): boolean => text.some((one) => new RegExp(`\\b${name}\\b`).test(one));
  const present = operators.filter((one) => !run.notApplicable.includes(`operator-${one.toLowerCase()}`));
  const ofOperators = present.filter((one) => seen(`operator ${one}`));
  const channels = { redirect: 'hosted page', form: 'form', iframe: 'iframe' };
  const ofChannels = Object.entries(channels).flatMap(([id, name]) => {
    const isOf = all.some(
      ({ rule }) => rule.id.startsWith(`${id}.`) || (id === 'redirect' && rule.id.startsWith('page.')),
    );
    return isOf ? [name] : [];
  });
  return [
    ...(ofOperators.length === 0
      ? []
      : [ofOperators.length === 3 ? 'all operators' : `operator ${ofOperators.join(' and ')}`]),
    ...(ofChannels.length === 0 ? [] : [ofChannels.join(', ')]),
  ];
};
