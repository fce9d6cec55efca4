import { mended, whatever, departure, secondTime, text, refusedAs, parameter } from '../../changes.ts';
import { crossed, toReceipt, leadsTo, page, withoutAmount } from '../../page-changes.ts';
import type { Change, Exchange, Json, Subject, Where } from '../../exchange.ts';
import {
  all,
  postForm,
  paymentPage,
  given,
  lacks,
  startedBy,
  ended,
  referenceGenerated,
  decide,
} from '../../places.ts';

const started = startedBy('form');
const shown = all(paymentPage, started);
const paid = all(started, ended('success'));
const unpaid = all(started, ended('failed'));
const generated = all(started, referenceGenerated);
const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });
const wrongKey: Where = ({ asked, settings }) =>
  ![settings.publishableKey, settings.secretKey].includes(String(asked['publishable_key']));
const secretKey: Where = ({ asked, settings }) => asked['publishable_key'] === settings.secretKey;
const lost = (name: string): Change => parameter(name, () => undefined);
const sent = (name: string, value: string): Change => parameter(name, () => value);

/** Checkout by form post (`2.5`, `4.2`). */
export const form = {
  'form.success': {
    'form-success-url-lost': ['loses success_url of a form post', mended(postForm, { success_url: undefined })],
    'form-success-at-failure-url': ['leads to failure_url after a success of a form post', departure(paid, crossed)],
    'form-success-at-receipt': ['shows a receipt after a success of a form post', departure(paid, toReceipt)],
    'form-success-without-status': [
      'leaves status out of the redirect after a success of a form post',
      departure(paid, lost('status')),
    ],
    'form-success-without-transaction-id': [
      'leaves transaction_id out of the redirect after a success of a form post',
      departure(paid, lost('transaction_id')),
    ],
    'form-success-without-transaction-reference': [
      'leaves transaction_reference out of the redirect after a success of a form post',
      departure(paid, lost('transaction_reference')),
    ],
    'form-success-status-other': [
      'says completed in the redirect after a success of a form post',
      departure(paid, sent('status', 'completed')),
    ],
    'form-success-reference-other': [
      'sends a reference of its own after a success of a form post',
      departure(paid, sent('transaction_reference', 'REF-0123456789AB')),
    ],
  },
  'form.failure': {
    'form-failure-url-lost': ['loses failure_url of a form post', mended(postForm, { failure_url: undefined })],
    'form-failure-at-success-url': ['leads to success_url after a failure of a form post', departure(unpaid, crossed)],
    'form-failure-at-receipt': ['shows a receipt after a failure of a form post', departure(unpaid, toReceipt)],
    'form-failure-without-status': [
      'leaves status out of the redirect after a failure of a form post',
      departure(unpaid, lost('status')),
    ],
    'form-failure-without-transaction-id': [
      'leaves transaction_id out of the redirect after a failure of a form post',
      departure(unpaid, lost('transaction_id')),
    ],
  },
  'form.reference-generated': {
    'form-generated-reference-missing': [
      'leaves the generated reference out of the redirect of a form post',
      departure(generated, lost('transaction_reference')),
    ],
    'form-reference-demanded': [
      'refuses a form post without transaction_reference',
      whatever(all(postForm, lacks('transaction_reference')), refusedAs(400, 'Parameter: transaction_reference')),
    ],
  },
  'form.amount-later': {
    'form-amount-field-missing': [
      'has no field for the amount on the page of a form post',
      whatever(shown, text(withoutAmount)),
    ],
    'form-amount-field-read-only': [
      'shows the amount field of a form post read-only',
      whatever(
        shown,
        text((html) => html.replace('id="amount"', 'id="amount" readonly')),
      ),
    ],
    'form-amount-never-right': [
      'refuses every amount that a customer of a form post enters',
      mended(all(decide, started), { amount: '' }),
    ],
    'form-amount-demanded': [
      'refuses a form post without amount',
      whatever(all(postForm, lacks('amount')), refusedAs(400, 'Parameter: amount')),
    ],
    'form-amount-fixed': [
      'fixes the amount of a form post that has none',
      mended(all(postForm, lacks('amount')), { amount: '100' }),
    ],
  },
  'form.leads-to-checkout': {
    'form-answers-json': [
      'answers JSON to a form post',
      whatever(postForm, (sent) => {
        Object.assign(sent, {
          status: 200,
          json: { result: 'success', checkout_url: sent.location },
          text: undefined,
          location: '',
          type: 'application/json; charset=utf-8',
        });
      }),
    ],
    'form-leads-home': ['leads to its front page after a form post', whatever(postForm, leadsTo('/'))],
    'form-leads-nowhere': [
      'leads to a payment that does not exist after a form post',
      whatever(postForm, leadsTo('/checkout/chk_0')),
    ],
    'form-shows-nothing': ['shows an empty page after a form post', whatever(postForm, page(200, ''))],
    'form-is-401': ['asks for the secret key after a form post', whatever(postForm, page(401, 'Sign in'))],
    'form-is-404': ['has no address for form posts', whatever(postForm, page(404, 'Not found'))],
    'form-is-500': ['breaks on a form post', whatever(postForm, page(500, 'Internal server error'))],
    'form-page-without-pay': [
      'has no button to pay on the page of a form post',
      whatever(
        shown,
        text((html) => html.replace(/<button [^>]*value="pay">[^<]*<\/button>/, '')),
      ),
    ],
  },
  'form.key-invalid': {
    'form-any-key-accepted': [
      'accepts any publishable_key in a form post',
      mended(all(postForm, given('publishable_key'), wrongKey), rightKey),
    ],
    'form-any-key-with-amount': [
      'accepts any publishable_key in a form post with an amount',
      mended(all(postForm, given('publishable_key'), wrongKey, given('amount')), rightKey),
    ],
    'form-any-key-second-time': [
      'checks the publishable_key of form posts only once',
      secondTime(mended(all(postForm, wrongKey), rightKey)),
    ],
  },
  'form.key-secret': {
    'form-secret-key-accepted': [
      'accepts the secret key as publishable_key in a form post',
      mended(all(postForm, secretKey), rightKey),
    ],
    'form-secret-key-with-amount': [
      'accepts the secret key as publishable_key in a form post with an amount',
      mended(all(postForm, secretKey, given('amount')), rightKey),
    ],
  },
  'form.currency-required': {
    'form-currency-default': [
      'takes a form post without currency for one in XTS',
      mended(all(postForm, lacks('currency')), { currency: 'XTS' }),
    ],
    'form-currency-assumed-with-amount': [
      'takes a form post with an amount and without currency for one in XTS',
      mended(all(postForm, lacks('currency'), given('amount')), { currency: 'XTS' }),
    ],
  },
} satisfies Subject;
