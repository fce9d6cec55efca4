import { body, generalShape, refusal, unauthorised, anyAnswer } from '../../../faults/changes.ts';
import type { Json, Where } from '../../../faults/exchange.ts';
import { all, anyEndpoint, guarded, initiate, not, unreadable } from '../../../faults/places.ts';
import { answered, jsonText } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

const unknownRoute: Where = ({ route }) => route === '';
const wrongMethod: Where = all(({ answer }) => answer.status === 405);

/** The refusals for the four rules of `4.1`, whose shape the interface states. */
const fieldLevelStated: Where = all(initiate, ({ answer: { json } }) =>
  /Parameter: (payment_method_code|payment_method_type|mobile_money_number)/.test(
    String((json['error'] as Json | undefined)?.['message']),
  ),
);

/** Refusals, in either of the two shapes of `7`. */
export const refusals = {
  'shape of other refusals': question('refusals checkouts wallets', 'error.general-form', {
    'refusals-in-the-general-shape': [
      'refuses in the general shape wherever the field-level shape is not stated',
      refusal(all(anyEndpoint, not(fieldLevelStated)), generalShape),
    ],
  }),
  'both shapes': question('refusals checkouts wallets keys', '', {
    'refusals-in-both-shapes': [
      'also returns the message outside the error object',
      answers('error.field-message'),
      refusal(
        anyEndpoint,
        body(({ error, ...fields }) => ({
          ...fields,
          ...(error ? { error, message: (error as Json)['message'] } : {}),
        })),
      ),
    ],
    'refusals-with-a-code': [
      'adds a code, a documentation address and a list of details to refusals',
      anyAnswer(
        all(anyEndpoint, answered(400, 401, 404)),
        body((fields) => ({ ...fields, code: 'E1042', documentation: 'https://docs.example/errors', details: [] })),
      ),
    ],
  }),
  'refused bodies': question('open-initiations', 'error.broken-json', {
    'broken-bodies-are-422': [
      'answers 422 to an unreadable body',
      refusal(all(initiate, unreadable), (answer) => (answer.status = 422)),
    ],
  }),
  'unknown addresses': question('answers', 'error.unknown-path', {
    'unknown-addresses-in-html': [
      'answers unknown addresses with an HTML page',
      anyAnswer(unknownRoute, (answer) => {
        answer.type = 'text/html';
        answer.text = '<!doctype html><title>404</title><h1>Not Found</h1>';
      }),
    ],
    'other-methods-are-404': [
      'answers a wrong method like an unknown address',
      anyAnswer(wrongMethod, (answer) => (answer.status = 404)),
    ],
    'unknown-addresses-are-403': [
      'answers 403 to unknown addresses, as some gateways do',
      anyAnswer(unknownRoute, (answer) => (answer.status = 403)),
    ],
  }),
  'addresses without a version': question('open-initiations', 'version.elsewhere', {
    'addresses-without-version': ['also serves every endpoint without /v1'],
    'addresses-without-version-lead-on': [
      'redirects addresses without /v1 to those with it',
      anyAnswer(
        all(unknownRoute, ({ path }) => !path.startsWith('/v1/')),
        (answer, { path }) => {
          answer.status = 308;
          answer.location = `/v1${path}`;
        },
      ),
    ],
  }),
  'unauthorised answers': question('keys', '', {
    'unauthorised-without-challenge': [
      'answers 401 without WWW-Authenticate, with JSON on several lines',
      unauthorised(
        guarded,
        (answer) => (answer.headers['www-authenticate'] = undefined),
        jsonText((fields) => JSON.stringify(fields, null, 1)),
      ),
    ],
  }),
};
