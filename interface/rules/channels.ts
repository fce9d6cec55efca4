import type { TestedRuleId } from './catalogue.ts';
import { must, observe, type Level, type Rule } from './levels.ts';

/**
 * How a payment in the browser is started: with the page of an initiation (`redirect`, 4.1), a form post (`form`) or a
 * JSON checkout in an iframe (`iframe`, 4.2). All three lead back to the merchant in the same way (2.3).
 */
export const channels = ['redirect', 'form', 'iframe'] as const;

export type Channel = (typeof channels)[number];

/** The end of a payment that has an address of the merchant (2.1, 2.3). */
export type End = 'success' | 'failure';

export const ends = ['success', 'failure'] as const satisfies readonly End[];

/** The rows of one rule that holds in each channel; sections and sentence are those of the hosted page. */
export const inEachChannel = <Name extends string>(name: Name, sections: string, sentence: string) =>
  rowsFor(channels, name, sections, sentence, must);

/** A question that each channel answers; it ends with its mark. */
export const askedInEachChannel = <Name extends string>(name: Name, sections: string, question: string) =>
  rowsFor(channels, name, sections, question, observe);

/** The same for a rule about the payment page, whose row for the hosted page begins with `page`. */
export const onEachPage = <Name extends string>(name: Name, sections: string, sentence: string) =>
  rowsFor(['page', 'form', 'iframe'], name, sections, sentence, must);

const rowsFor = <Prefix extends string, Name extends string, L extends Level>(
  prefixes: readonly Prefix[],
  name: Name,
  sections: string,
  sentence: string,
  row: (sections: string, sentence: string) => Rule<L>,
): Record<`${Prefix}.${Name}`, Rule<L>> => {
  // What 4.1 and 2.1 say about an initiation, 4.2 and 2.5 say about a checkout.
  const ofCheckout = sections.split(' ').map((one) => ({ '4.1': '4.2', '2.1': '2.5' })[one] ?? one);
  const rowOf = (prefix: Prefix): Rule<L> => {
    if (prefix !== 'form' && prefix !== 'iframe') return row(sections, sentence);
    const where = prefix === 'form' ? 'after a form post' : 'in an iframe';
    const there = sentence.endsWith('?') ? `${sentence.slice(0, -1)}, ${where}?` : `${sentence}, ${where}`;
    return row([...new Set(['4.2', ...ofCheckout])].join(' '), there);
  };
  const rows = prefixes.map((prefix) => [`${prefix}.${name}`, rowOf(prefix)]);
  return Object.fromEntries(rows) as Record<`${Prefix}.${Name}`, Rule<L>>;
};

type NameIn<Prefix extends string> = TestedRuleId extends infer Id
  ? Id extends `${Prefix}.${infer Name}`
    ? Name
    : never
  : never;

/** The names of rules that every channel has under its own prefix. */
type SharedName = NameIn<'redirect'> & NameIn<'form'> & NameIn<'iframe'>;

/** Rules that say the same, with ids of their own in each channel. */
const differentlyNamed = {
  opens: { redirect: ['page.opens'], form: ['form.leads-to-checkout'], iframe: ['iframe.loads'] },
  'amount-right': { redirect: ['page.amount-right'], form: ['form.amount-right'], iframe: ['iframe.amount-right'] },
  'without-addresses': {
    redirect: ['page.without-addresses'],
    form: ['form.without-addresses'],
    iframe: ['iframe.without-addresses'],
  },
  success: {
    redirect: [
      'redirect.success-url',
      'redirect.status-success',
      'redirect.checkout-id',
      'redirect.transaction-id',
      'redirect.transaction-reference',
    ],
    form: ['form.success'],
    iframe: ['iframe.success'],
  },
  failure: {
    redirect: [
      'redirect.failure-url',
      'redirect.status-failed',
      'redirect.checkout-id',
      'redirect.transaction-id',
      'redirect.transaction-reference',
    ],
    form: ['form.failure'],
    iframe: ['iframe.failure'],
  },
  'own-ids': { redirect: ['redirect.own-checkout-id'], form: ['form.own-ids'], iframe: ['iframe.own-ids'] },
  'amount-later': { redirect: [], form: ['form.amount-later'], iframe: ['iframe.amount-later'] },
  stays: { redirect: [], form: [], iframe: ['iframe.stays'] },
} as const satisfies Record<string, Record<Channel, readonly TestedRuleId[]>>;

export type ChannelRule = SharedName | keyof typeof differentlyNamed;

/** The ids of rules in one channel. */
export const inChannel = (channel: Channel, ...names: readonly ChannelRule[]): TestedRuleId[] =>
  names.flatMap((name): readonly TestedRuleId[] =>
    name in differentlyNamed
      ? differentlyNamed[name as keyof typeof differentlyNamed][channel]
      : [`${channel}.${name as SharedName}`],
  );
