import type { Difference, Evidence } from '../../helpers/evidence/check-result.ts';
import type { Results, RuleCase, RuleResult } from './results-schema.ts';
import { counted } from './text.ts';

/** Rules that are broken together, because of one thing that the service does wrong. */
export interface Cause {
  /** The rule that shows it best, and the others. */
  readonly rule: RuleResult;
  readonly further: readonly RuleResult[];
  /** What the service does, in the words of the interface. */
  readonly what: string;
  /** How its answer differs; undefined when a story shows it, and no single answer. */
  readonly difference: Difference | undefined;
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
}

/**
 * The causes of the broken rules of a run, the widest first. A rule stands under another one where it differs in the same
 * way, or where it breaks only in tests in which an answer had the wrong status: what follows such an answer says nothing
 * of its own.
 */
export const causesOf = (results: Results): Cause[] => {
  const left = results.rules.flatMap(brokenOf).sort(byWidth);
  const causes: Cause[] = [];
  for (let [first, ...others] = left; first; [first, ...others] = others) {
    const leader = first;
    const under = others.filter((one) => explains(leader, one));
    others = others.filter((one) => !under.includes(one));
    causes.push(causeOf(results, leader, under));
  }
  return causes;
};

/** For example `HTTP status: HTTP 200, expected HTTP 400`. */
export const differenceInWords = ({ field, expected, received }: Difference): string =>
  `${field ? `${field}: ` : ''}${received || 'otherwise'}${expected ? `, expected ${expected}` : ''}`;

/** For example `; new` or `; since 2026-11-24`; empty when no earlier run is known. */
export const sinceWhen = ({ since }: Cause, startedAt: string): string =>
  since === undefined ? '' : since === startedAt ? '; new' : `; since ${since.slice(0, 10)}`;

const brokenOf = (rule: RuleResult): Broken | [] => {
  if (rule.verdict !== 'fail') return [];
  const cases = rule.cases.filter(({ verdict }) => verdict === 'fail');
  const tests = rule.tests.filter(({ verdict }) => verdict === 'fail').map(({ file, title }) => `${file} ${title}`);
  const kinds = cases.flatMap(({ differences: [first] }) => (first ? [JSON.stringify(first)] : []));
  return { rule, cases, tests: new Set(tests), kinds: new Set(kinds) };
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
  if (isGenerated(other)) return [...other.tests].some((test) => cause.tests.has(test));
  if (isTwin(cause.rule.id, other.rule.id)) return shared.length > 0;
  // Requests are accepted, or fail, for many reasons.
  if (shared.some((kind) => !isAcceptance(parsed(kind)) && !isCrash(parsed(kind)))) return true;
  if (shared.length > 0) return isWithin;
  return isWithin && isDiverted(cause) && !isDiverted(other);
};

/** Whether two rules say the same of two ways to start a payment. */
const isTwin = (one: string, other: string): boolean =>
  one !== other && /^(?:page|redirect|form|iframe)\./.test(one) && one.split('.')[1] === other.split('.')[1];

const parsed = (kind: string): Difference => JSON.parse(kind) as Difference;
const isAcceptance = ({ expected, received }: Difference): boolean =>
  expected.startsWith('HTTP 4') && received.startsWith('HTTP 2');
const isCrash = ({ received }: Difference): boolean => received.startsWith('HTTP 5');
const isDiverted = ({ kinds }: Broken): boolean =>
  [...kinds].some((kind) => /^(?:HTTP status|page|arrival)$/.test(parsed(kind).field));

const causeOf = (results: Results, leader: Broken, under: readonly Broken[]): Cause => {
  const { rule, cases } = leader;
  const all = [leader, ...under];
  const shown = cases.flatMap(({ evidence }) => evidence ?? []);
  const [evidence] = shown.toSorted((one, other) => lengthOf(one) - lengthOf(other));
  const [difference] = cases.flatMap(({ differences }) => differences);
  const count = all.reduce((sum, one) => sum + one.cases.length, 0);
  const places = placesOf(results, all);
  return {
    rule,
    further: under.map((one) => one.rule),
    what: inWords(rule.sentence, difference),
    difference: difference?.field || difference?.expected ? difference : undefined,
    extent: [counted(all.length, 'rule'), counted(count, 'case'), ...places].join(', '),
    evidence,
    since: rule.since,
  };
};

const lengthOf = ({ sent, came }: Evidence): number => sent.length + came.length;

/** The sentence of a rule turned into what the service does instead, where that is certain. */
const inWords = (sentence: string, difference: Difference | undefined): string => {
  if (difference && isAcceptance(difference)) {
    const accepted = sentence.replace(/\b(is|are) (?:refused|answered HTTP 40\d)\b.*$/, '$1 accepted');
    if (accepted !== sentence) return accepted;
  }
  return `not so: ${sentence}`;
};

/** Where a cause shows, in the words of cases and titles: operators, and ways to start a payment. */
const placesOf = ({ run }: Results, all: readonly Broken[]): string[] => {
  const text = all.flatMap(({ rule, cases }) => [
    ...cases.flatMap((one) => [one.case, one.title]),
    ...rule.tests.filter(({ verdict }) => verdict === 'fail').map(({ title }) => title),
  ]);
  const seen = (name: string): boolean => text.some((one) => new RegExp(`\\b${name}\\b`).test(one));
  const operators = ['A', 'B', 'C'].filter((one) => !run.notApplicable.includes(`operator-${one.toLowerCase()}`));
  const ofOperators = operators.filter((one) => seen(`operator ${one}`));
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
