import { join } from 'node:path';
import {
  anyAnswer,
  crossed,
  header,
  merchantRedirect,
  overrideRequest,
  page,
  parameter,
  script,
  text,
} from '../../faults/changes.ts';
import { cancelAsksAgain } from '../../faults/catalogue/history-faults.ts';
import {
  all,
  answeredWith,
  decide,
  inFrench,
  is,
  matching,
  not,
  paymentPage,
  progress,
} from '../../faults/conditions.ts';
import type { Alteration, Change, Condition } from '../../faults/exchange.ts';
import { cancelledOnce, cancels, loaded } from '../../faults/histories.ts';
import { otherPage } from '../other-page.ts';
import { answers, needs, question } from '../variant.ts';
import { onPaymentPage, refusedWithStatus, replacing } from '../variant-effects.ts';

// The parts of the default page that variants replace.
const shownAmount = /<p class="amount">[^<]*<\/p>/;

const withScripts = header('content-security-policy', undefined);
const replaced = (...parts: Parameters<typeof replacing>): Alteration => onPaymentPage(replacing(...parts));
const scripted = (...changes: Change[]): Alteration => onPaymentPage(withScripts, ...changes);

/** Shows something else in place of the amount on the page on which the customer waits. */
const onProgress = (make: (amount: string) => string): Alteration =>
  anyAnswer(
    progress,
    text((html) => html.replace(/(?<=<strong>)[^<]*/, make)),
  );

/** Shows other texts in place of the amount before it is drawn. */
const drawnLate = (first: string, steps: number): Alteration =>
  anyAnswer(
    paymentPage,
    script(`for (const due of document.querySelectorAll('p.amount:not(.open)')) {
      const text = due.textContent;
      const [currency, main] = [text.slice(0, 4), Number(due.textContent.replace(/[^\\d.]/g, ''))];
      let step = 0;
      const draw = () => {
        due.textContent = step < ${steps} ? ${first} : text;
        if (step++ < ${steps}) setTimeout(draw, ${steps === 1 ? 1500 : 100});
      };
      draw();
    }`),
  );

const withoutSession: Condition = ({ headers }) => !/\bsession=1/.test(headers.cookie ?? '');

const cancelledWith = (status: number): Alteration => anyAnswer(cancels, page(status, 'This payment was cancelled'));

/** The page on which a customer pays. Its markup is not part of the interface (`1`, `2.5`). */
export const pages = {
  'small screens': question('pages frames', '', {
    'page-for-desktops-only': [
      answers('redirect.small-screen form.small-screen iframe.small-screen'),
      scripted(replacing(/<\/head>/, '<style>@media (max-width: 600px) { body { display: none } }</style></head>')),
    ].flat(),
  }),
  'pages with a history': question('pages forms frames', '', {
    'page-loaded-once': [
      answers('page.reloaded page.sent-twice'),
      anyAnswer(all(paymentPage, loaded.had), page(410, 'This page was opened before')),
      loaded.notes,
    ],
    'mistake-ends-the-payment': overrideRequest(all(decide, is('decision', 'pay'), is('mobile_money_number', '')), {
      amount: '100',
      mobile_money_number: '0970000001',
      outcome: 'failed',
    }),
  }),
  'cancelled payments': question('pages cancelling forms frames', 'redirect.cancelled-where', {
    'cancel-asks-again': cancelAsksAgain,
    'cancelled-payment-is-gone': cancelledWith(410),
    'cancelled-payment-is-404': cancelledWith(404),
    'cancelled-payment-is-403': cancelledWith(403),
    // A line of its description comes behind the one that cancels.
    'cancelled-payment-is-gone-before-its-link': [
      needs({ CHECKOUT_PAGE: 'sandbox/tests/pages/cancelled-by-link.yaml' }),
      cancelledWith(410),
    ],
    'cancelled-payment-asks-in-vain': [
      ...cancelAsksAgain,
      anyAnswer(all(decide, not(cancels), cancelledOnce.had), page(410, 'This payment was cancelled')),
    ],
    'cancelled-payment-stays-cancelled': [
      ...cancelAsksAgain,
      merchantRedirect(
        cancelledOnce.had,
        crossed,
        parameter('status', () => 'cancelled'),
      ),
    ],
  }),
  'amounts that a customer types': question('pages forms frames', 'form.typed-amount iframe.typed-amount', {
    'typed-amounts-below-a-thousand': overrideRequest(all(decide, matching('amount', /^\d{4,}$/)), { amount: '0' }),
  }),
  'decimals of currencies': question('pages forms frames', '', {
    'second-currency-in-whole-units': needs({ CURRENCY: 'XTS, JPY' }),
    'second-currency-in-thousandths': needs({ CURRENCY: 'XTS, KWD' }),
  }),
  'pages of ended payments': question('pages', 'page.used-again', {
    'used-page-shows-receipt': anyAnswer(all(paymentPage, answeredWith(410)), (answer, { path }) => {
      answer.status = 302;
      answer.location = `${path}/receipt`;
    }),
    'used-page-is-404': anyAnswer(all(paymentPage, answeredWith(410)), (answer) => (answer.status = 404)),
  }),
};

/** The contents of the payment page, and the sessions of its customers (`1`, `2.5`). */
export const pageContents = {
  'languages of pages': question('pages forms frames', '', {
    'page-in-french-on-request': anyAnswer(
      all(paymentPage, inFrench),
      text((html) => html.replaceAll('>Mobile money', '>Argent mobile').replaceAll('>Pay<', '>Payer<')),
    ),
    'progress-in-french-on-request': anyAnswer(
      all(progress, inFrench),
      text((html) =>
        html
          .replace('Please approve', 'Approuvez')
          .replace(/XTS ([\d,]+)\.(\d\d)/g, (_all, units: string, cents: string) => {
            return `${units.replaceAll(',', '\u202f')},${cents} XTS`;
          }),
      ),
    ),
  }),
  'what the waiting page shows': question('pages forms frames', '', {
    'progress-tells-an-equivalent': onProgress((amount) => `${amount} (about EUR 1.00)`),
    'progress-tells-a-balance': onProgress(() => 'the payment</strong>. Your balance: <strong>XTS 250.00'),
    'progress-without-amount': onProgress(() => 'the payment'),
    'progress-drawn-by-script': [
      onProgress((amount) => `<span id="due" data-due="${amount}">USD 1.00</span>`),
      anyAnswer(
        progress,
        script(`document.addEventListener('DOMContentLoaded', () => {
          const due = document.getElementById('due');
          due.textContent = due.dataset.due;
        })`),
      ),
    ],
  }),
  'sessions of customers': question('frames', 'iframe.cookies-blocked', {
    'page-needs-a-cookie': [
      anyAnswer(paymentPage, header('set-cookie', 'session=1; Path=/; SameSite=None; Secure')),
      refusedWithStatus(all(decide, withoutSession), 403),
    ],
  }),
  'what the page shows': question('pages', '', {
    'page-shows-zero-at-first': drawnLate('currency + 0', 1),
    'page-counts-up-to-the-amount': drawnLate('currency + (main * step / 20).toFixed(2)', 20),
    'page-shows-total-with-percentage': [
      answers('page.amount-shown'),
      replaced(
        shownAmount,
        ({ transaction }) => `<p class="amount">XTS ${((transaction?.amount ?? 0) / 98).toFixed(2)} (+2 %)</p>`,
      ),
    ],
    'page-without-amount': [answers('page.amount-shown'), replaced(shownAmount, '')],
    'page-shows-subunits': [
      answers('page.amount-shown'),
      replaced(shownAmount, (exchange) => `<p class="amount">${exchange.transaction?.amount} cents</p>`),
    ],
    'page-shows-total-with-fee': [
      answers('page.amount-shown'),
      replaced(
        shownAmount,
        ({ transaction }) =>
          `<p class="amount">XTS ${((transaction?.amount ?? 0) / 100 + 0.3).toFixed(2)}</p><p>Fee included: XTS 0.30</p><p>Limit: XTS 1,000.00</p>`,
      ),
    ],
    'page-with-decimal-comma': [
      answers(''),
      replaced(
        shownAmount,
        ({ transaction }) =>
          `<p class="amount">${((transaction?.amount ?? 0) / 100).toFixed(2).replace('.', ',')} XTS</p><p>about USD 0.50</p>`,
      ),
    ],
    'page-without-reference': [answers('page.reference-shown'), replaced(/<dt>Reference<\/dt>\s*<dd>[^<]*<\/dd>/, '')],
  }),
};

const pagesFolder = join(__dirname, '../../tests/pages');

/** A page with another user interface, in place of the default one. Its CHECKOUT_PAGE lies beside it. */
const foreign = (name: string) => [
  needs({ CHECKOUT_PAGE: `sandbox/tests/pages/${name}.yaml` }),
  otherPage(join(pagesFolder, `${name}.html`)),
];

/** Pages that only their descriptions explain. They replace the whole page, whatever other variants made of it. */
export const foreignPages = {
  'user interface of the page': question('pages forms frames', '', {
    'page-in-two-steps': foreign('two-steps'),
    'page-keeps-its-step-in-the-session': foreign('three-steps'),
    'page-keeps-its-step-in-its-address': [
      foreign('three-steps'),
      replaced(/sessionStorage\['[^']*'\] \?\? ''/, 'decodeURIComponent(location.hash.slice(1))'),
      replaced(
        /\(sessionStorage\['[^']*'\] = text\)/,
        'history.replaceState(null, "", `#${encodeURIComponent(text)}`)',
      ),
    ].flat(),
    'page-begins-again-when-loaded': [
      foreign('three-steps'),
      replaced(/sessionStorage\['[^']*'\] \?\? ''/, "''"),
    ].flat(),
    'page-with-the-amount-first': foreign('amount-first'),
    'page-with-a-dialog': foreign('dialog-page'),
    'page-in-nested-frames': foreign('nested-frames'),
    'page-in-a-new-window': foreign('new-window'),
    'page-with-drawn-lists': foreign('drawn-list'),
    'page-drawn-anew-by-each-choice': foreign('drawn-anew'),
    'page-with-code-boxes': foreign('code-boxes'),
    'page-with-a-masked-phone': foreign('masked-phone'),
    'page-with-a-keypad': foreign('keypad'),
    'page-in-german': foreign('german-page'),
    'page-works-late': foreign('late-hydration'),
    'page-of-shadow-elements': foreign('shadow-elements'),
    'page-with-a-bank-simulator': foreign('bank-simulator'),
  }),
};
