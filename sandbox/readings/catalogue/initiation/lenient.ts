import { readsAs } from '../../../faults/changes.ts';
import type { Exchange, Json } from '../../../faults/exchange.ts';
import { all, given, is, matching, initiate, mobileMoney, startCheckout } from '../../../faults/places.ts';
import { refused } from '../../changes.ts';
import { question } from '../../reading.ts';

const digits = matching('amount', /^\d+$/);
const asNumber = ({ input }: Exchange): Json => ({ amount: Number(input['amount']) });
const withoutNulls = ({ input }: Exchange): Json =>
  Object.fromEntries(Object.entries(input).flatMap(([name, value]) => (value === null ? [[name, undefined]] : [])));

/** Initiations that some services accept and others refuse, as the interface states no rule. */
export const lenient = {
  'amount as text': question('open-initiations checkouts', 'txn.amount-as-text checkout.amount-as-text', {
    'amounts-as-text-taken': [
      'accepts a text of digits as an amount',
      readsAs(all(initiate, digits), asNumber),
      readsAs(all(startCheckout, digits), asNumber),
    ],
  }),
  'odd amounts': question('open-initiations', 'txn.amount-bounds', {
    'fractions-rounded': [
      'rounds amounts to whole subunits',
      readsAs(
        all(
          initiate,
          given('amount', (amount) => typeof amount === 'number' && amount > 1),
        ),
        ({ input }) => ({
          amount: Math.round(Number(input['amount'])),
        }),
      ),
    ],
    'zero-is-an-amount': ['accepts the amount zero', readsAs(all(initiate, is('amount', 0)), { amount: 1 })],
  }),
  'null in a request': question('open-initiations', 'txn.null-field', {
    'null-is-absent': [
      'treats null as an absent field',
      readsAs(initiate, withoutNulls),
      readsAs(startCheckout, withoutNulls),
    ],
  }),
  'form of e-mail addresses': question('open-initiations', 'txn.email-form', {
    'any-email-text': [
      'accepts any text as an e-mail address',
      readsAs(all(initiate, matching('email', /^(?!.+@.)/)), { email: 'unread@customer.example' }),
    ],
    'emails-without-apostrophes': [
      'refuses apostrophes in e-mail addresses',
      refused(all(initiate, matching('email', /'/)), 'email', 'The value must be an e-mail address.'),
    ],
  }),
  'case of words': question('open-initiations', '', {
    'words-in-either-case': [
      'reads payment_method_type and payment_method_code case-insensitively',
      readsAs(all(initiate, matching('payment_method_type', /^MOBILE_MONEY$/)), {
        payment_method_type: 'mobile_money',
      }),
      readsAs(all(initiate, matching('payment_method_code', /^operator_[abc]$/)), ({ input }) => ({
        payment_method_code: String(input['payment_method_code']).toUpperCase(),
      })),
    ],
  }),
  'unknown operators': question('open-initiations', 'txn.code-unknown', {
    'unknown-operators-prompt-too': [
      'prompts customers of unknown operators',
      readsAs(all(mobileMoney, matching('payment_method_code', /^(?!OPERATOR_|$)/)), ({ settings }) => ({
        payment_method_code: settings.operators.b,
      })),
    ],
  }),
  'other schemes': question('open-initiations', 'txn.url-scheme', {
    'app-addresses-taken': [
      'accepts app addresses, such as merchant-app://paid',
      readsAs(all(initiate, matching('success_url', /^[a-z-]+:\/\//)), ({ input }) => ({
        success_url: String(input['success_url']).replace(/^(?!https?:)[a-z-]+:/, 'https:'),
      })),
    ],
    'paths-taken': [
      "resolves a path against the merchant's site",
      readsAs(all(initiate, matching('success_url', /^\/\w/)), ({ input }) => ({
        success_url: `https://merchant.example${String(input['success_url'])}`,
      })),
    ],
  }),
};
