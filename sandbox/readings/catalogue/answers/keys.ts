import { acceptsKey, anyAnswer, readsAs } from '../../../faults/changes.ts';
import { all, guarded, initiate, keyOf, lacks, startCheckout, wrongKey } from '../../../faults/places.ts';
import type { Where } from '../../../faults/exchange.ts';
import { refusedWithStatus } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

const bare: Where = (exchange) => exchange.headers.authorization === exchange.settings.secretKey && guarded(exchange);
const basic: Where = ({ headers, settings }) => headers.authorization === `Basic ${settings.secretKey}`;
const lowerCase: Where = (exchange) =>
  (exchange.headers.authorization ?? '').startsWith('bearer ') && keyOf(exchange) !== undefined;
const sameButForCase = (sent: string, right: string): boolean => sent.toLowerCase() === right.toLowerCase();

/** Keys, where `5` leaves a choice. */
export const keys = {
  'case of keys': question('keys', 'auth.key-case', {
    'keys-in-either-case': [
      'compares keys case-insensitively',
      acceptsKey(all(guarded, wrongKey(sameButForCase))),
      readsAs(
        all(startCheckout, ({ input, settings }) =>
          sameButForCase(String(input['publishable_key']), settings.publishableKey),
        ),
        ({ settings }) => ({ publishable_key: settings.publishableKey }),
      ),
    ],
  }),
  'schemes other than Bearer': question('keys', 'auth.scheme-case', {
    'key-without-scheme': ['also accepts the secret key without a scheme', acceptsKey(bare)],
    'basic-read-as-bearer': [
      'also accepts the secret key under the scheme Basic',
      answers('auth.other-scheme'),
      acceptsKey(all(guarded, basic)),
    ],
    'scheme-in-capitals-only': [
      'accepts the scheme only in the spelling of the interface',
      refusedWithStatus(all(guarded, lowerCase), 401, 'The API key is missing or invalid.'),
    ],
  }),
  'order of key and body': question('keys refusals', 'auth.order', {
    'key-asked-for-last': ['checks the body of an initiation before the key'],
  }),
  'checkout without a key': question('checkouts keys', 'checkout.missing-key-status', {
    'missing-publishable-key-is-400': [
      'refuses a JSON checkout without publishable_key with HTTP 400, as a missing field',
      refusedWithStatus(all(startCheckout, lacks('publishable_key')), 400, 'The publishable_key is required.'),
    ],
  }),
  'other content types': question('open-initiations', 'auth.content-type', {
    'other-content-types-are-415': [
      'answers 415 to a body of another content type',
      anyAnswer(
        all(initiate, ({ headers }) => !/json/.test(headers['content-type'] ?? '')),
        (answer) => {
          if (answer.status === 400) answer.status = 415;
        },
      ),
    ],
    'content-type-not-looked-at': ['reads every body as JSON, whatever its content type says'],
  }),
};
