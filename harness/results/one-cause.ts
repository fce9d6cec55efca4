import type { Difference } from '../../helpers/evidence/check-result.ts';
import {
  areRefused,
  type Broken,
  fieldsOf,
  isBare,
  isDiverted,
  isEverywhere,
  isKeyRefused,
  isOnEachExchange,
  isOtherValue,
  isRefused,
  lacksIt,
  namesOf,
} from './broken-rules.ts';
import { answersIn, isCrash, isField, isTelling, isWithin, share } from './cause-words.ts';
import type { RuleCase } from './results-schema.ts';

// Whether two broken rules have one cause, by how they differ and what shows them.

/** Whether what shows one broken rule shows the cause of another one, too. */
export const explains = (cause: Broken, other: Broken): boolean => {
  const shared = other.differences.filter((one) => cause.kinds.has(JSON.stringify(one)));
  if (isTwin(cause.rule.id, other.rule.id)) return shared.length > 0;
  if (differAlike(cause, other, shared) || saysNoMore(cause, other)) return true;
  const isInItsTests = isWithin(other.tests, cause.tests);
  if (shared.length > 0) return isInItsTests;
  // A deletion without effect says more than an update of another status.
  const isOfDeletion = other.rule.sections[0] === '4.7' && cause.rule.sections[0] !== '4.7';
  const isAfterIt = isInItsTests && isDiverted(cause) && !isDiverted(other) && !isOfDeletion;
  return isAfterIt || differInOneField(cause, other);
};

const areAtOneEndpoint = (cause: Broken, other: Broken): boolean =>
  [cause, other].some((one) => one.endpoints.size === 0) || share(cause.endpoints, other.endpoints);

/** Whether two rules differ in a way of which there is hardly more than one cause. */
const differAlike = (cause: Broken, other: Broken, shared: readonly Difference[]): boolean => {
  const isBesideIt = areAtOneEndpoint(cause, other);
  return (
    shared.some((kind) => isTelling(kind) && (isBesideIt || kind.field !== 'HTTP status')) ||
    share(cause.unnamed, other.unnamed) ||
    share(cause.cameInFields, other.cameInFields) ||
    (isBesideIt && share(cause.misdated, other.misdated)) ||
    [cause, other].every(isBare) ||
    [cause, other].every(isKeyRefused) ||
    isBeforeKey(cause, other)
  );
};

/** Whether a rule is broken only where another one is, by which it must be. */
const saysNoMore = (cause: Broken, other: Broken): boolean => {
  const isSeenWithIt = isWithin(other.exchanges, cause.exchanges) || isSameCrash(cause, other);
  const isAtItsEndpoints = isWithin(other.endpoints, cause.endpoints);
  const isOfItsObjects = isOtherObject(cause) && isWithin(other.lasts, cause.lasts);
  const isBesideIt = isOnEachExchange(other) && areAtOneEndpoint(cause, other);
  return (
    (isSeenWithIt && share(cause.came, other.came)) ||
    // What should stand in a field that is of the wrong kind is absent.
    (isAtItsEndpoints && isInside(other, cause)) ||
    (isAtItsEndpoints && areRefused(cause, other)) ||
    (isWithin(other.answers, cause.answers) && [...other.answers].every(isOdd(other))) ||
    (isOfItsObjects && isOtherValue(other)) ||
    (isUnsettled(cause) && other.cases.every(isAfterUpdate) && isOfItsFields(other, cause)) ||
    (isBesideIt && [cause, other].every(isOtherValue) && isWithin(fieldsOf(other), fieldsOf(cause)))
  );
};

/** Whether a field has another value than it should in both, in the same words or in the same tests. */
const differInOneField = (cause: Broken, other: Broken): boolean => {
  const isSameField = share(fieldsOf(cause), fieldsOf(other));
  return (
    share(cause.stored, other.stored) ||
    ((isSameField || isUntold(other)) && share(cause.oddWords, other.oddWords)) ||
    (isSameField && [cause, other].every(isOtherValue) && share(cause.tests, other.tests))
  );
};

/** Whether requests are refused before their key is looked at: with a right key they are refused, too. */
export const isBeforeKey = (cause: Broken, other: Broken): boolean =>
  isRefused(cause) && isKeyUnseen(other) && isWithin(other.answers, cause.answers);

/**
 * Whether a rule says nothing of its own beside others: of an exchange that is another one anyway, of a story with one, or
 * of values compared whole.
 */
export const isHiddenBy = (found: readonly Broken[], one: Broken): boolean => {
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
  if (isWithin(one.answers, new Set(seen)) && one.differences.every(isCrash)) return true;
  // An update that was refused by mistake, and took effect.
  const isKept = one.differences.every(({ received }) => received === 'as refused');
  if (isKept && refused.some((answer) => answer.startsWith('PUT '))) return true;
  const tests = found.filter((other) => fieldsOf(other).size > 0).flatMap((other) => [...other.tests]);
  // What is not there any more is no other value.
  const isGone = ({ evidence }: RuleCase): boolean => /HTTP 4..$/.test((evidence && answersIn(evidence).at(-1)) ?? '');
  return isUntold(one) && !one.cases.some(isGone) && isWithin(one.tests, new Set(tests));
};

/** A crash that was seen on an exchange of no rule in particular is that of the rule at the same endpoint. */
const isSameCrash = (cause: Broken, other: Broken): boolean =>
  isEverywhere(other) && isWithin(other.endpoints, cause.endpoints) && other.differences.every(isCrash);

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
  !isDiverted(one) && one.differences.every((each) => !isField(each.field) || isWithin(namesOf(each), fieldsOf(cause)));

/**
 * Whether generated requests met what breaks other rules: their message names these or a field of them, or a test has
 * broken both.
 */
export const meets = (found: readonly Broken[], generated: Broken, [cause] = found as [Broken]): boolean => {
  const said = generated.cases.flatMap(({ message }) => message?.match(/(?<=^|\s)[a-z-]+\.[a-z-]+(?=: )/gm) ?? []);
  if (said.length > 0) return said.some((id) => found.some(({ rule }) => rule.id === id));
  const received = generated.cases.flatMap(({ message }) => message?.split('Received: ')[1]?.split(/\W+/) ?? []);
  const isOfRefused = found.some((one) => isDiverted(one) && one.rule.sections[0] === generated.rule.sections[0]);
  return isOfRefused || received.some((word) => fieldsOf(cause).has(word)) || share(generated.tests, cause.tests);
};

/** Whether all that a rule lacks is absent where others show that such requests are refused. */
export const isLackingWhere = (one: Broken, refused: readonly Broken[]): boolean =>
  one.cases.every(lacksIt) && isWithin(one.answers, new Set(refused.flatMap(({ answers }) => [...answers])));

/** Whether a wrong key is answered as if something else were wrong. */
const isKeyUnseen = ({ differences }: Broken): boolean =>
  differences.every(({ expected, received }) => expected === 'HTTP 401' && received === 'HTTP 400');

/** Whether a field is one that deliveries change, and no update. */
const isCounted = ([first]: readonly Difference[]): boolean =>
  /^(?:failure_count|last_triggered)$/.test(first?.field ?? '');

/** Whether all fields in which a rule is broken are parts of a field of another one: `wallets.balance` of `wallets`. */
const isInside = (one: Broken, cause: Broken): boolean => {
  const parts = [...fieldsOf(cause)].flatMap((name) => [`${name}.`, `${name}[`]);
  return fieldsOf(one).size > 0 && [...fieldsOf(one)].every((field) => parts.some((part) => field.startsWith(part)));
};

/** Whether an answer is about another object than the one that was asked for, so that all its fields may differ. */
const isOtherObject = (one: Broken): boolean =>
  isOtherValue(one) && [...fieldsOf(one)].some((field) => /(?:^|\.)id$/.test(field));

/** Whether all that is known is that values compared whole are not equal. */
const isUntold = ({ differences }: Broken): boolean =>
  differences.every((one) => one.field === '' && one.expected === 'some' && one.received === 'some');

/** Whether two rules say the same of two ways to start a payment. */
const isTwin = (one: string, other: string): boolean =>
  one !== other && /^(?:page|redirect|form|iframe)\./.test(one) && one.split('.')[1] === other.split('.')[1];

/** Rules with what breaks by them, by its id or its words: deleted callbacks are notified, say. */
const followers: readonly (readonly [rule: RegExp, other: RegExp])[] = [
  [/^callback-delete\.gone$/, /deleted/],
  [/^callback-fetch\.no-such-id$/, /deleted|^callback-fetch\.same-id/],
  [/^callback-update\.(?:answered|keeps)-id$/, /^callback-(?:delete\.gone|delete\.answered-id|fetch\.same-id) /],
  // What is lost is not looked at either.
  [/^form\.(?:success|failure)$/, /^form\.address-format /],
  // Notifications are told apart by them.
  [/^txn\.(?:id-unique|reference-distinct)$/, /^webhook\./],
  [/^auth\.(?!.*connection)/, /^auth\.\S*same-connection/],
];

/** What a callback is notified of, and where, follows from its fields. */
const notified: Readonly<Record<string, RegExp>> = {
  events: /^webhook\.(?:every-subscriber|only-subscribed|new-address|reactivated)$/,
  url: /^webhook\.(?:new-address|every-subscriber|success-count)$/,
  is_active: /^webhook\.(?:inactive-silent|reactivated)$/,
};

/** Whether a rule is broken because of what breaks others: what they say is not there any more, or is stored otherwise. */
export const isFollowing = (found: readonly Broken[], { rule, cases }: Broken): boolean =>
  found.some((one) => [...one.stored].some((field) => notified[field]?.test(rule.id))) ||
  followers.some(([first, then]) => {
    const isThere = found.some((one) => first.test(one.rule.id));
    return isThere && then.test(`${rule.id} ${cases[0]?.message ?? ''}`);
  });
