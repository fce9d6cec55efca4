import { readsAs, refusedAs, secondTime, anyAnswer } from '../../changes.ts';
import { leadsTo, page } from '../../page-changes.ts';
import type { Change, Entries, Exchange, Json, Subject, Where } from '../../exchange.ts';
import { all, beginsAlike, given, lacks, mistyped, noAddress, postForm } from '../../places.ts';
import {
  amountLater,
  everyWay,
  form,
  generatedReference,
  noPayButton,
  successParameters,
  returnFaults,
} from './hosted-starts.ts';

const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });
const secretKey: Where = ({ input, settings }) => input['publishable_key'] === settings.secretKey;
const wrongKey = all(postForm, ({ input, settings }) => {
  return ![settings.publishableKey, settings.secretKey].includes(String(input['publishable_key']));
});
const nearlyRight = (name: string, words: string, test: (sent: string, right: string) => boolean): Entries => ({
  [name]: [
    `accepts a publishable_key in a form post ${words}`,
    readsAs(
      all(wrongKey, ({ input, settings }) => {
        const sent = String(input['publishable_key'] ?? '');
        return sent !== '' && test(sent, settings.publishableKey);
      }),
      rightKey,
    ),
  ],
});
const wrongKeySent = all(wrongKey, given('publishable_key'));
const asJson: Change = (answer) => {
  const json = { result: 'success', checkout_url: answer.location };
  Object.assign(answer, { status: 200, json, text: undefined, location: '', type: 'application/json; charset=utf-8' });
};

/** Checkout by form post (`2.5`, `4.2`). */
export const forms: Subject = {
  ...everyWay({ prefix: 'form', what: 'a form post', start: 'form' }),
  'form.success': { ...returnFaults(form, 'success', 'at-receipt'), ...successParameters(form) },
  'form.failure': returnFaults(form, 'failure', 'at-receipt'),
  'form.reference-generated': {
    ...generatedReference(form),
    'form-reference-demanded': [
      'refuses a form post without transaction_reference',
      anyAnswer(all(postForm, lacks('transaction_reference')), refusedAs(400, 'Parameter: transaction_reference')),
    ],
  },
  'form.amount-later': {
    ...amountLater(form, '100'),
    'form-amount-demanded': [
      'refuses a form post without amount',
      anyAnswer(all(postForm, lacks('amount')), refusedAs(400, 'Parameter: amount')),
    ],
  },
  'form.leads-to-checkout': {
    'form-answers-json': ['returns JSON for a form post', anyAnswer(postForm, asJson)],
    'form-leads-home': ['redirects to its front page after a form post', anyAnswer(postForm, leadsTo('/'))],
    'form-leads-nowhere': [
      'redirects to a payment that does not exist after a form post',
      anyAnswer(postForm, leadsTo('/checkout/chk_0')),
    ],
    'form-shows-nothing': ['shows an empty page after a form post', anyAnswer(postForm, page(200, ''))],
    'form-is-401': ['answers a form post with HTTP 401', anyAnswer(postForm, page(401, 'Sign in'))],
    'form-is-404': ['answers a form post with HTTP 404', anyAnswer(postForm, page(404, 'Not found'))],
    'form-is-500': ['breaks on a form post', anyAnswer(postForm, page(500, 'Internal server error'))],
    ...noPayButton(form),
  },
  'form.key-invalid': {
    'form-any-key-accepted': ['accepts any publishable_key in a form post', readsAs(wrongKeySent, rightKey)],
    'form-any-key-with-amount': [
      'accepts any publishable_key in a form post with an amount',
      readsAs(all(wrongKeySent, given('amount')), rightKey),
    ],
    ...nearlyRight('form-key-begins-alike', 'that starts like the right one', beginsAlike),
    ...nearlyRight('form-key-cut-short', 'that is a prefix of the right one', (sent, right) => right.startsWith(sent)),
    ...nearlyRight('form-key-extended', 'that starts with the right one', (sent, right) => sent.startsWith(right)),
    'form-key-empty': [
      'accepts an empty publishable_key in a form post',
      readsAs(
        all(
          postForm,
          given('publishable_key', (key) => key === ''),
        ),
        rightKey,
      ),
    ],
    'form-any-key-second-time': [
      'checks the publishable_key of form posts only once',
      secondTime(readsAs(wrongKey, rightKey)),
    ],
  },
  'form.key-secret': {
    'form-secret-key-accepted': [
      'accepts the secret key as publishable_key in a form post',
      readsAs(all(postForm, secretKey), rightKey),
    ],
    'form-secret-key-with-amount': [
      'accepts the secret key as publishable_key in a form post with an amount',
      readsAs(all(postForm, secretKey, given('amount')), rightKey),
    ],
  },
  'form.amount-type': {
    'form-amount-word-accepted': [
      'accepts a word as the amount of a form post',
      readsAs(all(postForm, mistyped('amount', 'number')), { amount: undefined }),
    ],
  },
  'form.address-format': {
    'form-success-url-word-accepted': [
      'accepts a success_url in a form post that is not an address',
      readsAs(all(postForm, noAddress('success_url')), { success_url: undefined }),
    ],
    'form-failure-url-word-accepted': [
      'accepts a failure_url in a form post that is not an address',
      readsAs(all(postForm, noAddress('failure_url')), { failure_url: undefined }),
    ],
  },
  'form.currency-required': {
    'form-currency-default': [
      'treats a form post without currency as one in XTS',
      readsAs(all(postForm, lacks('currency')), { currency: 'XTS' }),
    ],
    'form-currency-assumed-with-amount': [
      'treats a form post with an amount and without currency as one in XTS',
      readsAs(all(postForm, lacks('currency'), given('amount')), { currency: 'XTS' }),
    ],
  },
};
