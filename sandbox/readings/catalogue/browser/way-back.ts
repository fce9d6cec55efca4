import { merchantRedirect, leadingTo, parameter, status, anyAnswer } from '../../../faults/changes.ts';
import type { Alteration, Change, Where } from '../../../faults/exchange.ts';
import {
  all,
  any,
  anyPage,
  ended,
  framed,
  initiate,
  matching,
  postForm,
  startCheckout,
} from '../../../faults/places.ts';
import { toReceipt } from '../../../faults/page-changes.ts';
import { escapeHtml } from '../../../page/html.ts';
import { onPaymentPage, refused, replacing } from '../../changes.ts';
import { answers, question } from '../../reading.ts';
import { cancelButton } from './page.ts';

const always: Where = () => true;
const cancelled = ended('cancelled');

/** An intermediate page that forwards the browser, in place of a redirect. */
const intermediatePage = (where: Where, body: (address: string) => string): Alteration =>
  merchantRedirect(where, (answer) => {
    const address = answer.location;
    answer.location = '';
    answer.status = 200;
    answer.type = 'text/html; charset=utf-8';
    answer.headers['content-security-policy'] = undefined;
    answer.text = `<!doctype html><html lang="en"><title>Payment</title><h1>Payment</h1>${body(address)}</html>`;
  });
const inScript = (address: string): string => JSON.stringify(address).replaceAll('<', String.raw`\u003c`);
const extended = (...more: [string, string][]): Change =>
  leadingTo((url) => {
    for (const [name, value] of more) url.searchParams.append(name, value);
    return url.href;
  });
const reordered: Change = leadingTo((url) => {
  const names = ['transaction_reference', 'transaction_id', 'checkout_id', 'status'];
  const ours = names.map((name) => [name, url.searchParams.get(name) ?? ''] as const);
  for (const [name] of ours) url.searchParams.delete(name);
  const own = url.search;
  return `${url.origin}${url.pathname}?${ours.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}${own.replace('?', '&')}${url.hash}`;
});

const anyStart = any(initiate, startCheckout, postForm);
const progress: Where = ({ route }) => route === '/checkout/:id/progress';
const ownStatusBeside: Change = leadingTo((url, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.successUrl : transaction?.failureUrl;
  const own = address === undefined ? null : new URL(address).searchParams.get('status');
  if (own === null) return url.href;
  url.search = `?status=${encodeURIComponent(own)}&${url.search.slice(1)}`;
  return url.href;
});
const reencoded: Change = leadingTo((url) =>
  url.href
    .replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())
    .replaceAll('&flag=&', '&flag&')
    .replaceAll('+', '%20'),
);

/** How the browser returns to the merchant (`2.3`). */
export const merchantReturns = {
  'kind of redirect': question('ways-back frames', 'redirect.how', {
    'return-by-302': ['sends the browser back with 302', merchantRedirect(always, status(302))],
    'return-by-307': ['sends the browser back with 307', merchantRedirect(always, status(307))],
    'return-by-script': [
      'sends the browser back by a script, after a delay',
      intermediatePage(
        always,
        (to) =>
          `<p>Returning to the shop…</p><script>setTimeout(() => location.replace(${inScript(to)}), 300)</script>`,
      ),
    ],
    'return-by-refresh': [
      'shows the outcome for a second, then refreshes to the merchant',
      intermediatePage(
        always,
        (to) =>
          `<p>Thank you. Returning to the shop…</p><meta http-equiv="refresh" content="1; url=${escapeHtml(to)}">`,
      ),
    ],
    'return-by-link': [
      'has a link back to the merchant',
      intermediatePage(
        always,
        (to) => `<p>The payment has ended.</p><a href="${escapeHtml(to)}">Return to merchant</a>`,
      ),
    ],
    'return-by-button': [
      'has a button back to the merchant',
      intermediatePage(
        always,
        (to) =>
          `<p>The payment has ended.</p><button onclick='location.href = ${escapeHtml(inScript(to))}'>Continue to the shop</button>`,
      ),
    ],
    'return-in-two-hops': ['sends the browser back through another address', answers('')],
    'return-at-once': [
      'answers the Pay button only when the payment has ended, with a redirect to the merchant',
      answers(''),
    ],
  }),
  'parameters of the redirect': question('ways-back', 'redirect.how', {
    'return-with-more-parameters': [
      'adds amount, currency and a signature to the redirect',
      merchantRedirect(always, extended(['amount', '10.00'], ['currency', 'XTS'], ['signature', 'a+b/c=='])),
    ],
    'return-with-other-order': [
      'puts its parameters before those of the merchant',
      answers(''),
      merchantRedirect(always, reordered),
    ],
  }),
  'query and fragment of addresses': question('ways-back forms frames', '', {
    'fragments-refused': [
      'refuses addresses with a fragment',
      ...(['success_url', 'failure_url'] as const).map((name) =>
        refused(all(anyStart, matching(name, /#/)), name, 'The address must not have a fragment.'),
      ),
    ],
    'own-status-refused': [
      'refuses addresses with a parameter status',
      ...(['success_url', 'failure_url'] as const).map((name) =>
        refused(all(anyStart, matching(name, /[?&]status=/)), name, 'The address has a reserved parameter.'),
      ),
    ],
    'own-status-stays-beside': [
      "keeps the merchant's own status in the address in addition to its own",
      merchantRedirect(always, ownStatusBeside),
    ],
    'address-spelt-otherwise': [
      'writes the address of the merchant in an equivalent spelling',
      merchantRedirect(always, reencoded),
    ],
  }),
  prefetching: question('ways-back', '', {
    'merchant-loaded-ahead': [
      "prefetches the merchant's page while the payment is in progress",
      anyAnswer(progress, (answer, { transaction }) => {
        const address = transaction?.successUrl;
        answer.headers['content-security-policy'] = undefined;
        if (address)
          answer.text = answer.text?.replace('</head>', `<link rel="prefetch" href="${escapeHtml(address)}"></head>`);
      }),
    ],
  }),
  cancelling: question('ways-back cancelling', 'redirect.cancelled-where', {
    'cancelling-leads-nowhere': ['shows a receipt when a payment is cancelled', merchantRedirect(cancelled, toReceipt)],
    'cancelling-has-no-button': ['has no Cancel button', onPaymentPage(replacing(cancelButton, ''))],
    'cancelling-is-a-failure': [
      'reports a cancelled payment as failed',
      merchantRedirect(
        cancelled,
        parameter('status', () => 'failed'),
      ),
    ],
    'cancelling-tells-nothing': [
      'redirects to failure_url without parameters when a payment is cancelled',
      merchantRedirect(
        cancelled,
        leadingTo((url) => {
          for (const name of ['status', 'checkout_id', 'transaction_id', 'transaction_reference'])
            url.searchParams.delete(name);
          return url.href;
        }),
      ),
    ],
  }),
  'end without an address': question('pages', 'page.end-without-address', {
    'receipt-in-other-words': [
      'ends a payment without addresses on a page that does not name the outcome',
      anyAnswer(
        all(anyPage, ({ route }) => route.endsWith('/receipt')),
        (answer) =>
          (answer.text = '<!doctype html><html lang="en"><title>Done</title><h1>All done</h1><p>Thank you.</p></html>'),
      ),
    ],
  }),
  'window of a framed payment': question('frames', 'iframe.where', {
    'frame-left-for-the-window': [
      'continues in the whole window when the customer pays in a frame',
      onPaymentPage((answer, exchange, memory) => {
        if (framed(exchange))
          replacing(/<form class="entry"/, '<form target="_top" class="entry"')(answer, exchange, memory);
      }),
    ],
  }),
};
