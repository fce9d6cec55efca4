import type { Where } from '../../../faults/exchange.ts';
import { readsAs } from '../../../faults/changes.ts';
import {
  all,
  any,
  given,
  matching,
  hosted,
  initiate,
  lacks,
  mobileMoney,
  otherMethod,
  postForm,
  startCheckout,
} from '../../../faults/places.ts';
import { refused, refusedTogether, refusedWithStatus } from '../../changes.ts';
import { answers, needs, question } from '../../reading.ts';

const anyStart = any(initiate, startCheckout);

const initiationFields =
  'amount email currency mobile_money_number transaction_reference success_url failure_url payment_method_type payment_method_code requested_response'.split(
    ' ',
  );
const checkoutFields = ['publishable_key', 'amount', 'transaction_reference', 'currency', 'success_url', 'failure_url'];
const unknown =
  (names: readonly string[]): Where =>
  ({ input }) =>
    Object.keys(input).some((name) => !names.includes(name));

const requiredFields = ['amount', 'email', 'currency'];
const promptFields = ['payment_method_code', 'mobile_money_number'];
const isPrompt = (input: Readonly<Record<string, unknown>>): boolean => input['payment_method_type'] === 'mobile_money';

type MobileMoneyField = 'payment_method_code' | 'requested_response';
const outsideMobileMoney = (field: MobileMoneyField) => all(any(hosted, otherMethod), given(field));

/** Refuses a field that is only for mobile money, before the number is checked. */
const checkedBeforeNumber = (field: MobileMoneyField) =>
  refused(outsideMobileMoney(field), field, 'The field is only allowed for mobile money.');
const refusedInGeneral = (field: MobileMoneyField) =>
  refusedWithStatus(outsideMobileMoney(field), 400, 'The body has a field that is only allowed for mobile money.');

/** Further reasons to refuse an initiation, as "invalid request parameters in general" of the interface allows. */
export const stricter = {
  'unknown fields of a request': question('open-initiations checkouts keys', 'hosted.extra-fields', {
    'unknown-fields-refused': [
      'refuses unknown fields',
      refusedWithStatus(all(initiate, unknown(initiationFields)), 400, 'The body has an unknown field.'),
      refusedWithStatus(all(startCheckout, unknown(checkoutFields)), 400, 'The body has an unknown field.'),
    ],
  }),
  currencies: question('open-initiations checkouts', 'txn.currency-list', {
    'own-currencies-only': [
      'accepts only the currencies of its wallets',
      refused(
        all(anyStart, matching('currency', /^(?!(XTS|USD|EUR)$)/i)),
        'currency',
        'This currency is not supported.',
      ),
    ],
    'currencies-in-capitals-only': [
      'accepts currency codes only in capitals',
      refused(all(anyStart, matching('currency', /[a-z]/)), 'currency', 'Write the currency in capitals.'),
    ],
    'any-currency-text': [
      'accepts any text as a currency',
      answers(''),
      readsAs(all(anyStart, matching('currency', /^(?![a-z]{3}$).*\S/i)), { currency: 'XTS' }),
    ],
  }),
  'currencies of operators': question('open-initiations', '', {
    'operators-of-one-currency': [
      'accepts only the local currency for mobile money, and checks it first',
      refused(
        all(mobileMoney, matching('currency', /^(?!XTS$)/i)),
        'currency',
        'The operator does not support this currency.',
      ),
    ],
  }),
  'other payment methods': question('open-initiations refusals', 'txn.method-other', {
    'mobile-money-only': [
      'accepts no payment method other than mobile_money',
      refused(
        all(initiate, lacks('mobile_money_number'), matching('payment_method_type', /^(?!mobile_money$)/)),
        'payment_method_type',
        'There is no such payment method.',
      ),
    ],
    'other-method-named-for-number': [
      'accepts no payment method other than mobile_money, and names the method when there is a number as well',
      refused(
        all(initiate, matching('payment_method_type', /^(?!mobile_money$)/)),
        'payment_method_type',
        'There is no such payment method.',
      ),
    ],
  }),
  'operator code without a method': question('open-initiations', 'txn.code-without-method', {
    'code-without-method-refused': [
      'refuses payment_method_code without payment_method_type',
      refused(
        all(hosted, lacks('mobile_money_number'), given('payment_method_code')),
        'payment_method_code',
        'The code requires a payment method.',
      ),
    ],
  }),
  'outcome without mobile money': question('open-initiations', 'txn.requested-response-hosted', {
    'outcome-refused-outside-mobile-money': [
      'refuses requested_response outside mobile money',
      refused(
        all(hosted, lacks('mobile_money_number'), given('requested_response')),
        'requested_response',
        'The field is only allowed for mobile money.',
      ),
    ],
    'outcome-ignored-outside-mobile-money': [
      'ignores requested_response outside mobile money',
      readsAs(all(hosted, matching('requested_response', /^/)), { requested_response: undefined }),
    ],
  }),
  'form of numbers': question('open-initiations', 'txn.number-form', {
    'numbers-have-ten-digits': [
      'accepts only mobile money numbers of ten digits',
      answers(''),
      refused(
        all(mobileMoney, matching('mobile_money_number', /^0(?!\d{9}$)/)),
        'mobile_money_number',
        'The mobile money number must have ten digits.',
      ),
    ],
    'numbers-with-blanks': [
      'accepts blanks and hyphens in mobile money numbers',
      readsAs(all(mobileMoney, matching('mobile_money_number', /^0[\d\s-]+$/)), ({ input }) => ({
        mobile_money_number: String(input['mobile_money_number']).replace(/[\s-]/g, ''),
      })),
    ],
    'plus-before-numbers-dropped': [
      'drops a plus before a mobile money number',
      readsAs(all(mobileMoney, matching('mobile_money_number', /^\+/)), ({ input }) => ({
        mobile_money_number: String(input['mobile_money_number']).slice(1),
      })),
    ],
    'any-number-after-zero': [
      'accepts anything that starts with a zero as a number',
      readsAs(all(mobileMoney, matching('mobile_money_number', /^0/)), { mobile_money_number: '0970000001' }),
    ],
  }),
  'addresses to return to': question('open-initiations checkouts ways-back', '', {
    'addresses-https-only': [
      'accepts only https addresses',
      needs({ MERCHANT_ORIGIN: 'https://merchant.example' }),
      refused(all(anyStart, matching('success_url', /^http:/)), 'success_url', 'The address must be https.'),
      refused(all(anyStart, matching('failure_url', /^http:/)), 'failure_url', 'The address must be https.'),
    ],
    'addresses-beside-prompts-unread': [
      'ignores success_url and failure_url of mobile money',
      answers('txn.address-beside-prompt'),
      readsAs(mobileMoney, { success_url: undefined, failure_url: undefined }),
    ],
    'addresses-up-to-300-letters': [
      'accepts addresses of up to 300 characters',
      refused(all(anyStart, matching('success_url', /^.{301}/)), 'success_url', 'The address is too long.'),
      refused(all(anyStart, matching('failure_url', /^.{301}/)), 'failure_url', 'The address is too long.'),
    ],
  }),
  'references used before': question('open-initiations checkouts', 'txn.reference-reused', {
    'references-only-once': ['refuses a reference that was used before'],
    'references-only-once-409': ['answers 409 to a reference that was used before'],
  }),
  'odd references': question('open-initiations ways-back forms frames', 'txn.reference-odd', {
    'references-up-to-64-letters': [
      'accepts references of up to 64 characters',
      refused(
        all(anyStart, matching('transaction_reference', /^[^]{65}/)),
        'transaction_reference',
        'The reference is too long.',
      ),
    ],
    'references-up-to-30-letters': [
      'accepts references of up to 30 characters',
      refused(
        all(anyStart, matching('transaction_reference', /^[^]{31}/)),
        'transaction_reference',
        'The reference is too long.',
      ),
    ],
    'references-of-plain-letters': [
      'accepts only references of letters, digits, hyphens and underscores, at most 100 characters',
      refused(
        all(anyStart, matching('transaction_reference', /[^\w-]|^.{101}/)),
        'transaction_reference',
        'The reference has a character that is not allowed.',
      ),
    ],
    'checkout-references-of-plain-letters': [
      'accepts only references of letters, digits, hyphens and underscores at a checkout',
      answers(''),
      refused(
        all(any(startCheckout, postForm), matching('transaction_reference', /[^\w-]/)),
        'transaction_reference',
        'The reference has a character that is not allowed.',
      ),
    ],
    'empty-reference-is-none': [
      'generates a reference when an empty one is sent',
      readsAs(all(anyStart, matching('transaction_reference', /^$/)), { transaction_reference: undefined }),
    ],
  }),
  'order of checks': question('refusals', 'txn.check-order', {
    'number-checked-first': [
      'checks mobile_money_number before anything else',
      refused(
        all(mobileMoney, lacks('mobile_money_number')),
        'mobile_money_number',
        'The mobile money number is required.',
      ),
      refused(
        all(mobileMoney, matching('mobile_money_number', /^[^0]/)),
        'mobile_money_number',
        'The number must start with a zero.',
      ),
    ],
    'broken-fields-named-together': [
      'names every missing field in one message',
      refusedTogether(initiate, ({ input }) =>
        [...requiredFields, ...(isPrompt(input) ? promptFields : [])].filter((name) => input[name] === undefined),
      ),
    ],
  }),
  'order of checks outside mobile money': question('open-initiations refusals', '', {
    'code-looked-at-before-number': [
      'refuses payment_method_code without mobile money before it checks the number',
      checkedBeforeNumber('payment_method_code'),
    ],
    'outcome-looked-at-before-number': [
      'refuses requested_response without mobile money before it checks the number',
      checkedBeforeNumber('requested_response'),
    ],
    'code-refused-in-general-before-number': [
      'refuses payment_method_code without mobile money before it checks the number, without naming a field',
      refusedInGeneral('payment_method_code'),
    ],
    'outcome-refused-in-general-before-number': [
      'refuses requested_response without mobile money before it checks the number, without naming a field',
      refusedInGeneral('requested_response'),
    ],
  }),
  'number without a method': question('refusals', '', {
    'number-without-method-names-number': [
      'names mobile_money_number when it refuses a number without payment_method_type',
      refused(
        all(hosted, matching('mobile_money_number', /^/)),
        'mobile_money_number',
        'The number is only allowed for mobile money.',
      ),
    ],
  }),
  'least amount': question('open-initiations', '', {
    'amounts-from-five-hundred': [
      'accepts amounts from 500 to 1000000',
      refused(
        all(
          anyStart,
          given('amount', (amount) => typeof amount === 'number' && (amount < 500 || amount > 1_000_000)),
        ),
        'amount',
        'The amount is too small or too large.',
      ),
    ],
    'amounts-up-to-nine-thousand': [
      'accepts amounts of up to 9000',
      refused(
        all(
          anyStart,
          given('amount', (amount) => typeof amount === 'number' && amount > 9_000),
        ),
        'amount',
        'The amount is too large.',
      ),
    ],
  }),
};
