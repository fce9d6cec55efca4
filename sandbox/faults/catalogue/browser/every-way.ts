import { fieldFaults, redirectsOf } from '../../answer-faults.ts';
import {
  anyAnswer,
  header,
  inService,
  leadingTo,
  parameter,
  parameterOfFirst,
  refusedAs,
  text,
  parameterEncoded,
} from '../../changes.ts';
import type { Change, Effect, Entries, Entry, Where } from '../../exchange.ts';
import { page, parametersOf, twice } from '../../page-changes.ts';
import { all, decide, ended, outcome, paymentPage, referenceGenerated, startedBy } from '../../places.ts';
import type { Start as StartWord, Transaction } from '../../../service/transaction.ts';

/** A way to start a payment in the browser, and its name in fault names and sentences. */
export type Way = { readonly prefix: string; readonly what: string; readonly start: StartWord };

const redirects = ({ what, start }: Way, where: Where = () => true) =>
  redirectsOf(`after a payment of ${what}`, all(startedBy(start), where));
const paid = ended('success');
const unpaid = ended('failed');
const addressless: Where = ({ transaction }) =>
  transaction?.successUrl === undefined && transaction?.failureUrl === undefined;
export const ofWay = ({ start }: Way, where: Where) => all(startedBy(start), where);

export const inSecondCurrency: Where = ({ transaction }) => transaction !== undefined && transaction.currency !== 'XTS';

/** Appends the parameters of `2.3` to the merchant's fragment, which no server receives. */
const appendedToFragment: Change = leadingTo((url) => {
  if (url.hash === '') return url.href;
  const { own, ours } = parametersOf(url);
  return `${url.origin}${url.pathname}?${own}${url.hash}&${ours}`;
});
const ownStatus = (transaction: Transaction | undefined): string | undefined => {
  const address = transaction?.status === 'success' ? transaction.successUrl : transaction?.failureUrl;
  return new URL(address ?? 'http://none').searchParams.get('status') ?? undefined;
};
const sendsOwnStatus = parameter('status', (word, { transaction }) => ownStatus(transaction) ?? word);

const dropsFragment = leadingTo((url) => url.href.replace(/#.*/, ''));
const dropsOwnQuery = leadingTo((url) => `${url.origin}${url.pathname}?${parametersOf(url).ours}${url.hash}`);

export const fragmentFaults = (way: Way): Entries => ({
  [`${way.prefix}-fragment-dropped`]: [
    `drops the merchant's own fragment after a payment of ${way.what}`,
    redirects(way).changed(dropsFragment),
  ],
  [`${way.prefix}-failure-drops-fragment`]: [
    `drops the merchant's own fragment after a failure of ${way.what}`,
    redirects(way, unpaid).changed(dropsFragment),
  ],
  [`${way.prefix}-parameters-behind-fragment`]: [
    `appends its parameters to the merchant's own fragment after a payment of ${way.what}`,
    redirects(way).changed(appendedToFragment),
  ],
});

export const ownStatusFaults = (way: Way): Entries => ({
  [`${way.prefix}-own-status-wins`]: [
    `sends the merchant's own status in place of that of a payment of ${way.what}`,
    redirects(way).changed(sendsOwnStatus),
  ],
  [`${way.prefix}-failure-tells-own-status`]: [
    `sends the merchant's own status in place of that of a failed payment of ${way.what}`,
    redirects(way, unpaid).changed(sendsOwnStatus),
  ],
});

export const secondArrivals = (way: Way): Entries => ({
  [`${way.prefix}-arrives-twice`]: [
    `opens the merchant's address in a frame and in the window after a success of ${way.what}`,
    redirects(way, paid).changed(twice),
  ],
  [`${way.prefix}-failure-arrives-twice`]: [
    `opens the merchant's address in a frame and in the window after a failure of ${way.what}`,
    redirects(way, unpaid).changed(twice),
  ],
});

/** Pages that hide their Pay button, or all content, on phones. */
export const smallScreens = (way: Way): Entries => {
  const styled = (rule: string): Effect =>
    anyAnswer(
      ofWay(way, paymentPage),
      header('content-security-policy', undefined),
      text((html) => html.replace('</head>', `<style>@media (max-width: 600px) { ${rule} }</style></head>`)),
    );
  return {
    [`${way.prefix}-pay-hidden-on-phones`]: [
      `hides the Pay button on small screens, on the page of ${way.what}`,
      styled('[value=pay] { display: none }'),
    ],
    [`${way.prefix}-page-hidden-on-phones`]: [
      `shows nothing on small screens, on the page of ${way.what}`,
      styled('body { display: none }'),
    ],
  };
};

export const ownQueryFaults = (way: Way): Entries => ({
  [`${way.prefix}-own-query-dropped`]: [
    `drops the merchant's own query after a payment of ${way.what}`,
    redirects(way).changed(dropsOwnQuery),
  ],
  [`${way.prefix}-own-path-dropped`]: [
    `drops the merchant's own path after a payment of ${way.what}`,
    redirects(way).changed(
      leadingTo((url) => `${url.origin}/${url.pathname.split('/').slice(1, 3).join('/')}${url.search}${url.hash}`),
    ),
  ],
  [`${way.prefix}-failure-drops-own-query`]: [
    `drops the merchant's own query after a failure of ${way.what}`,
    redirects(way, unpaid).changed(dropsOwnQuery),
  ],
  ...repeatedFaults(way),
});

/** Wrong handling of repeated parameters, parameters without a value, and encoded paths. */
export const repeatedFaults = (way: Way): Entries => ({
  [`${way.prefix}-repeated-key-once`]: [
    `keeps only the last of the merchant's parameters of one name after a payment of ${way.what}`,
    redirects(way).changed(
      leadingTo((url) => {
        url.search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString();
        return url.href;
      }),
    ),
  ],
  [`${way.prefix}-flag-dropped`]: [
    `drops a parameter without a value after a payment of ${way.what}`,
    redirects(way).changed(
      leadingTo((url) => {
        url.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
        return url.href;
      }),
    ),
  ],
  [`${way.prefix}-path-decoded`]: [
    `decodes the merchant's own path after a payment of ${way.what}`,
    redirects(way).changed(
      leadingTo((url) => `${url.origin}${url.pathname.replaceAll('%2F', '/')}${url.search}${url.hash}`),
    ),
  ],
});

export const encodingFaults = (way: Way): Entries => {
  const reference = (write: (value: string) => string, where?: Where) =>
    redirects(way, where).changed(parameterEncoded('transaction_reference', write));
  return {
    [`${way.prefix}-reference-unencoded`]: [`does not encode the reference of ${way.what}`, reference((one) => one)],
    [`${way.prefix}-failure-reference-unencoded`]: [
      `does not encode the reference after a failure of ${way.what}`,
      reference((one) => one, unpaid),
    ],
    [`${way.prefix}-reference-ascii-only`]: [
      `replaces every non-ASCII letter in the reference of ${way.what} by a question mark`,
      reference((one) => encodeURIComponent(one.replace(/[^ -~]/g, '?'))),
    ],
  };
};

/** Ids and generated references that two payments share. */
export const sharedIds = (way: Way): Entries => ({
  [`${way.prefix}-checkout-id-of-first`]: [
    `sends the checkout_id of the first payment of ${way.what} with every redirect`,
    redirects(way).changed(parameterOfFirst('checkout_id')),
  ],
  [`${way.prefix}-failure-checkout-id-of-first`]: [
    `sends the checkout_id of the first failed payment of ${way.what} with every redirect after a failure`,
    redirects(way, unpaid).changed(parameterOfFirst('checkout_id')),
  ],
  [`${way.prefix}-transaction-id-of-first`]: [
    `sends the transaction_id of the first payment of ${way.what} with every redirect`,
    redirects(way).changed(parameterOfFirst('transaction_id')),
  ],
  ...fieldFaults(`${way.prefix}-generated-reference`, 'transaction_reference', redirects(way, referenceGenerated), {
    constant: 'REF-0123456789AB',
  }),
});

export const crossings = (way: Way): Entries => ({
  [`${way.prefix}-success-crosses`]: [
    `redirects to failure_url after a success of ${way.what}`,
    crosses(way, 'success'),
  ],
  [`${way.prefix}-failure-crosses`]: [
    `redirects to success_url after a failure of ${way.what}`,
    crosses(way, 'failed'),
  ],
});

/** Uses the merchant's other address after one outcome. */
export const crosses = ({ start }: Way, word: 'success' | 'failed'): Effect =>
  inService({
    returnAddresses: (plain) => ({
      merchantAddress(transaction) {
        const { status, successUrl, failureUrl } = transaction;
        const other = status === 'success' ? failureUrl : successUrl;
        const isHere = status === word && transaction.start === start;
        return (isHere ? other : undefined) ?? plain.merchantAddress(transaction);
      },
    }),
  });

export const withoutAddresses = (way: Way): Entries => ({
  [`${way.prefix}-addressless-pay-breaks`]: [
    `breaks when a payment of ${way.what} without addresses is paid`,
    anyAnswer(ofWay(way, all(decide, addressless)), page(500, 'Internal server error')),
  ],
  [`${way.prefix}-addressless-end-breaks`]: [
    `breaks when a payment of ${way.what} without addresses has ended`,
    anyAnswer(ofWay(way, all(outcome, addressless)), page(500, 'Internal server error')),
  ],
  [`${way.prefix}-addressless-failure-breaks`]: [
    `breaks when a payment of ${way.what} without addresses has failed`,
    anyAnswer(ofWay(way, all(outcome, addressless, unpaid)), refusedAs(500)),
  ],
});

/** A browser session that stores only one payment. */
export const sharedSessions = (way: Way): Entries => ({
  [`${way.prefix}-session-shared`]: sharedSession(way, 'transaction_reference', (one) => one.transactionReference),
  [`${way.prefix}-session-shares-checkout-id`]: sharedSession(way, 'checkout_id', (one) => one.checkoutId),
  [`${way.prefix}-session-shares-transaction-id`]: sharedSession(way, 'transaction_id', (one) => one.transactionId),
});

const sharedSession = (way: Way, name: string, valueOf: (transaction: Transaction) => string): Entry => [
  `ends a payment of ${way.what} with the ${name} of the one whose page was opened last`,
  anyAnswer(ofWay(way, paymentPage), (answer, { transaction }) => {
    const value = encodeURIComponent(transaction ? valueOf(transaction) : '');
    answer.headers['set-cookie'] = `opened=${value}; Path=/; SameSite=None; Secure`;
  }),
  redirects(way).changed(
    parameter(name, (own, { headers }) => {
      const [, kept] = /\bopened=([^;]*)/.exec(headers.cookie ?? '') ?? [];
      return kept === undefined ? own : decodeURIComponent(kept);
    }),
  ),
];
