import { must, observe } from '../levels.ts';

/**
 * Hosted checkout with a publishable key: JSON, form post and iframe (2.5, 4.2). The rules that hold in each channel are
 * in `redirect.ts`.
 */
export const checkout = {
  'checkout.accepted': must('4.2 2.5 1', 'a JSON checkout is answered HTTP 200 without an Authorization header'),
  'checkout.result': must('4.2 2.5', 'a JSON checkout has result success'),
  'checkout.transaction-id': must('4.2 2.5', 'a JSON checkout carries a transaction_id'),
  'checkout.url': must('4.2 2.5 1', 'a JSON checkout carries the checkout_url to load in an iframe'),
  'checkout.id-unique': must('4.2 2.5', 'two checkouts get two transaction ids'),
  'checkout.own-url': must('4.2 2.5', 'two checkouts get two checkout addresses'),
  'checkout.at-once': must('4.2 2.5', 'checkouts sent at the same time get ids and addresses of their own'),
  'checkout.amount-notation': observe(
    '4.2 2.5',
    'how is an amount of a JSON checkout answered that is spelled 1000.0 or 1e3?',
  ),
  'checkout.content-type-charset': must('4.2', 'a JSON checkout whose Content-Type names its charset is accepted'),
  'checkout.amount-larger': must(
    '4.2 8 2.5 7',
    'a JSON checkout of a larger amount is accepted, or refused with HTTP 400',
  ),
  'checkout.reference-unusual': must(
    '4.2 2.5 7',
    'a JSON checkout with a long, spaced or non-Latin transaction_reference is accepted, or refused with HTTP 400',
  ),
  'checkout.second-currency': must(
    '4.2 1 2.5 7',
    'a JSON checkout in the second currency keeps every rule of the first',
  ),
  'checkout.every-optional-field': must('4.2 2.5', 'a JSON checkout accepts every optional field together'),
  'checkout.each-optional-field': must('4.2 2.5', 'a JSON checkout accepts each optional field alone'),
  'checkout.currency-required': must('4.2 2.5 7', 'a JSON checkout without currency is refused'),
  'checkout.key-required': must('4.2 2.5 5 7', 'a JSON checkout without publishable_key is refused'),
  'checkout.body-empty': must('4.2 2.5 5 7', 'an empty JSON object starts no checkout'),
  'checkout.amount-type': must('4.2 2.5 7', 'a JSON checkout whose amount is not a number is refused'),
  'checkout.currency-type': must('4.2 2.5 7', 'a JSON checkout whose currency is not a string is refused'),
  'checkout.key-type': must('4.2 2.5 5 7', 'a JSON checkout whose publishable_key is not a string is refused'),
  'checkout.reference-type': must(
    '4.2 2.5 7',
    'a JSON checkout whose transaction_reference is not a string is refused',
  ),
  'checkout.success-url-type': must('4.2 2.5 7', 'a JSON checkout whose success_url is not a string is refused'),
  'checkout.failure-url-type': must('4.2 2.5 7', 'a JSON checkout whose failure_url is not a string is refused'),
  'checkout.success-url-format': must('4.2 2.5 7', 'a JSON checkout whose success_url is not a URL is refused'),
  'checkout.failure-url-format': must('4.2 2.5 7', 'a JSON checkout whose failure_url is not a URL is refused'),
  'checkout.unknown-fields': observe('4.2 2.5', 'which further fields does a JSON checkout answer carry?'),
  'checkout.amount-as-text': observe('4.2 2.5', 'how is a numeric amount sent as text answered?'),
  'checkout.missing-key-status': observe('4.2 5 7', 'is a missing publishable_key answered 400 or 401?'),

  'form.leads-to-checkout': must(
    '4.2 1 2.5',
    "a form post from a merchant's page brings the browser to the checkout",
    'the answer itself: not shown (form.answer)',
  ),
  'form.amount-later': must(
    '4.2 2.5',
    'a form post without amount lets the customer set it on the checkout page',
    'other wrong amounts than a multiple: in which unit a page asks is not stated',
  ),
  'form.typed-amount': observe(
    '4.2 2.5 8',
    'which amounts does the page take that a customer types, after a form post?',
  ),
  'form.success': must('4.2 1 2.3', 'a payment started by form post ends at success_url with its parameters'),
  'form.failure': must('4.2 1 2.3', 'a failed payment started by form post ends at failure_url with its parameters'),
  'form.own-ids': must(
    '4.2 2.3 2.5',
    'two payments started by form post end with ids and generated references of their own',
    "whether transaction_id is this payment's: no answer to a form post shows it; it is one that no other form post got",
  ),
  'form.key-invalid': must('4.2 5 7', 'a form post with an invalid publishable_key reaches no payable checkout'),
  'form.key-secret': observe('4.2 5 7', 'how is a form post with the secret key as publishable_key answered?'),
  'form.currency-required': must('4.2 2.5', 'a form post without currency reaches no payable checkout'),
  'form.amount-type': must('4.2 2.5 7', 'a form post whose amount is not a number reaches no payable checkout'),
  'form.address-format': must(
    '4.2 2.5 7',
    'a form post whose success_url or failure_url is not a URL reaches no payable checkout',
  ),
  'form.answer': observe('4.2', 'with which status does the service answer a form post?'),
  'form.refusal-answer': observe('4.2', 'with which status does the service answer a form post it refuses?'),

  'iframe.loads': must('4.2 2.5 1', "checkout_url loads in an iframe on a merchant's page of another origin"),
  'iframe.stays': must('4.2 2.5', "the checkout in an iframe leaves the merchant's page around it in place"),
  'iframe.typed-amount': observe('4.2 2.5 8', 'which amounts does the page take that a customer types, in an iframe?'),
  'iframe.success': must('4.2 1 2.3', 'a payment in an iframe ends at success_url with its parameters'),
  'iframe.failure': must('4.2 1 2.3', 'a failed payment in an iframe ends at failure_url with its parameters'),
  'iframe.amount-later': must('4.2 2.5', 'a checkout without amount lets the customer set it inside the iframe'),
  'iframe.own-ids': must('4.2 2.3 2.5', 'two payments in an iframe end with ids and generated references of their own'),
  'iframe.cookies-blocked': observe(
    '4.2',
    'can a payment in an iframe be made where the browser keeps cookies of other sites from frames?',
    'Some browsers do so for everybody: where the answer is no, their users cannot pay in an iframe.',
  ),
  'iframe.where': observe('4.2', 'is the frame or the top window sent to the merchant after a payment in an iframe?'),
} as const;
