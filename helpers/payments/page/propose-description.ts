import { stringify } from 'yaml';
import { failureKindOf } from '../../errors/failure-kind.ts';
import type { Channel } from '../../../interface/rules/channels.ts';
import type { Checkout, PaymentOptions } from '../checkout.ts';
import type { Customer, OpenCheckoutPage } from '../checkout-page.ts';
import { firstLine } from '../../errors/errors.ts';
import type { Doubts, Line, List } from './page-lines.ts';
import type { Payment } from '../payment.ts';
import { brokenBy } from '../payment-record.ts';
import { phonesIn } from '../../settings/safety/payment-limits.ts';
import { isNamed } from './page-tree.ts';
import { ProposingPage } from './propose-lines.ts';

/** A proposed description of a payment page. */
export interface Proposal extends Record<string, unknown> {
  /** As the file of CHECKOUT_PAGE. */
  source: string;
  doubts: Doubts;
  /** How each walk ended, in words; those that ended as their words promise are `true`. */
  ends: Readonly<Record<List, { asPromised: boolean; words: string }>>;
}

interface Walk {
  lines: readonly Line[];
  /** The number that was entered in place of `{number}`. */
  number: string | undefined;
  doubt: string | undefined;
  asPromised: boolean;
  words: string;
}

export const endOf = { pay: 'success', decline: 'failure', cancel: 'cancel' } as const;

/**
 * Makes test payments to find the lines for a page that nobody has described: one for each end, and one whose amount the
 * customer sets.
 *
 * @param begin makes payments whose pages are opened as given
 * @param print is called with each line before it is followed
 * @param onPage is called with each payment whose page is ready
 */
export const proposeDescription = async (
  begin: (open: OpenCheckoutPage) => Checkout,
  print: (text: string) => void = () => {},
  onPage: (payment: Payment) => Promise<void> = async () => {},
): Promise<Proposal> => {
  let otherNumbers: readonly string[] = [];
  const walk = async (channel: Channel, list: List, options: PaymentOptions = {}, number?: string): Promise<Walk> => {
    let page: ProposingPage | undefined;
    const checkout = begin((where, customer: Customer) => {
      otherNumbers = phonesIn(customer.testNumbers);
      const given = { ...customer, mobileMoneyNumber: number ?? customer.mobileMoneyNumber };
      return (page = new ProposingPage(where, given, (text) => print(`  ${text}`)));
    });
    print(`${[list, options.amount && 'the amount left to the customer', number].filter(Boolean).join(', ')}:`);
    let words: string;
    let asPromised = false;
    try {
      const payment = await checkout.start(channel, { end: endOf[list], isJudged: false, ...options });
      if (await payment.offersPayment()) await onPage(payment);
      const arrival = await payment.finish();
      asPromised = list === 'cancel' ? arrival?.kind !== 'success' : arrival?.kind === endOf[list];
      const noReturn =
        options.success_url === 'none'
          ? 'no return, as this payment has no address for it'
          : 'no return to the merchant';
      const stopped = page?.stopped === undefined || options.success_url === 'none' ? '' : `; ${page.stopped}`;
      words = arrival ? `${arrival.kind}_url` : (brokenBy(payment.record) ?? noReturn + stopped);
    } catch (error) {
      if (!['not-tested', 'payment-page'].includes(failureKindOf(error) ?? '')) throw error;
      words = firstLine(error);
    }
    print(`  ends: ${words}`);
    const { lines = [], saysSo = false, untouched } = page ?? {};
    // What ended as promised pays or declines, whatever its words.
    const unclear = saysSo
      ? untouched && `"${untouched}" may decide how it ends`
      : `nothing on the page said that it ${list === 'pay' ? 'pays' : 'fails'}`;
    const doubt = page?.doubt ?? (list === 'cancel' || asPromised ? undefined : unclear);
    // Without a word that cancels, the page has no way to cancel.
    return { lines: list === 'cancel' && !saysSo ? [] : lines, number, doubt, asPromised, words };
  };
  const pay = await walk('redirect', 'pay');
  let decline = await walk('redirect', 'decline');
  // Where no word makes it fail, the number may.
  for (const number of otherNumbers) {
    if (decline.asPromised || !decline.lines.some(({ value }) => value === '{number}')) break;
    const other = await walk('redirect', 'decline', {}, number);
    if (other.asPromised) decline = other;
  }
  const cancel = await walk('redirect', 'cancel');
  const open = await walk('iframe', 'pay', { amount: 'by customer', success_url: 'none', failure_url: 'none' });
  const lists = { pay, decline, cancel };
  const doubts = Object.entries(lists).flatMap(([list, { doubt }]) =>
    doubt === undefined ? [] : [[list, doubt] as const],
  );
  return {
    source: sourceOf(decline.number, pay.lines, decline.lines, cancel.lines, open.lines),
    doubts: Object.fromEntries(doubts),
    ends: lists,
  };
};

/** The number of lines at the beginning of two lists that are the same. */
const commonTo = (one: readonly string[], other: readonly string[]): number => {
  const at = one.findIndex((text, index) => text !== other[index]);
  return at === -1 ? one.length : at;
};

const endsWith = (all: readonly string[], last: readonly string[]): boolean =>
  last.length <= all.length && last.every((text, index) => text === all[all.length - last.length + index]);

/** Without the optional lines at the end, such as the link back to a shop, which a payment without address has not. */
const required = (all: readonly string[]): readonly string[] =>
  all.slice(0, all.findLastIndex((text) => !text.startsWith('? ')) + 1);

const sourceOf = (declinedNumber: string | undefined, ...all: readonly (readonly Line[])[]): string => {
  const [paid = [], , , opened = []] = all;
  // A button that shows the amount has other words where the customer sets it.
  const asPaid = (line: Line) =>
    paid.find(({ text }) => text === line.text) ??
    paid.find(({ name, value }) => value === line.value && isNamed(line.name, name)) ??
    line;
  const [pay = [], decline = [], cancel = []] = all.map((lines) => lines.map(({ text }) => text));
  const open = opened.map((line) => asPaid(line).text);
  const withAmount = (lines: readonly string[]): string[] => {
    const at = open.findIndex((text) => text.includes('{amount}'));
    if (at === -1 || lines.some((text) => text.includes('{amount}'))) return [...lines];
    // A page that asks for the amount alone has a button of its own to go on.
    const rest = open.slice(at + 1);
    const same = rest.findIndex((_, index) => endsWith(required(pay), required(rest.slice(index))));
    const onward = rest.slice(0, Math.max(0, same)).map((text) => (text.startsWith('? ') ? text : `? ${text}`));
    const next = rest.slice(onward.length).map((text) => lines.indexOf(text));
    const before = open.slice(0, at).map((text) => lines.indexOf(text) + 1);
    const place = next.find((index) => index !== -1) ?? Math.max(0, ...before);
    return lines.toSpliced(place, 0, open[at] ?? '', ...onward);
  };
  // The lines that pay do not decline as well, unless with another number.
  const isSame = declinedNumber === undefined && decline.length === pay.length && commonTo(pay, decline) === pay.length;
  const asEntered = (text: string) => text.replace('{number}', declinedNumber ?? '{number}');
  const paying = withAmount(pay);
  const declining = isSame || decline.length === 0 ? [] : withAmount(decline).map(asEntered);
  const shared = declining.length > 0 ? Math.min(commonTo(paying, declining), declining.length) : 0;
  const begin = paying.slice(0, shared);
  const cancelling = cancel.slice(commonTo(cancel, begin));
  const lists = { begin, pay: paying.slice(shared), decline: declining.slice(shared), cancel: cancelling };
  return stringify(Object.fromEntries(Object.entries(lists).filter(([, lines]) => lines.length > 0)), { lineWidth: 0 });
};
