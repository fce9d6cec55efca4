import { eachExchange, type Difference, type Evidence } from '../../helpers/evidence/check-result.ts';
import {
  type Broken,
  brokenOf,
  isEverywhere,
  isOnEachExchange,
  areRefused,
  isKeyRefused,
  isInPart,
  isRefused,
  fieldsOf,
  namesOf,
  isOtherValue,
  isUntold,
  isBare,
  isCounted,
  isInside,
  isOtherObject,
  isKeyUnseen,
  parsed,
  isDiverted,
  isMisformed,
  isRepeated,
  namesItsField,
} from './broken-rules.ts';
import {
  answersIn,
  currencyIn,
  differenceInWords,
  endpointIn,
  exchangeOf,
  isCrash,
  isField,
  isFollowing,
  isGenerated,
  isTelling,
  isTwin,
  isWithin,
  lengthOf,
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
  /** The case that shows it best: the one of the evidence, or the first. */
  readonly shown: RuleCase | undefined;
  /** How many rules and cases show it, and where: `6 rules, 83 cases, all operators`. */
  readonly extent: string;
  /** The shortest exchange that shows it. */
  readonly evidence: Evidence | undefined;
  /** The start of the first run of an unbroken series in which its rule is broken. */
  readonly since: string | undefined;
}

/**
 * The causes of the broken rules of a run, the widest first. A rule stands under another one where it differs in the same
 * way, where the same exchanges show both, or where it breaks only in tests of that rule and says nothing of its own: after
 * an answer of the wrong status, with another value in the same field, or in values that are compared whole.
 */
export const causesOf = (results: Results): Cause[] => {
  const left = results.rules.flatMap(brokenOf).toSorted(byWidth);
  const refused = new Set(left.filter(isRefused).flatMap(({ exchanges }) => [...exchanges]));
  // What is absent where a request was refused by mistake says nothing of its own, whoever lacks it elsewhere.
  const isSilent = (one: Broken): boolean =>
    !isDiverted(one) && (isWithin(one.exchanges, refused) || isLackingWhere(one, left.filter(isRefused)));
  const causes: Cause[] = [];
  for (let others = [...left.filter((one) => !isSilent(one)), ...left.filter(isSilent)]; others[0];) {
    const [first] = others as [Broken];
    const leader =
      others.find((one) => one !== first && (isFollowing([one], first) || isBeforeKey(one, first))) ?? first;
    others = others.filter((one) => one !== leader);
    const named = others.filter((one) => !isGenerated(one) && !isSilent(one) && explains(leader, one));
    const found = [leader, ...named];
    const rest = others.filter((one) => !found.includes(one));
    const under = rest.filter((one) => isFollowing(found, one) || (isGenerated(one) ? meets : isHiddenBy)(found, one));
    const all = [...found, ...under];
    others = others.filter((one) => !all.includes(one));
    causes.push(causeOf(results, all));
  }
  return causes;
};

/** For example `; new` or `; since 2026-11-24`; empty when no earlier run is known. */
export const sinceWhen = ({ since = '' }: Cause, startedAt: string): string =>
  since === startedAt ? '; new' : since && `; since ${since.slice(0, 10)}`;

/** What is judged on each exchange, and generated requests, say less of a cause than the rule of its own. */
const byWidth = (one: Broken, other: Broken): number =>
  Number(isGenerated(one)) - Number(isGenerated(other)) ||
  Number(isEverywhere(one)) - Number(isEverywhere(other)) ||
  Number(isMixed(one)) - Number(isMixed(other)) ||
  Number(isKeyRefused(other)) - Number(isKeyRefused(one)) ||
  other.tests.size - one.tests.size ||
  other.cases.length - one.cases.length;

const explains = (cause: Broken, other: Broken): boolean => {
  const isInItsTests = isWithin(other.tests, cause.tests);
  const shared = [...other.kinds].filter((kind) => cause.kinds.has(kind)).map(parsed);
  if (isTwin(cause.rule.id, other.rule.id)) return shared.length > 0;
  const isBesideIt = [cause, other].some((one) => one.endpoints.size === 0) || share(cause.endpoints, other.endpoints);
  const isTold = (kind: Difference): boolean => isBesideIt || kind.field !== 'HTTP status';
  if (shared.some((kind) => isTelling(kind) && isTold(kind))) return true;
  if (share(cause.unnamed, other.unnamed)) return true;
  if ([cause, other].every(isKeyRefused) || isBeforeKey(cause, other)) return true;
  if ([cause, other].every(isBare) || (isBesideIt && share(cause.misdated, other.misdated))) return true;
  if (share(cause.cameInFields, other.cameInFields)) return true;
  const isSeenWithIt = isWithin(other.exchanges, cause.exchanges) || isSameCrash(cause, other);
  if (isSeenWithIt && share(cause.came, other.came)) return true;
  // What should stand in a field that is of the wrong kind is absent.
  if (isWithin(other.endpoints, cause.endpoints) && isInside(other, cause)) return true;
  if (isWithin(other.answers, cause.answers) && [...other.answers].every(isOdd(other))) return true;
  if (areRefused(cause, other) && isWithin(other.endpoints, cause.endpoints)) return true;
  if (isOtherObject(cause) && isOtherValue(other) && isWithin(other.lasts, cause.lasts)) return true;
  if (isUnsettled(cause) && other.cases.every(isAfterUpdate) && isOfItsFields(other, cause)) return true;
  const areOtherValues = isOtherValue(cause) && isOtherValue(other);
  if (isOnEachExchange(other) && areOtherValues && isBesideIt && isWithin(fieldsOf(other), fieldsOf(cause)))
    return true;
  if (shared.length > 0) return isInItsTests;
  const isSameField = share(fieldsOf(cause), fieldsOf(other));
  if ((isSameField || isUntold(other)) && share(cause.oddWords, other.oddWords)) return true;
  if (isSameField && areOtherValues && share(cause.tests, other.tests)) return true;
  if (share(cause.stored, other.stored)) return true;
  // A deletion without effect says more than an update of another status.
  const isOfDeletion = other.rule.sections[0] === '4.7' && cause.rule.sections[0] !== '4.7';
  return isInItsTests && isDiverted(cause) && !isDiverted(other) && !isOfDeletion;
};

/** Whether requests are refused before their key is looked at: with a right key they are refused, too. */
const isBeforeKey = (cause: Broken, other: Broken): boolean =>
  isRefused(cause) && isKeyUnseen(other) && isWithin(other.answers, cause.answers);

/**
 * Whether a rule says nothing of its own beside others: of an exchange that is another one anyway, of a story with one, or
 * of values compared whole.
 */
const isHiddenBy = (found: readonly Broken[], one: Broken): boolean => {
  const diverted = found.filter(isDiverted);
  const exchanges = new Set(diverted.flatMap((other) => [...other.exchanges]));
  if (!isDiverted(one) && isWithin(one.exchanges, exchanges)) return true;
  const refused = diverted.flatMap(({ answers }) => [...answers].filter((text) => !/HTTP 2..$/.test(text)));
  const isSeenIn = ({ evidence, differences }: RuleCase): boolean =>
    evidence !== undefined &&
    answersIn(evidence).some((one) => refused.includes(one) && !(isCounted(differences) && one.startsWith('PUT ')));
  const isOfRefused = (one.exchanges.size === 0 && one.cases.every(isSeenIn)) || isLackingWhere(one, diverted);
  if (!isDiverted(one) && (isOfRefused || (found.some(isKeyRefused) && one.cases.some(isSeenIn)))) return true;
  const seen = found.flatMap(({ cases }) => cases.flatMap(({ evidence }) => (evidence ? answersIn(evidence) : [])));
  if (isWithin(one.answers, new Set(seen)) && [...one.kinds].map(parsed).every(isCrash)) return true;
  // An update that was refused by mistake, and took effect.
  const isKept = [...one.kinds].every((kind) => parsed(kind).received === 'as refused');
  if (isKept && refused.some((answer) => answer.startsWith('PUT '))) return true;
  const tests = found.filter((other) => fieldsOf(other).size > 0).flatMap((other) => [...other.tests]);
  // What is not there any more is no other value.
  const isGone = ({ evidence }: RuleCase): boolean => /HTTP 4..$/.test((evidence && answersIn(evidence).at(-1)) ?? '');
  return isUntold(one) && !one.cases.some(isGone) && isWithin(one.tests, new Set(tests));
};

/** A crash that was seen on an exchange of no rule in particular is that of the rule at the same endpoint. */
const isSameCrash = (cause: Broken, other: Broken): boolean =>
  isEverywhere(other) && isWithin(other.endpoints, cause.endpoints) && [...other.kinds].map(parsed).every(isCrash);

/** Whether an answer has a status that the interface does not name, or has crashed where its fields are judged. */
const isOdd =
  (judged: Broken) =>
  (answer: string): boolean =>
    !/HTTP (?:2..|400|401|5..)$/.test(answer) || (/HTTP 5..$/.test(answer) && !isDiverted(judged));

/** Whether most fields of an object have other values than were set, so that what follows an update says nothing of its own. */
const isUnsettled = (one: Broken): boolean => isOtherValue(one) && fieldsOf(one).size >= 3;
/** Whether what shows a case has an update that was accepted. */
const isAfterUpdate = ({ evidence }: RuleCase): boolean =>
  evidence !== undefined && answersIn(evidence).some((answer) => /^PUT .*HTTP 2..$/.test(answer));
/** Whether a rule differs in the values of another one's fields, or in a question that no field answers. */
const isOfItsFields = (one: Broken, cause: Broken): boolean =>
  !isDiverted(one) &&
  [...one.kinds].map(parsed).every((kind) => !isField(kind.field) || isWithin(namesOf(kind), fieldsOf(cause)));

/**
 * Whether generated requests met what breaks other rules: their message names these or a field of them, or a test has
 * broken both.
 */
const meets = (found: readonly Broken[], generated: Broken, [cause] = found as [Broken]): boolean => {
  const said = generated.cases.flatMap(({ message }) => message?.match(/(?<=^|\s)[a-z-]+\.[a-z-]+(?=: )/gm) ?? []);
  if (said.length > 0) return said.some((id) => found.some(({ rule }) => rule.id === id));
  const received = generated.cases.flatMap(({ message }) => message?.split('Received: ')[1]?.split(/\W+/) ?? []);
  const isOfRefused = found.some((one) => isDiverted(one) && one.rule.sections[0] === generated.rule.sections[0]);
  return isOfRefused || received.some((word) => fieldsOf(cause).has(word)) || share(generated.tests, cause.tests);
};

/** A cause from its rules, the widest first. */
const causeOf = (results: Results, all: readonly Broken[]): Cause => {
  const [leader] = all as [Broken];
  const isLike = (one: Broken): boolean =>
    share(one.came, leader.came) || areRefused(one, leader) || [one, leader].every(isBare);
  const alike = all.filter((one) => one === leader || (!isGenerated(one) && !isMixed(one) && isLike(one)));
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
  const told = telling.toSorted((one, other) => clarityOf(other) - clarityOf(one))[0] ?? leader;
  const { rule, cases } = told;
  // Of several differences, the one that most cases have says most.
  const kindOf = (one: RuleCase): string => JSON.stringify(one.differences[0]);
  const likes = (one: RuleCase): number => cases.filter((other) => kindOf(other) === kindOf(one)).length;
  const [shown] = tellingOf(cases).toSorted(
    (one, other) =>
      Number(lacksIt(one)) - Number(lacksIt(other)) || likes(other) - likes(one) || lengthOf(one) - lengthOf(other),
  );
  const what = ruleInWords(rule.sentence, shown?.differences[0]);
  const isAlike = ({ differences: [first] }: RuleCase): boolean => first?.received === shown?.differences[0]?.received;
  const exchanges = alike.flatMap((one) => one.cases.filter(isAlike).flatMap((own) => exchangeOf(own) ?? []));
  const endpoints = [...new Set(exchanges.flatMap((one) => endpointIn(one) ?? []))];
  return {
    rule,
    further: all.filter((one) => one !== told).map((one) => one.rule),
    where: placeOf(rule.id, shown, endpoints),
    how: differenceInWords(shown?.message ?? null, shown?.differences[0])?.concat(alsoIn(told, all, shown)),
    what,
    isAccepted: !what.startsWith('broken: '),
    shown,
    extent: [
      counted(all.length, 'rule'),
      counted(all.flatMap(({ cases: each }) => each).length, 'case') + onlyIn(told),
      ...placesOf(results, all),
      ...currencyIn(all),
    ].join(', '),
    // Of many generated requests the message shows the smallest.
    evidence: isGenerated(told) ? undefined : shown?.evidence,
    since: rule.since,
  };
};

/** Whether a rule differs in the status and, in other cases, in a field: it may show two causes. */
const isMixed = (one: Broken): boolean => isDiverted(one) && fieldsOf(one).size > 0;
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
/** Whether a field is absent in an answer that was refused, and would be there otherwise. */
const lacksIt = ({ differences: [first], evidence }: RuleCase): boolean =>
  first?.received === 'absent' &&
  !/^(?:error|message)$/.test(first.field) &&
  evidence?.came.startsWith('HTTP 4') === true;
/** Whether all that a rule lacks is absent where others show that such requests are refused. */
const isLackingWhere = (one: Broken, refused: readonly Broken[]): boolean =>
  one.cases.every(lacksIt) && isWithin(one.answers, new Set(refused.flatMap(({ answers }) => [...answers])));
/** Whether a rule says that a request is refused, say, which it was: with another answer than due. */
const saysOther = (one: Broken): boolean =>
  !isDiverted(one) && /\b(?:is|are) (?:refused|accepted|answered)\b/.test(one.rule.sentence);
/** Of rules broken alike: one of a single exchange, what is accepted, and the smallest of what is refused only in part. */
const clarityOf = (one: Broken): number => {
  const isSeen = one.cases.some((own) => own.case !== eachExchange && exchangeOf(own));
  const isAccepted = [...one.kinds].some((kind) => parsed(kind).expected === 'HTTP 200');
  const isEither = [...one.kinds].some((kind) => parsed(kind).expected.includes(' or HTTP '));
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
