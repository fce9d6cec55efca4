import { get } from 'node:http';
import {
  overrideRequest,
  anyAnswer,
  contentType,
  leadingTo,
  parameter,
  parameterNames,
  parametersOf,
  status,
  toReceipt,
} from '../../faults/changes.ts';
import {
  all,
  inSecondCurrency,
  decide,
  always,
  answeredWith,
  any,
  ended,
  framed,
  initiate,
  matching,
  postForm,
  startCheckout,
} from '../../faults/conditions.ts';
import type { Alteration, Answer, Change, Condition } from '../../faults/exchange.ts';
import { redirectsOf } from '../../faults/fault-tables.ts';
import { escapeHtml } from '../../page/html.ts';
import { answers, options, needs, question } from '../variant.ts';
import { onPaymentPage, refused, replacing } from '../variant-effects.ts';

const cancelled = redirectsOf(ended('cancelled'));
const returned = redirectsOf(always);
const cancelButton = /<button [^>]*value="cancel">[^<]*<\/button>/;

/** An intermediate page that forwards the browser, in place of a redirect. */
const intermediatePage = (body: (address: string) => string, of = returned): Alteration =>
  of((answer) => {
    answer.headers['content-security-policy'] = undefined;
    showPage(answer, '<title>Payment</title><h1>Payment</h1>', body(answer.location));
  });
/** A form that sends the parameters of `2.3` to the merchant by itself. */
const posted = (to: string, more = ''): string => {
  const url = new URL(to);
  const { own, ours } = parametersOf(url);
  url.search = own;
  const fields = [...new URLSearchParams(ours)].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form id="f" method="post" ${more} action="${escapeHtml(url.href)}">${fields.join('')}</form><script>f.submit()</script>`;
};
function showPage(answer: Answer, ...markup: string[]): void {
  const text = `<!doctype html><html lang="en">${markup.join('')}</html>`;
  Object.assign(answer, { status: 200, location: '', type: 'text/html; charset=utf-8', text });
}
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

const fragmentRules = 'redirect.own-fragment form.own-fragment iframe.own-fragment';
const anyStart = any(initiate, startCheckout, postForm);
const addressesRefused = (form: RegExp): Alteration[] =>
  (['success_url', 'failure_url'] as const).map((name) => refused(all(anyStart, matching(name, form)), name));
const receipt: Condition = ({ route }) => route === '/checkout/:id/receipt';
const progress: Condition = ({ route }) => route === '/checkout/:id/progress';
const ownBeside: Change = leadingTo((url, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.successUrl : transaction?.failureUrl;
  const own = address === undefined ? undefined : new URL(address).searchParams;
  const stays = parameterNames.flatMap(
    (name) => own?.getAll(name).map((value): [string, string] => [name, value]) ?? [],
  );
  if (stays.length > 0) url.search = `?${new URLSearchParams(stays).toString()}&${url.search.slice(1)}`;
  return url.href;
});
const reencoded: Change = leadingTo((url) =>
  url.href
    .replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())
    .replaceAll('&flag=&', '&flag&')
    // In a path it is no blank.
    .replace(/\?.*/, (query) => query.replaceAll('+', '%20')),
);

/** How the browser returns to the merchant (`2.3`). */
export const merchantReturns = {
  'kind of redirect': question('ways-back frames', 'redirect.how', {
    'return-by-302': returned(status(302)),
    'return-by-307': returned(status(307)),
    'return-by-script': intermediatePage(
      (to) => `<p>Returning to the shop…</p><script>setTimeout(() => location.replace(${inScript(to)}), 300)</script>`,
    ),
    'return-by-refresh': intermediatePage(
      (to) => `<p>Thank you. Returning to the shop…</p><meta http-equiv="refresh" content="1; url=${escapeHtml(to)}">`,
    ),
    'return-by-link': [
      needs({ CHECKOUT_PAGE: 'sandbox/tests/pages/return-control.yaml' }),
      intermediatePage((to) => `<p>The payment has ended.</p><a href="${escapeHtml(to)}">Return to merchant</a>`),
    ],
    'return-by-button': [
      needs({ CHECKOUT_PAGE: 'sandbox/tests/pages/return-control.yaml' }),
      intermediatePage(
        (to) =>
          `<p>The payment has ended.</p><button onclick='location.href = ${escapeHtml(inScript(to))}'>Continue to the shop</button>`,
      ),
    ],
    'return-in-two-hops': answers(''),
    'return-at-once': answers(''),
    'return-by-post': intermediatePage((to) => posted(to)),
    'return-by-post-in-parts': intermediatePage((to) => posted(to, 'enctype="multipart/form-data"')),
  }),
  'parameters of the redirect': question('ways-back', 'redirect.how', {
    'return-with-more-parameters': returned(
      extended(['amount', '10.00'], ['currency', 'XTS'], ['signature', 'a+b/c==']),
    ),
    'return-with-other-order': [answers(''), returned(reordered)],
  }),
  'query and fragment of addresses': question('ways-back forms frames', '', {
    'fragments-refused': [answers(fragmentRules), ...addressesRefused(/#/)],
    'fragments-dropped': [answers(fragmentRules), returned(leadingTo((url) => url.href.replace(/#.*/, '')))],
    'own-status-refused': addressesRefused(/[?&]status=/),
    'own-status-stays-beside': returned(ownBeside),
    'address-spelt-otherwise': returned(reencoded),
  }),
  'requests of the service itself': question('ways-back', '', {
    'addresses-tried-at-once': anyAnswer(
      all(anyStart, ({ input }) => String(input['success_url']).startsWith('http://')),
      (_answer, { input }) => {
        get(String(input['success_url']), { headers: { accept: 'text/html,*/*' } }).on('error', () => {});
      },
    ),
  }),
  prefetching: question('ways-back', '', {
    'merchant-loaded-ahead': anyAnswer(progress, (answer, { transaction }) => {
      const address = transaction?.successUrl;
      answer.headers['content-security-policy'] = undefined;
      if (address)
        answer.text = answer.text?.replace('</head>', `<link rel="prefetch" href="${escapeHtml(address)}"></head>`);
    }),
  }),
  cancelling: question('ways-back cancelling', 'redirect.cancelled-where', {
    'cancelling-leads-nowhere': cancelled(toReceipt),
    'cancelling-has-no-button': [
      needs({ CHECKOUT_PAGE: 'sandbox/tests/pages/no-cancel.yaml' }),
      onPaymentPage(replacing(cancelButton, '')),
    ],
    // Without failure_url, the page has no link.
    'cancelled-by-link': [
      needs({ CHECKOUT_PAGE: 'sandbox/tests/pages/cancelled-by-link.yaml' }),
      intermediatePage(
        (to) => `<p>You have cancelled.</p><a href="${escapeHtml(to)}">Return to merchant</a>`,
        cancelled,
      ),
    ],
    'cancelling-is-a-failure': cancelled(parameter('status', () => 'failed')),
    'cancelling-tells-nothing': cancelled(
      leadingTo((url) => {
        for (const name of parameterNames) url.searchParams.delete(name);
        return url.href;
      }),
    ),
  }),
  'payment in another currency': question('ways-back pages forms frames', '', {
    'second-currency-fails': overrideRequest(all(decide, inSecondCurrency), { outcome: 'failed' }),
  }),
  'end without an address': question('pages', 'page.end-without-address', {
    'declined-receipt-is-402': [answers(''), anyAnswer(all(receipt, ended('failed')), status(402))],
    'receipt-in-other-words': anyAnswer(
      receipt,
      (answer) =>
        (answer.text = '<!doctype html><html lang="en"><title>Done</title><h1>All done</h1><p>Thank you.</p></html>'),
    ),
  }),
  'window of a framed payment': question('frames', 'iframe.where', {
    'frame-left-for-the-window': onPaymentPage((answer, exchange, state) => {
      if (framed(exchange))
        replacing(/<form class="entry"/, '<form target="_top" class="entry"')(answer, exchange, state);
    }),
  }),
};

const accepted = all(postForm, answeredWith(303));
const refusedForm: Condition = all(postForm, answeredWith(400, 401));

const pageInstead = (body: (address: string) => string): Alteration =>
  anyAnswer(accepted, (answer) => showPage(answer, '<title>Checkout</title>', body(answer.location)));

/** The answer to a form post, which the interface does not define (`4.2`). */
export const forms = {
  'answer to a form': question('forms', 'form.answer', {
    'form-answered-by-302': anyAnswer(accepted, status(302)),
    ...options('form-answered-by-307 form-answered-with-the-page'),
    'form-answered-by-refresh': pageInstead(
      (to) => `<meta http-equiv="refresh" content="0; url=${escapeHtml(to)}"><p>One moment…</p>`,
    ),
    'form-answered-by-script': pageInstead(
      (to) =>
        `<form id="f" action="${escapeHtml(to)}"><noscript><button>Continue</button></noscript></form><script>f.submit()</script>`,
    ),
  }),
  'refusal of a form': question('forms', 'form.refusal-answer', {
    'forms-refused-by-redirect': anyAnswer(refusedForm, (answer) => {
      answer.status = 303;
      answer.location = '/checkout/refused';
    }),
    'forms-refused-with-200': anyAnswer(refusedForm, status(200)),
    'forms-refused-in-json': anyAnswer(refusedForm, contentType('application/json'), (answer) => {
      if (answer.status === 401) answer.status = 403;
      answer.text = JSON.stringify({ result: 'error', message: 'The checkout cannot be started.' });
    }),
  }),
};
