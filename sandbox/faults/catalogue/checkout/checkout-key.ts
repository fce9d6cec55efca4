import { readsAs, status } from '../../changes.ts';
import { refusedKey, refusedWith } from '../../answer-faults.ts';
import { acceptedWhen } from '../../request-faults.ts';
import type { Exchange, Json, Subject, Where } from '../../exchange.ts';
import {
  all,
  beginsAlike,
  beginsAndEndsAlike,
  differsInOne,
  endsAlike,
  knownConnection,
  lacks,
  mistyped,
  noKey,
  not,
  sameLength,
  secretAsPublishable,
  startCheckout,
  typed,
} from '../../places.ts';

const rightKey = ({ settings }: Exchange): Json => ({ publishable_key: settings.publishableKey });
const sent =
  (test: (sent: string, right: string) => boolean): Where =>
  ({ asked, settings }) =>
    test(String(asked['publishable_key']), settings.publishableKey);
const wrongKey = all(
  startCheckout,
  typed('publishable_key', 'string'),
  sent((key, right) => key !== right),
);

const withoutKey = refusedKey('a checkout without publishable_key', all(startCheckout, lacks('publishable_key')));
const mistypedKey = refusedKey(
  'another type as publishable_key',
  all(startCheckout, mistyped('publishable_key', 'string')),
);
const anyKey = refusedKey('a wrong publishable_key', wrongKey);
const nearlyRight = refusedKey('a publishable_key with one wrong character', all(wrongKey, sent(differsInOne)));
const secretAsKey = refusedKey('the secret key as publishable_key', secretAsPublishable);
const knownThere = refusedKey(
  'a wrong publishable_key on a connection that had the right one',
  all(wrongKey, knownConnection),
);
const byAmount = ['with-amount', 'without-amount'] as const;

/** The publishable key of a checkout (`2.5`, `5`). */
export const checkoutKey: Subject = {
  'checkout.key-required': {
    'checkout-opened-by-secret-key': [
      'accepts the secret key in the Authorization header in place of publishable_key',
      readsAs(all(withoutKey.where, not(noKey)), rightKey),
    ],
    ...acceptedWhen('checkout-key-absent', withoutKey, rightKey, 'accepted', ...byAmount),
    ...refusedWith('checkout-key-absent', withoutKey, 200, 403, 500),
  },
  'checkout.key-type': {
    'checkout-key-number-accepted': [
      'accepts a number as publishable_key',
      readsAs(all(startCheckout, typed('publishable_key', 'number')), rightKey),
    ],
    'checkout-key-array-accepted': [
      'accepts a list as publishable_key',
      readsAs(all(startCheckout, typed('publishable_key', 'array')), rightKey),
    ],
    ...acceptedWhen('checkout-key-any-type', mistypedKey, rightKey, 'accepted'),
    ...refusedWith('checkout-key-mistyped', mistypedKey, 500),
  },
  'auth.checkout-invalid': {
    ...acceptedWhen('checkout-any-key', anyKey, rightKey, 'accepted', ...byAmount, 'second-time'),
    ...refusedWith('checkout-wrong-key', anyKey, 400, 403, 500),
  },
  'auth.checkout-near-miss': {
    'checkout-prefixed-key-accepted': [
      'accepts every publishable_key that starts like the right one',
      readsAs(all(wrongKey, sent(beginsAlike)), rightKey),
    ],
    'checkout-key-tail-compared': [
      'accepts every publishable_key that ends like the right one',
      readsAs(all(wrongKey, sent(endsAlike)), rightKey),
    ],
    'checkout-key-ends-compared': [
      'accepts every publishable_key that starts and ends like the right one',
      readsAs(all(wrongKey, sent(beginsAndEndsAlike)), rightKey),
    ],
    'checkout-key-of-same-length': [
      'accepts every publishable_key of the right length',
      readsAs(all(wrongKey, sent(sameLength)), rightKey),
    ],
    ...acceptedWhen('checkout-key-one-off', nearlyRight, rightKey, 'accepted'),
    ...refusedWith('checkout-key-nearly-right', nearlyRight, 403, 500),
  },
  'auth.checkout-secret': {
    ...acceptedWhen('checkout-secret-key', secretAsKey, rightKey, 'accepted', ...byAmount),
    ...refusedWith('checkout-secret-key', secretAsKey, 400, 403, 500),
  },
  'auth.checkout-same-connection': {
    'checkout-key-once-per-connection': [`accepts ${knownThere.what}`, readsAs(knownThere.where, rightKey)],
    'checkout-key-of-connection-403': [`refuses ${knownThere.what} with HTTP 403`, knownThere.changed(status(403))],
  },
};
