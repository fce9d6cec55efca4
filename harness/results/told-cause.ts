import { eachExchange, type Evidence } from '../../helpers/evidence/check-result.ts';
import {
  areRefused,
  type Broken,
  fieldsOf,
  isBare,
  isDiverted,
  isMixed,
  isOtherValue,
  isRefused,
  lacksIt,
  namesOf,
} from './broken-rules.ts';
import {
  currencyIn,
  differenceInWords,
  endpointIn,
  exchangeOf,
  isGenerated,
  onlyIn,
  placeOf,
  placesOf,
  ruleInWords,
  share,
  tellingOf,
} from './cause-words.ts';
import type { Results, RuleCase, RuleResult } from './results-schema.ts';
import { counted } from './text.ts';

/** Rules that are broken together, because of one thing that the service does wrong. */
export interface Cause {
  /** The rule that shows it best, and the others. */
  readonly rule: RuleResult;
  readonly further: readonly RuleResult[];
  /** Where it shows: endpoints with their sections, or another part of the service. */
  readonly where: string;
  /** What came and what was expected; it may quote the target. */
  readonly how: string | undefined;
  /** What is accepted by mistake, which is told first, or which rule is broken. */
  readonly what: string;
  readonly isAccepted: boolean;
  /** Where it shows, with what is told first, and then the other one. */
  readonly heading: string;
  readonly more: string | undefined;
  /** The case that shows it best: the one of the evidence, or the first. */
  readonly shown: RuleCase | undefined;
  /** How many rules and cases show it, and where: `6 rules, 83 cases, all operators`. */
  readonly extent: string;
  /** The shortest exchange that shows it. */
  readonly evidence: Evidence | undefined;
  /** The start of the first run of an unbroken series in which its rule is broken. */
  readonly since: string | undefined;
}

/** A cause from its rules, the widest first. */
export const causeOf = (results: Results, all: readonly Broken[]): Cause => {
  const [leader] = all as [Broken];
  const isLike = (one: Broken): boolean =>
    share(one.came, leader.came) || areRefused(one, leader) || [one, leader].every(isBare);
  const alike = all.filter((one) => one === leader || (!isGenerated(one) && !isMixed(one) && isLike(one)));
  const told = toldBy(all, alike);
  const shown = shownBy(told);
  const what = ruleInWords(told.rule.sentence, shown?.differences[0]);
  const isAlike = ({ differences: [first] }: RuleCase): boolean => first?.received === shown?.differences[0]?.received;
  const exchanges = alike.flatMap((one) => one.cases.filter(isAlike).flatMap((own) => exchangeOf(own) ?? []));
  const endpoints = [...new Set(exchanges.flatMap((one) => endpointIn(one) ?? []))];
  const where = placeOf(told.rule.id, shown, endpoints);
  const how = differenceInWords(shown?.message ?? null, shown?.differences[0])?.concat(alsoIn(told, all, shown));
  const isAccepted = !what.startsWith('broken: ');
  const [first, more] = isAccepted ? [what, how] : [how, what];
  return {
    rule: told.rule,
    further: all.filter((one) => one !== told).map((one) => one.rule),
    where,
    how,
    what,
    isAccepted,
    heading: [where, first].filter(Boolean).join(': '),
    more,
    shown,
    extent: [
      counted(all.length, 'rule'),
      counted(all.flatMap(({ cases: each }) => each).length, 'case') + onlyIn(told),
      ...placesOf(results, all),
      ...currencyIn(all),
    ].join(', '),
    // Of many generated requests the message shows the smallest.
    evidence: isGenerated(told) ? undefined : shown?.evidence,
    since: told.rule.since,
  };
};

/** The rule that says most of a cause: of some of its rules, if there are any such, or of those that are broken alike. */
const toldBy = (all: readonly Broken[], alike: readonly Broken[]): Broken => {
  const [leader] = all as [Broken];
  // An update that reaches others is told by what one of them shows.
  const reached = all.some(isOfOthers) ? all.filter(isOfFetch) : [];
  // A placeholder is repeated, too.
  const misformed = isRepeated(leader) ? all.filter((one) => !isGenerated(one) && isMisformed(one)) : [];
  // What was sent again after it had taken effect is told by what came first.
  const isAgain = (one: Broken): boolean => one.came.has('HTTP status HTTP 404');
  const before = areRefused(...alike) ? alike.filter((one) => !isAgain(one)) : [];
  // What a fetch shows of a field that only an update should set is told by the rule of that field.
  const isOfField = (one: Broken): boolean => namesItsField(one) && share(fieldsOf(one), fieldsOf(leader));
  const naming = isOfFetch(leader) && !namesItsField(leader) ? all.filter(isOfField) : [];
  const inPart = isInPart(leader) ? alike.filter(isInPart) : alike;
  const [telling = alike] = [reached, misformed, before, naming, inPart].filter((some) => some.length > 0);
  return telling.toSorted((one, other) => clarityOf(other) - clarityOf(one))[0] ?? leader;
};

/** The case that shows a rule best. Of several differences, the one that most cases have says most. */
const shownBy = ({ cases }: Broken): RuleCase | undefined => {
  const kindOf = (one: RuleCase): string => JSON.stringify(one.differences[0]);
  const likes = (one: RuleCase): number => cases.filter((other) => kindOf(other) === kindOf(one)).length;
  return tellingOf(cases).toSorted(
    (one, other) =>
      Number(lacksIt(one)) - Number(lacksIt(other)) || likes(other) - likes(one) || lengthOf(one) - lengthOf(other),
  )[0];
};

const isOfFetch = ({ rule }: Broken): boolean => rule.id === 'callback-fetch.only-its-own';
const isOfOthers = ({ rule }: Broken): boolean => rule.id === 'callback-update.only-the-named';
/** The other fields that a rule is broken in: `; also date_updated`. */
const alsoIn = (told: Broken, all: readonly Broken[], shown: RuleCase | undefined): string => {
  const nameOf = (field: string): string => field.split('.').at(-1) ?? '';
  const known = shown?.differences[0] ? [...namesOf(shown.differences[0])].map(nameOf) : [];
  const like = all.filter((one) => one === told || share(one.misdated, told.misdated));
  const others = new Set(like.flatMap((one) => [...fieldsOf(one)].map(nameOf)).filter((one) => !known.includes(one)));
  return known.length > 0 && !known.includes('value') && others.size > 0
    ? `; also ${[...others].slice(0, 3).join(', ')}`
    : '';
};
/** Whether a rule says that a request is refused, say, which it was: with another answer than due. */
const saysOther = (one: Broken): boolean =>
  !isDiverted(one) && /\b(?:is|are) (?:refused|accepted|answered)\b/.test(one.rule.sentence);
/** Of rules broken alike: one of a single exchange, what is accepted, and the smallest of what is refused only in part. */
const clarityOf = (one: Broken): number => {
  const isSeen = one.cases.some((own) => own.case !== eachExchange && exchangeOf(own));
  const isAccepted = one.differences.some(({ expected }) => expected === 'HTTP 200');
  const isEither = one.differences.some(({ expected }) => expected.includes(' or HTTP '));
  const isOfEndpoint = one.rule.sections[0]?.startsWith('4.');
  const last = isInPart(one) ? 1 - Math.min(...one.cases.map(lengthOf)) / 1e8 : Number(isOfEndpoint ?? false);
  // Section 7 says how errors look.
  const isOfErrors = one.rule.sections[0] === '7' && !isDiverted(one);
  // One that repeats all others in another currency says none of them.
  const isOfAll = / keeps every rule of /.test(one.rule.sentence);
  return (
    8 * (Number(isOfErrors) - Number(saysOther(one) || isOfAll)) +
    4 * Number(isSeen) +
    2 * (Number(isAccepted) - Number(isEither)) +
    last
  );
};

const isInPart = (one: Broken): boolean => isRefused(one) && onlyIn(one) !== '';

const isRepeated = ({ differences }: Broken): boolean => differences.some(({ received }) => received === 'repeated');

const isMisformed = (one: Broken): boolean =>
  fieldsOf(one).size > 0 &&
  !isOtherValue(one) &&
  !isRepeated(one) &&
  ![...one.came].some((came) => came.endsWith(' absent'));

/** Whether the sentence of a rule names a field in which it is broken. */
const namesItsField = (one: Broken): boolean =>
  [...fieldsOf(one)].some((field) => one.rule.sentence.includes(field.split('.').at(-1) ?? ''));

/** Evidence comes before a message alone. */
const lengthOf = ({ evidence, message }: RuleCase): number =>
  evidence ? evidence.sent.length + evidence.came.length : 1_000_000 + (message?.length ?? 0);
