import { Refusal } from '../../http/refusals.ts';
import type { Start, Transaction } from '../../service/transactions.ts';
import {
  anyAnswer,
  bareHost,
  crossed,
  leadingTo,
  merchantRedirect,
  overrideRequest,
  overrideService,
  page,
  parameter,
  parameterEncoded,
  parameterInFragment,
  parameterOfFirst,
  parametersOf,
  refusedAs,
  script,
  text,
  toReceipt,
  twice,
} from '../changes.ts';
import {
  addressAlone,
  addressless,
  all,
  always,
  answeredWith,
  decide,
  ended,
  given,
  inSecondCurrency,
  not,
  outcome,
  paymentPage,
  progress,
  receipt,
  referenceGenerated,
  startedBy,
} from '../conditions.ts';
import type {
  Alteration,
  Change,
  Condition,
  Effect,
  Effects,
  Entries,
  Exchange,
  Parameter,
  Subject,
} from '../exchange.ts';
import { type Answers, parameterFaults, pick, redirectsOf, table, type Words } from '../fault-tables.ts';
import { cancels } from '../histories.ts';

/** A way to start a payment in the browser, and the beginning of the names of its faults and rules. */
export type Channel = { readonly prefix: string; readonly start: Start };

const afterSuccess = ended('success');
const afterFailure = ended('failed');

/** Changes of the redirect to the merchant, by word. */
const changesOf = ({ prefix, start }: Channel, where: Condition, words: Words<Change>): Entries =>
  table(prefix, words, (change) => merchantRedirect(all(startedBy(start), where), change));
/** Changes of pages, by word. */
const pages = ({ prefix, start }: Channel, words: Words<readonly [Condition, ...Change[]]>): Entries =>
  table(prefix, words, ([where, ...changes]) => anyAnswer(all(startedBy(start), where), ...changes));

/** Appends the parameters of `2.3` to the merchant's fragment, which no server receives. */
const appendedToFragment = leadingTo((url) => {
  if (url.hash === '') return url.href;
  const { own, ours } = parametersOf(url);
  return `${url.origin}${url.pathname}?${own}${url.hash}&${ours}`;
});
const sendsOwnStatus = parameter('status', (word, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.successUrl : transaction?.failureUrl;
  return new URL(address ?? 'http://none').searchParams.get('status') ?? word;
});
const dropsOwnQuery = leadingTo((url) => `${url.origin}${url.pathname}?${parametersOf(url).ours}${url.hash}`);
const hasQueryOfSuccess = leadingTo((url, { transaction }) => {
  if (transaction?.successUrl === undefined) return url.href;
  const own = new URL(transaction.successUrl).search.slice(1);
  return `${url.origin}${url.pathname}?${own}${own && '&'}${parametersOf(url).ours}`;
});
const dropsOwnPath = leadingTo(
  ({ origin, pathname, search, hash }) => `${origin}/${pathname.split('/').slice(1, 3).join('/')}${search}${hash}`,
);
/** Takes for granted that the merchant's address has a query. */
const joinedByAmpersand = leadingTo((url) => {
  const { own, ours } = parametersOf(url);
  return own === '' ? `${url.origin}${url.pathname}&${ours}${url.hash}` : url.href;
});
const slashLost = leadingTo((url) => `${url.origin}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`);
const unencoded = parameterEncoded('transaction_reference', (reference) => reference);
const asciiOnly = parameterEncoded('transaction_reference', (reference) =>
  encodeURIComponent(reference.replace(/[^ -~]/g, '?')),
);
/** As text of three bytes a character stores it. */
const withoutEmoji = (text: string): string => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?');
const broken = page(500, 'Internal server error');

/** Wrong handling of repeated parameters, parameters without a value, and encoded paths. */
const repeatedFaults = (channel: Channel): Entries =>
  changesOf(channel, always, {
    'repeated-key-once': leadingTo((url) => {
      url.search = new URLSearchParams(Object.fromEntries(url.searchParams)).toString();
      return url.href;
    }),
    'flag-dropped': leadingTo((url) => {
      url.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString();
      return url.href;
    }),
    'parameters-behind-fragment': appendedToFragment,
    'path-decoded': leadingTo((url) => `${url.origin}${url.pathname.replaceAll('%2F', '/')}${url.search}${url.hash}`),
  });

/** Uses the merchant's other address after one outcome. */
export const crosses = ({ start }: Channel, word: 'success' | 'failed'): Effect =>
  overrideService({
    returnAddresses: (plain) => ({
      merchantAddress(transaction) {
        const { status, successUrl, failureUrl } = transaction;
        const other = status === 'success' ? failureUrl : successUrl;
        const isHere = status === word && transaction.start === start;
        return (isHere ? other : undefined) ?? plain.merchantAddress(transaction);
      },
    }),
  });

/** Sends the customer of a payment without an address to the merchant of an earlier one. */
const leadsToEarlier = ({ start }: Channel): Effect =>
  overrideService({
    returnAddresses: (plain) => {
      let earlier: string | undefined;
      return {
        merchantAddress(transaction) {
          const own = plain.merchantAddress(transaction);
          const used = own ?? (transaction.start === start ? earlier : undefined);
          earlier = own ?? earlier;
          return used;
        },
      };
    },
  });

/** A page that returns by itself, and keeps in its window what it knew of the first payment there. */
const keptInWindow =
  (name: Parameter | 'address'): Change =>
  (answer, exchange, state) => {
    const address = JSON.stringify(answer.location).replaceAll('<', String.raw`\u003c`);
    page(200, 'Payment')(answer, exchange, state);
    script(`
      const url = new URL(${address});
      const own = ${name === 'address' ? 'url.href' : `url.searchParams.get('${name}')`};
      const kept = sessionStorage.getItem('kept') ?? own;
      sessionStorage.setItem('kept', kept);
      if (kept !== own) ${name === 'address' ? 'url.href = kept' : `url.searchParams.set('${name}', kept)`};
      location.replace(url);
    `)(answer, exchange, state);
  };

/** A browser session that stores only one payment. */
const sharedSession = ({ start }: Channel, name: Parameter, valueOf: (transaction: Transaction) => string): Effects => [
  anyAnswer(all(startedBy(start), paymentPage), (answer, { transaction }) => {
    const value = encodeURIComponent(transaction ? valueOf(transaction) : '');
    answer.headers['set-cookie'] = `opened=${value}; Path=/; SameSite=None; Secure`;
  }),
  merchantRedirect(
    startedBy(start),
    parameter(name, (own, { headers }) => {
      const [, kept] = /\bopened=([^;]*)/.exec(headers.cookie ?? '') ?? [];
      return kept === undefined ? own : decodeURIComponent(kept);
    }),
  ),
];

/** A browser session that stores a failure, and tells it of later payments. */
const keepsFailure: Change = (answer, exchange, state) => {
  const hasFailed = /\bfailed=1/.test(exchange.headers.cookie ?? '');
  parameter('status', (own) => (hasFailed ? 'failed' : own))(answer, exchange, state);
  if (exchange.transaction?.status === 'failed')
    answer.headers['set-cookie'] = 'failed=1; Path=/; SameSite=None; Secure';
};

const currentIn = ({ headers }: Exchange): string => /\bcurrent=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';

/** A browser session that stores one current payment until it ends, and pays it from the page of any other. */
const paysTheCurrent = ({ start }: Channel, keeps: 'first' | 'last'): Effects => {
  const isOther = all(decide, startedBy(start), (exchange) => {
    const current = currentIn(exchange);
    return current !== '' && current !== exchange.transaction?.checkoutId;
  });
  const sets = (exchange: Exchange): boolean => keeps === 'last' || currentIn(exchange) === '';
  const ofBrowser = 'Path=/; SameSite=None; Secure';
  return [
    anyAnswer(all(startedBy(start), paymentPage, sets), (answer, { transaction }) => {
      answer.headers['set-cookie'] = `current=${transaction?.checkoutId}; ${ofBrowser}`;
    }),
    { side: 'refused', where: isOther, refusal: () => new Refusal(409, 'Another payment is open.') },
    // The browser posts the same form again.
    anyAnswer(isOther, (answer, exchange) =>
      Object.assign(answer, { status: 307, location: `/checkout/${currentIn(exchange)}` }),
    ),
    anyAnswer(all(decide, startedBy(start), not(isOther), not(answeredWith(400))), (answer) => {
      answer.headers['set-cookie'] = `current=; Max-Age=0; ${ofBrowser}`;
    }),
  ];
};

/** A browser session that stores only the amount that it saw first. */
const showsKeptAmount: Change = (answer, { headers }) => {
  const [, kept] = /\bamount=([^;]*)/.exec(headers.cookie ?? '') ?? [];
  const [own = ''] = /(?<=<p class="amount">)[^<]*/.exec(answer.text ?? '') ?? [];
  if (kept !== undefined && own !== '') answer.text = answer.text?.replace(own, decodeURIComponent(kept));
  else answer.headers['set-cookie'] = `amount=${encodeURIComponent(own)}; Path=/; SameSite=None; Secure`;
};

/** Takes an amount that the customer types as a thousand times as much. */
const takenTimesThousand = overrideRequest(all(decide, given('amount')), ({ input }) => ({
  amount: String(Number(input['amount']) * 1000),
}));

/** Wrong amounts on the page: too high, too low, or in another currency. */
export const wrongAmounts = (channel: Channel): Entries => {
  const shows = (turn: (amount: string) => string, where = paymentPage): readonly [Condition, Change] => [
    where,
    text((html) => html.replace(/<p class="amount">[^<]*<\/p>/, turn)),
  ];
  return pages(channel, {
    'receipt-shows-another-amount': [receipt, text((html) => html.replace(/(?<=<dd>[A-Z]{3} )\d+\.\d\d/, '50.00'))],
    'receipt-in-another-currency': [receipt, text((html) => html.replace(/(?<=<dd>)[A-Z]{3}(?= \d)/, 'USD'))],
    'receipt-amount-cut': [receipt, text((html) => html.replace(/(?<=<dd>[A-Z]{3} \d+\.)\d\d/, '00'))],
    'failed-receipt-shows-times-ten': [
      all(receipt, afterFailure),
      text((html) => html.replace(/(?<=<dd>[A-Z]{3} )([\d,]+)\.(\d)(\d)/, '$1$2.$30')),
    ],
    'failed-receipt-in-another-currency': [
      all(receipt, afterFailure),
      text((html) => html.replace(/(?<=<dd>)[A-Z]{3}(?= \d)/, 'USD')),
    ],
    'progress-in-another-currency': [progress, text((html) => html.replace(/(?<=<strong>)[A-Z]{3}/, 'USD'))],
    'progress-shows-another-amount': [
      progress,
      text((html) => html.replace(/(?<=<strong>[A-Z]{3} )[\d,]+\.\d\d/, '50.00')),
    ],
    'session-shares-amount': [paymentPage, showsKeptAmount],
    'amount-times-hundred': shows((found) => found.replace(/\.(\d\d)(?=<)/, '$1.00')),
    'amount-times-ten': shows((found) => found.replace(/\.(\d)(\d)(?=<)/, '$1.$20')),
    'amount-hundredth': shows((found) => found.replace(/\b(\d\d)\.\d\d(?=<)/, '0.$1')),
    'amount-another': shows((found) => found.replace(/\b\d\d\.\d\d(?=<)/, '50.00')),
    'amount-rounded-up': shows((found) =>
      found.replace(/\b(\d\d)\.(?!00)\d\d(?=<)/, (_whole, main) => `${Number(main) + 1}.00`),
    ),
    'amount-of-thousands-as-tenth': shows((found) => found.replace(/\b(\d)\D?(\d\d)\d(?=\.\d\d<)/, '$1$2')),
    'amount-of-one-unit-as-ten': shows((found) => found.replace(/\b1\.00(?=<)/, '10.00')),
    'amount-cents-without-zero': shows((found) => found.replace(/\.0(?=[1-9]<)/, '.')),
    'amount-cut': shows((found) => found.replace(/\.\d\d/, '.00')),
    'amount-in-dollars': shows((found) => found.replace(/[A-Z]{3}/, 'USD')),
    'second-currency-as-euros': shows((found) => found.replace(/[A-Z]{3}/, 'EUR'), all(paymentPage, inSecondCurrency)),
  });
};

/** Faults of the rules that hold in each channel (`2.3`); the kinds that one channel shows for all stand in its own table. */
export const channelFaults = (channel: Channel): Subject => {
  const { prefix } = channel;
  return {
    [`${prefix}.own-query`]: {
      ...changesOf(channel, always, { 'own-query-dropped': dropsOwnQuery, 'own-path-dropped': dropsOwnPath }),
      ...changesOf(channel, always, { 'own-path-slash-lost': slashLost, 'query-taken-for-granted': joinedByAmpersand }),
      ...changesOf(channel, afterFailure, {
        'failure-drops-own-query': dropsOwnQuery,
        'failure-has-query-of-success': hasQueryOfSuccess,
      }),
    },
    [`${prefix}.own-status`]: {
      ...changesOf(channel, always, { 'own-status-wins': sendsOwnStatus }),
      ...changesOf(channel, afterFailure, { 'failure-tells-own-status': sendsOwnStatus }),
    },
    [`${prefix}.own-ids`]: {
      ...changesOf(channel, always, {
        'checkout-id-of-first': parameterOfFirst('checkout_id'),
        'transaction-id-of-first': parameterOfFirst('transaction_id'),
        'window-keeps-checkout-id': keptInWindow('checkout_id'),
        'window-keeps-transaction-id': keptInWindow('transaction_id'),
      }),
      ...changesOf(channel, afterFailure, { 'failure-checkout-id-of-first': parameterOfFirst('checkout_id') }),
      ...changesOf(channel, referenceGenerated, {
        'generated-reference-constant': parameter('transaction_reference', () => 'REF-0123456789AB'),
      }),
    },
    [`${prefix}.reference-encoded`]: {
      ...changesOf(channel, always, {
        'reference-unencoded': unencoded,
        'reference-ascii-only': asciiOnly,
        'reference-without-emoji': parameter('transaction_reference', withoutEmoji),
        'reference-in-composed-letters': parameter('transaction_reference', (text) => text.normalize('NFC')),
      }),
      ...changesOf(channel, afterFailure, { 'failure-reference-unencoded': unencoded }),
    },
    [`${prefix}.no-crossing`]: {
      [`${prefix}-success-crosses`]: crosses(channel, 'success'),
      [`${prefix}-failure-crosses`]: crosses(channel, 'failed'),
      [`${prefix}-to-earlier-merchant`]: leadsToEarlier(channel),
      ...changesOf(channel, always, { 'window-keeps-address': keptInWindow('address') }),
    },
    [`${prefix}.one-arrival`]: {
      ...changesOf(channel, afterSuccess, { 'arrives-twice': twice }),
      ...changesOf(channel, afterFailure, { 'failure-arrives-twice': twice }),
    },
    [`${prefix}.without-addresses`]: pages(channel, {
      'addressless-pay-breaks': [all(decide, addressless), broken],
      'addressless-end-breaks': [all(outcome, addressless), broken],
      'addressless-failure-breaks': [all(outcome, addressless, afterFailure), refusedAs(500)],
    }),
    [`${prefix}.amount-right`]: pick(
      { ...wrongAmounts(channel), [`${prefix}-typed-amount-times-thousand`]: takenTimesThousand },
      `${prefix}-amount-times-ten`,
      `${prefix}-typed-amount-times-thousand`,
      `${prefix}-amount-in-dollars`,
      `${prefix}-second-currency-as-euros`,
      `${prefix}-progress-in-another-currency`,
      `${prefix}-progress-shows-another-amount`,
    ),
    [`${prefix}.two-tabs`]: {
      [`${prefix}-session-shared`]: sharedSession(channel, 'transaction_reference', (one) => one.transactionReference),
      [`${prefix}-session-shares-checkout-id`]: sharedSession(channel, 'checkout_id', (one) => one.checkoutId),
      [`${prefix}-pays-the-payment-opened-last`]: paysTheCurrent(channel, 'last'),
      [`${prefix}-pays-the-payment-opened-first`]: paysTheCurrent(channel, 'first'),
      [`${prefix}-session-shares-transaction-id`]: sharedSession(channel, 'transaction_id', (one) => one.transactionId),
    },
  };
};

const initiated: Channel = { prefix: 'redirect', start: 'initiation' };
const started = redirectsOf(startedBy('initiation'));
const paid = redirectsOf(all(startedBy('initiation'), ended('success')));
const unpaid = redirectsOf(all(startedBy('initiation'), ended('failed')));
const paidAlone = redirectsOf(all(startedBy('initiation'), ended('success'), addressAlone));
const unpaidAlone = redirectsOf(all(startedBy('initiation'), ended('failed'), addressAlone));
const generated = redirectsOf(all(startedBy('initiation'), referenceGenerated));
const cancelled = redirectsOf(all(startedBy('initiation'), ended('cancelled')));
const cancelledForm = redirectsOf(all(startedBy('form'), ended('cancelled')));
const cancelledIframe = redirectsOf(all(startedBy('json'), ended('cancelled')));

const missing = { missing: undefined };
const elsewhere = leadingTo((url) => `${url.origin}/elsewhere${url.search}`);
const inCapitals = parameter('status', (word) => word.toUpperCase());
const withQuery = (make: (own: string, ours: string) => string): Alteration =>
  started(
    leadingTo((url) => {
      const { own, ours } = parametersOf(url);
      return `${url.origin}${url.pathname}?${make(own, ours)}`;
    }),
  );

const dotsUnderscored = (query: string): string => query.replaceAll('a.b=', 'a_b=');
const saysSuccess = parameter('status', () => 'success');
/** Replaces the redirect after an outcome by a receipt, an unknown path or an error. */
const missingRedirect = (end: 'success' | 'failure', redirects: Answers): Entries =>
  table(`${end}-ends`, { 'at-receipt': toReceipt, elsewhere, 'at-500': refusedAs(500) }, (change) => redirects(change));

/** The fields that a paying customer submits. */
const entry = { amount: '1050', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome: 'success' };

/** Where a payment leads, and with which status (`2.3`). */
export const redirect: Subject = {
  'redirect.success-url': missingRedirect('success', paid),
  'redirect.failure-url': missingRedirect('failure', unpaid),
  'redirect.no-crossing': {
    'success-to-failure-url': crosses(initiated, 'success'),
    'failure-to-success-url': crosses(initiated, 'failed'),
    'redirect-to-earlier-merchant': leadsToEarlier(initiated),
    'redirect-window-keeps-address': started(keptInWindow('address')),
  },
  'redirect.status-success': {
    ...parameterFaults('redirect-success-status', 'status', paid, missing),
    ...parameterFaults('redirect-success-status-says', 'status', paid, {
      completed: 'completed',
      pending: 'pending',
      failed: 'failed',
    }),
    'redirect-success-status-in-fragment': paid(parameterInFragment('status')),
    'redirect-success-status-in-capitals': paid(inCapitals),
    'redirect-session-keeps-failure': started(keepsFailure),
    ...parameterFaults('redirect-success-alone', 'status', paidAlone, { 'without-status': undefined }),
  },
  'redirect.status-failed': {
    ...parameterFaults('redirect-failure-status', 'status', unpaid, missing),
    ...parameterFaults('redirect-failure-status-says', 'status', unpaid, {
      error: 'error',
      success: 'success',
      cancelled: 'cancelled',
    }),
    'redirect-failure-status-in-capitals': unpaid(inCapitals),
    ...parameterFaults('redirect-failure-alone', 'status', unpaidAlone, { 'without-status': undefined }),
  },
  'redirect.own-query': {
    'own-query-dropped': withQuery((_own, ours) => ours),
    'own-query-in-fragment': withQuery((own, ours) => `${ours}#${own}`),
    'own-query-last-dropped': withQuery((own, ours) => `${own.replace(/&[^&]*$/, '')}&${ours}`),
    'own-query-values-dropped': withQuery((own, ours) => `${own.replace(/=[^&]*/g, '=')}&${ours}`),
    'own-query-cut': withQuery((own, ours) => `${own.slice(0, 200)}&${ours}`),
    'own-query-doubled': withQuery((own, ours) => `${own}&${own}&${ours}`),
    'own-query-lists-numbered': withQuery((own, ours) => `${own.replaceAll('%5B%5D', '%5B0%5D')}&${ours}`),
    'own-query-dots-underscored': withQuery((own, ours) => `${dotsUnderscored(own)}&${ours}`),
    'own-query-without-empty-values': withQuery((own, ours) => `${own.replace(/&\w+=(?=&|$)/g, '')}&${ours}`),
    'own-query-dashes-underscored': withQuery((own, ours) => `${own.replaceAll('item-id=', 'item_id=')}&${ours}`),
    'own-query-plus-as-blank': withQuery((own, ours) => `${own.replaceAll('%2B', '+')}&${ours}`),
    'own-path-slash-lost': started(slashLost),
    'redirect-query-taken-for-granted': started(joinedByAmpersand),
    'own-path-parameter-dropped': started(leadingTo((url) => url.href.replace(/;b(?=\/)/, ''))),
    'own-path-slashes-merged': started(leadingTo((url) => url.href.replace(/(?<=[^:/])\/\//, '/'))),
    'own-query-second-mark': started(leadingTo((url) => url.href.replace('&status=', '?status='))),
    'own-path-dropped': started(leadingTo((url) => `${url.origin}/${url.search}`)),
    'own-query-of-other-address': started(hasQueryOfSuccess),
    'own-path-last-step-dropped': started(
      leadingTo((url) => `${url.origin}${url.pathname.replace(/\/[^/]*$/, '/')}${url.search}`),
    ),
    ...repeatedFaults(initiated),
  },
  ...pick(channelFaults(initiated), 'redirect.own-status', 'redirect.one-arrival', 'redirect.two-tabs'),
  'redirect.cancelled-parameters': {
    ...parameterFaults('cancelled-status', 'status', cancelled, { misspelt: 'canceled', 'of-result': 'error' }),
    ...parameterFaults('cancelled-status', 'status', cancelled, { empty: '', 'in-capitals': 'CANCELLED' }),
    ...parameterFaults('cancelled-transaction-id', 'transaction_id', cancelled, { undefined: 'undefined', empty: '' }),
    ...parameterFaults('cancelled-checkout-id', 'checkout_id', cancelled, { null: 'null', missing: undefined }),
    ...parameterFaults('cancelled-reference', 'transaction_reference', cancelled, missing),
    'cancelled-form-own-path-dropped': cancelledForm(dropsOwnPath),
    ...parameterFaults('cancelled-form-status', 'status', cancelledForm, { misspelt: 'canceled' }),
    ...parameterFaults('cancelled-iframe-status', 'status', cancelledIframe, { misspelt: 'canceled' }),
    ...parameterFaults('cancelled-form-transaction-id', 'transaction_id', cancelledForm, { null: 'null' }),
    ...parameterFaults('cancelled-iframe-transaction-id', 'transaction_id', cancelledIframe, { null: 'null' }),
  },
  'redirect.cancelled-not-success': {
    'cancelled-says-success': cancelled(saysSuccess),
    'cancelled-is-success': cancelled(crossed, saysSuccess),
    'cancelled-form-is-success': cancelledForm(crossed, saysSuccess),
    'cancelled-iframe-is-success': cancelledIframe(crossed, saysSuccess),
    'cancel-breaks': anyAnswer(cancels, broken),
    'form-cancel-breaks': anyAnswer(all(cancels, startedBy('form')), broken),
    'iframe-cancel-breaks': anyAnswer(all(cancels, startedBy('json')), broken),
    'cancel-pays': overrideRequest(cancels, { ...entry, decision: 'pay' }),
  },
};

const reference = (write: (value: string) => string): Alteration =>
  started(parameterEncoded('transaction_reference', write));
const encoded = encodeURIComponent;

/** The ids and the reference in the redirect to the merchant (`2.3`). */
export const redirectParameters: Subject = {
  'redirect.checkout-id': {
    ...parameterFaults('redirect-checkout-id', 'checkout_id', started, { 'left-out': undefined, empty: '' }),
    ...parameterFaults('redirect-checkout-id', 'checkout_id', started, { null: 'null', undefined: 'undefined' }),
    'redirect-checkout-id-in-fragment': started(parameterInFragment('checkout_id')),
    'redirect-success-alone-without-checkout-id': paidAlone(parameter('checkout_id', () => undefined)),
    'redirect-to-host-alone-is-bare': started(bareHost),
    'redirect-second-currency-without-checkout-id': merchantRedirect(
      all(startedBy('initiation'), inSecondCurrency),
      parameter('checkout_id', () => undefined),
    ),
    'redirect-failure-alone-without-checkout-id': unpaidAlone(parameter('checkout_id', () => undefined)),
  },
  'redirect.own-checkout-id': {
    'redirect-checkout-id-constant': started(parameter('checkout_id', () => 'chk_1')),
    'redirect-checkout-id-of-first': started(parameterOfFirst('checkout_id')),
    'redirect-failure-checkout-id-of-first': unpaid(parameterOfFirst('checkout_id')),
  },
  'redirect.transaction-id': {
    ...parameterFaults('redirect-transaction-id', 'transaction_id', started, { 'left-out': undefined }),
    'redirect-transaction-id-constant': started(parameter('transaction_id', () => 'txn_1')),
    'redirect-transaction-id-missing-after-failure': unpaid(parameter('transaction_id', () => undefined)),
    'redirect-transaction-id-in-fragment': started(parameterInFragment('transaction_id')),
    'redirect-success-alone-without-transaction-id': paidAlone(parameter('transaction_id', () => undefined)),
    'redirect-failure-alone-without-transaction-id': unpaidAlone(parameter('transaction_id', () => undefined)),
    'redirect-transaction-id-of-first': started(parameterOfFirst('transaction_id')),
    'redirect-transaction-id-is-checkout-id': started(
      parameter('transaction_id', (_id, { transaction }) => transaction?.checkoutId),
    ),
    'redirect-transaction-id-truncated': started(parameter('transaction_id', (id) => id.slice(0, 8))),
  },
  'redirect.transaction-reference': {
    'redirect-transaction-reference-left-out': started(parameter('transaction_reference', () => undefined)),
    'redirect-transaction-reference-missing-after-failure': unpaid(parameter('transaction_reference', () => undefined)),
    'redirect-transaction-reference-in-fragment': started(parameterInFragment('transaction_reference')),
    'redirect-reference-of-first': started(parameterOfFirst('transaction_reference')),
    'redirect-window-keeps-reference': started(keptInWindow('transaction_reference')),
    'redirect-reference-is-id': started(
      parameter('transaction_reference', (_reference, { transaction }) => transaction?.transactionId),
    ),
    'redirect-reference-truncated': started(parameter('transaction_reference', (text) => text.slice(0, 4))),
    'redirect-reference-other': started(parameter('transaction_reference', () => 'REF-0123456789AB')),
  },
  'redirect.reference-generated': {
    ...parameterFaults('redirect-generated-reference', 'transaction_reference', generated, {
      missing: undefined,
      empty: '',
      another: 'REF-0123456789AB',
    }),
  },
  'redirect.reference-encoded': {
    'redirect-reference-unencoded': reference((text) => text),
    'redirect-reference-encoded-twice': reference((text) => encoded(encoded(text))),
    'redirect-reference-plus-unencoded': reference((text) => encoded(text).replaceAll('%2B', '+')),
    'redirect-reference-ampersand-unencoded': reference((text) => encoded(text).replaceAll('%26', '&')),
    'redirect-reference-ascii-only': reference((text) => encoded(text.replace(/[^ -~]/g, '?'))),
    'redirect-reference-special-dropped': reference((text) => text.replace(/[^\w-]/g, '')),
    'redirect-reference-without-emoji': reference((text) => encoded(withoutEmoji(text))),
    'redirect-reference-in-composed-letters': reference((text) => encoded(text.normalize('NFC'))),
  },
};
