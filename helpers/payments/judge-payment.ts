import type { RuleJudgement } from '../../interface/answers/judge-exchange.ts';
import type { UniqueValue } from '../../interface/answers/unique-values.ts';
import { distinct, mismatch } from '../../interface/messages/mismatch.ts';
import { inChannel, type ChannelRule } from '../../interface/rules/channels.ts';
import {
  brokenPage,
  judgeCancelled,
  judgeReturn,
  ownQueryOf,
  plainReference,
  valuesOf,
  type JudgeRule,
} from './judge-return.ts';
import {
  amountOf,
  arrivalsOf,
  brokenBy,
  currencyOf,
  endOf,
  eventsOf,
  isBesideAnother,
  isRefused,
  leftAs,
  offersPayment,
  ownParameters,
  pagesOf,
  stepsOf,
  type PaymentEvent,
  type PaymentRecord,
} from './payment-record.ts';
import { amountShown, amountsOn, isShown, isWrongAmount } from './shown-amounts.ts';
import { mismatchesOfTyped } from './typed-amounts.ts';

/**
 * Judges one payment by all that the interface states about what it reached: the page (1, 4.1, 4.2), where the browser
 * arrives, once and with which parameters (2.1, 2.3, 2.5, 3). Each part judges only events that happened, so a payment that
 * was lost on its way judges nothing about what it did not come to.
 *
 * @param others payments of the same test that are complete
 */
export const judgePayment = (payment: PaymentRecord, others: readonly PaymentRecord[] = []): RuleJudgement[] => {
  const judge: JudgeRule = (name, expected, mismatches) =>
    inChannel(payment.channel, name).map((rule) => ({ rule, expected, mismatches }));
  // A service may refuse unusual fields; there is nothing to carry then.
  if (isRefused(payment)) return unusualFieldsOf(payment).flatMap((name) => judge(name, 'a payment, or a refusal', []));
  const end = endOf(payment);
  const atEnd = end && [
    ...judgeAskedAmount(payment, judge),
    ...(end === 'cancel' ? judgeCancelled(payment) : judgeReturn(payment, end, judge)),
    ...judgeTabs(payment, others, judge),
  ];
  const judged = [
    ...judgeOpening(payment, judge),
    ...judgePages(payment, judge),
    ...judgeSetAmount(payment, judge),
    ...judgeAmountLater(payment, judge),
    ...(atEnd ?? []),
  ];
  const [again] = eventsOf(payment, 'begun again');
  if (!again) return judged;
  const mismatches = again.goesOn ? distinct(judged.flatMap((one) => one.mismatches)) : [];
  return [{ rule: 'redirect.begun-again', expected: 'no further payment, or one that ends as any other', mismatches }];
};

const amountRule = ({ sent }: PaymentRecord): string =>
  `${String(sent.amount)} subunits of ${String(sent.currency)} wherever the page shows the amount`;

/** The page to which the customer came. */
const judgeOpening = (payment: PaymentRecord, judge: JudgeRule): RuleJudgement[] => {
  const offers = offersPayment(payment);
  // A page whose payment breaks is none on which the customer can pay.
  const isBroken = brokenBy(payment) !== undefined && (endOf(payment) === 'success' || stepsOf(payment).length === 0);
  if (!isBroken && offers === undefined) return [];
  const [opened] = eventsOf(payment, 'page opened');
  return judge('opens', 'a page on which the customer can pay', [
    ...(isBroken ? brokenPage(payment) : []),
    ...(offers === false ? [mismatch('page', 'a means of payment', 'none', 'it offers no means of payment')] : []),
    ...(payment.channel === 'iframe' && opened?.offersPayment && !opened.isFramed ? [goneFrame] : []),
  ]);
};

/** The amount on the pages that were seen, where the merchant has set it. */
const judgePages = (payment: PaymentRecord, judge: JudgeRule): RuleJudgement[] => {
  const [amount, currency, pages] = [amountOf(payment), currencyOf(payment), eventsOf(payment, 'page shown')];
  if (amount === undefined || pages.length === 0) return [];
  const wrong = pages.flatMap(({ text, ofFailure }) => {
    const how = amountShown(text, amount, currency);
    const said = `a page shows ${amountsOn(text)}`;
    // What is missing, or a limit, may be why a payment fails.
    const isCertain = isWrongAmount(how) && !(ofFailure && how === 'wrong');
    return isCertain ? [mismatch('amount on the page', 'as asked', how, said)] : [];
  });
  return judge('amount-right', amountRule(payment), distinct(wrong));
};

/** An amount that the customer was asked for although the merchant has set it, on pages that never show it. */
const judgeAskedAmount = (payment: PaymentRecord, judge: JudgeRule): RuleJudgement[] => {
  const [amount, currency] = [amountOf(payment), currencyOf(payment)];
  if (amount === undefined || !leftAs(payment)?.askedForAmount) return [];
  const isOnPage = pagesOf(payment).some((text) => isShown(amountShown(text, amount, currency)));
  const asked = mismatch('amount on the page', 'as asked', 'asked for', 'it asks the customer for the amount');
  return judge('amount-right', amountRule(payment), isOnPage ? [] : [asked]);
};

/** Whether a payment that came to its end had a place where the customer sets the amount (2.5). */
const judgeAmountLater = (payment: PaymentRecord, judge: JudgeRule): RuleJudgement[] => {
  const isRefusal = eventsOf(payment, 'refused without an amount').length > 0;
  if (amountOf(payment) !== undefined || (endOf(payment) === undefined && !isRefusal)) return [];
  const noField = mismatch('page', 'a field for the amount', 'none', 'no step of the page had a field for the amount');
  const isAbsent = eventsOf(payment, 'no amount field').length > 0;
  return judge('amount-later', 'a field for the amount', [...brokenPage(payment), ...(isAbsent ? [noField] : [])]);
};

/** What follows the amount that the customer set, the last one where the page had not taken another (2.5). */
const judgeSetAmount = (payment: PaymentRecord, judge: JudgeRule): RuleJudgement[] => {
  const at = payment.events.findLastIndex(({ event }) => event === 'amount set');
  const set = payment.events[at] as Extract<PaymentEvent, { event: 'amount set' }> | undefined;
  const [first] = eventsOf(payment, 'amount set');
  if (!set || !first) return [];
  const { amount } = set;
  const currency = currencyOf(payment);
  const pagesBetween = (from: number, to?: number) => pagesOf({ ...payment, events: payment.events.slice(from, to) });
  const earlier = [...eventsOf(payment, 'entry refused'), { amount: set.before }].flatMap((one) => one.amount ?? []);
  const pages = { before: pagesBetween(0, payment.events.indexOf(first)), after: pagesBetween(at) };
  const wrong = amount === undefined ? [] : mismatchesOfTyped({ amount, currency, earlier, ...pages });
  // A page that was left because a line did not fit may still show the amount that it has taken before.
  const isLeft = set !== first && endOf(payment) === undefined;
  return [
    // Where the customer has tried to pay, a service may have left the frame for the window.
    ...judge('stays', "the merchant's page around it", first.isFramed ? [] : [goneFrame]),
    ...(isLeft ? [] : judge('amount-right', `${amount ?? 'some'} subunits of ${currency}, as typed`, distinct(wrong))),
  ];
};

/** The rules that only the unusual fields of a request exercise. */
const unusualFieldsOf = ({ sent }: PaymentRecord): ChannelRule[] => {
  const addresses = [sent.success_url, sent.failure_url].filter((one) => typeof one === 'string');
  return [
    ...(addresses.some((one) => ownQueryOf(one).has('status')) ? (['own-status'] as const) : []),
    ...(plainReference.test(String(sent.transaction_reference ?? '')) ? [] : (['reference-encoded'] as const)),
  ];
};

/** Payments that are open in one browser share no id and no reference (2.3). */
const judgeTabs = (payment: PaymentRecord, others: readonly PaymentRecord[], judge: JudgeRule): RuleJudgement[] => {
  const beside = others.filter((one) => one.channel === payment.channel && isBesideAnother(one));
  const arrivals = [payment, ...beside].flatMap((one) => arrivalsOf(one).slice(0, 1));
  if (!isBesideAnother(payment) || arrivals.length < 2) return [];
  const isShared = (name: string): boolean => {
    const values = arrivals.flatMap((arrival) => valuesOf(arrival, name).slice(0, 1));
    return new Set(values).size < values.length;
  };
  const shared = ownParameters
    .filter(isShared)
    .map((name) => mismatch(name, 'of its own', 'repeated', `${name} is the same`));
  return judge('two-tabs', `${arrivals.length} redirects, each with ${ownParameters.join(', ')} of its own`, shared);
};

/** The ids that no other payment of the run may have (2.3); a reference of the merchant may be sent again. */
export const uniqueIds = (payment: PaymentRecord): UniqueValue[] => {
  if (endOf(payment) === undefined || isRefused(payment)) return [];
  const { channel, sent } = payment;
  const [arrival] = arrivalsOf(payment);
  const names = channel === 'redirect' ? (['checkout_id'] as const) : ownParameters;
  return names.flatMap((name) => {
    // A merchant's own parameter of that name may stay beside it.
    const own = [sent.success_url, sent.failure_url].flatMap((one) =>
      typeof one === 'string' ? ownQueryOf(one).getAll(name) : [],
    );
    const [value] = arrival ? valuesOf(arrival, name).filter((one) => !own.includes(one)) : [];
    const reference = name === 'transaction_reference' ? String(sent[name] ?? '') : '';
    const rules = value === undefined ? [] : inChannel(channel, 'own-ids');
    return rules.map((rule) => ({ rule, kind: rule, value: `${name} ${value}`, reference }));
  });
};

const goneFrame = mismatch('frame', 'in its frame', 'gone', "the frame in the merchant's page is gone");
