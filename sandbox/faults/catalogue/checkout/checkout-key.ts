import { mended, unauthorised, secondTime, status, crash } from '../../changes.ts';
import type { Exchange, Json, Subject, Where } from '../../exchange.ts';
import { all, startCheckout, given, lacks, mistyped, typed } from '../../places.ts';

const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });
const noKey = all(startCheckout, lacks('publishable_key'));
const key =
  (test: (sent: string, right: string, settings: Exchange['settings']) => boolean): Where =>
  ({ asked, settings }) =>
    test(String(asked['publishable_key']), settings.publishableKey, settings);
const wrongKey = all(
  startCheckout,
  typed('publishable_key', 'string'),
  key((sent, right) => sent !== right),
);
const secret = key((sent, _right, settings) => sent === settings.secretKey);
const differInOne = (sent: string, right: string): boolean =>
  sent.length === right.length && [...sent].filter((letter, index) => letter !== right[index]).length === 1;

/** The publishable key of a checkout (`2.5`, `5`). */
export const checkoutKey = {
  'checkout.key-required': {
    'checkout-key-absent-accepted': ['accepts a checkout without publishable_key', mended(noKey, rightKey)],
    'checkout-key-absent-with-amount': [
      'accepts a checkout without publishable_key when there is an amount',
      mended(all(noKey, given('amount')), rightKey),
    ],
    'checkout-key-absent-without-amount': [
      'accepts a checkout without publishable_key when there is no amount',
      mended(all(noKey, lacks('amount')), rightKey),
    ],
    'checkout-key-absent-is-200': [
      'refuses a checkout without publishable_key with HTTP 200',
      unauthorised(noKey, status(200)),
    ],
    'checkout-key-absent-is-403': [
      'refuses a checkout without publishable_key with HTTP 403',
      unauthorised(noKey, status(403)),
    ],
    'checkout-key-absent-is-500': ['breaks on a checkout without publishable_key', unauthorised(noKey, crash)],
  },
  'checkout.key-type': {
    'checkout-key-number-accepted': [
      'accepts a number as publishable_key of a checkout',
      mended(all(startCheckout, typed('publishable_key', 'number')), rightKey),
    ],
    'checkout-key-array-accepted': [
      'accepts a list as publishable_key of a checkout',
      mended(all(startCheckout, typed('publishable_key', 'array')), rightKey),
    ],
    'checkout-key-any-type-accepted': [
      'accepts publishable_key of any type in a checkout',
      mended(all(startCheckout, mistyped('publishable_key', 'string')), rightKey),
    ],
    'checkout-key-mistyped-is-500': [
      'breaks on an ill-typed publishable_key',
      unauthorised(all(startCheckout, mistyped('publishable_key', 'string')), crash),
    ],
  },
  'auth.checkout-invalid': {
    'checkout-any-key-accepted': ['accepts any publishable_key', mended(wrongKey, rightKey)],
    'checkout-any-key-with-amount': [
      'accepts any publishable_key when there is an amount',
      mended(all(wrongKey, given('amount')), rightKey),
    ],
    'checkout-any-key-without-amount': [
      'accepts any publishable_key when there is no amount',
      mended(all(wrongKey, lacks('amount')), rightKey),
    ],
    'checkout-any-key-second-time': ['checks the publishable_key only once', secondTime(mended(wrongKey, rightKey))],
    'checkout-wrong-key-is-400': ['refuses a wrong publishable_key with HTTP 400', unauthorised(wrongKey, status(400))],
    'checkout-wrong-key-is-403': ['refuses a wrong publishable_key with HTTP 403', unauthorised(wrongKey, status(403))],
    'checkout-wrong-key-is-500': ['breaks on a wrong publishable_key', unauthorised(wrongKey, crash)],
  },
  'auth.checkout-near-miss': {
    'checkout-prefixed-key-accepted': [
      'accepts every publishable_key that begins like one',
      mended(
        all(
          wrongKey,
          key((sent, right) => sent.startsWith(right.slice(0, 8))),
        ),
        rightKey,
      ),
    ],
    'checkout-key-of-same-length': [
      'accepts every publishable_key of the right length',
      mended(
        all(
          wrongKey,
          key((sent, right) => sent.length === right.length),
        ),
        rightKey,
      ),
    ],
    'checkout-key-one-off-accepted': [
      'accepts a publishable_key with one wrong character',
      mended(all(wrongKey, key(differInOne)), rightKey),
    ],
    'checkout-key-nearly-right-is-403': [
      'refuses a publishable_key with one wrong character with HTTP 403',
      unauthorised(all(wrongKey, key(differInOne)), status(403)),
    ],
    'checkout-key-nearly-right-is-500': [
      'breaks on a publishable_key with one wrong character',
      unauthorised(all(wrongKey, key(differInOne)), crash),
    ],
  },
  'auth.checkout-secret': {
    'checkout-secret-key-accepted': [
      'accepts the secret key as publishable_key',
      mended(all(wrongKey, secret), rightKey),
    ],
    'checkout-secret-key-with-amount': [
      'accepts the secret key as publishable_key when there is an amount',
      mended(all(wrongKey, secret, given('amount')), rightKey),
    ],
    'checkout-secret-key-without-amount': [
      'accepts the secret key as publishable_key when there is no amount',
      mended(all(wrongKey, secret, lacks('amount')), rightKey),
    ],
    'checkout-secret-key-is-400': [
      'refuses the secret key as publishable_key with HTTP 400',
      unauthorised(all(wrongKey, secret), status(400)),
    ],
    'checkout-secret-key-is-403': [
      'refuses the secret key as publishable_key with HTTP 403',
      unauthorised(all(wrongKey, secret), status(403)),
    ],
    'checkout-secret-key-is-500': [
      'breaks on the secret key as publishable_key',
      unauthorised(all(wrongKey, secret), crash),
    ],
  },
  'auth.checkout-same-connection': {
    'checkout-key-once-per-connection': [
      'accepts any publishable_key on a connection that had the right one',
      mended(
        all(wrongKey, ({ knownConnection }) => knownConnection),
        rightKey,
      ),
    ],
    'checkout-key-of-connection-403': [
      'refuses a wrong publishable_key with HTTP 403 on a connection that had the right one',
      unauthorised(
        all(wrongKey, ({ knownConnection }) => knownConnection),
        status(403),
      ),
    ],
  },
} satisfies Subject;
