import { excluded, must, observe } from '../levels.ts';

/** Rules for every endpoint: body format, credentials (5), errors (7), limits (8) and versions (9). */
export const general = {
  'json.answers': must(
    '4 2.2 2.5 4.3 4.4 4.5 4.6 4.7',
    'every answer of the endpoint is JSON with a JSON content type',
  ),
  'json.refusals': must('7 4', 'a refusal is JSON with a JSON content type'),

  'auth.secret': must('5 4.1 4.3 4.4 4.5 4.6 4.7', 'the secret key as bearer token opens the endpoint'),
  'auth.missing': must('5 7', 'a request without key is answered 401'),
  'auth.invalid': must(
    '5 7',
    'a request with an invalid key is answered 401',
    'a key in the other case, or with a space behind it in a body: not shown (auth.key-case)',
  ),
  'auth.empty': must('5 7', 'a request with an empty bearer token is answered 401'),
  'auth.near-miss': must('5 7', 'a key that differs from the secret key in one character is answered 401'),
  'auth.truncated': must('5 7', 'the beginning of the secret key is answered 401'),
  'auth.extended': must('5 7', 'the secret key with more characters after it is answered 401'),
  'auth.publishable': must('5 7', 'the publishable key in place of the secret key is answered 401'),
  'auth.key-in-body': must('5 7', 'the secret key in the body or another header than Authorization opens nothing'),
  'auth.other-path': must('5 7', 'without a key, no other spelling of the path opens the endpoint'),
  'auth.same-connection': must('5 7', 'an invalid key is answered 401 on a connection that a valid one has used'),
  'auth.before-validation': must('5 7', 'a body with no other fault and no key is never answered as accepted'),
  'auth.key-not-shown': must('5', 'no answer contains the secret key'),
  'auth.callback-unchanged': must('5 4.6', 'an update without a valid key changes nothing'),
  'auth.callback-not-deleted': must('5 4.7', 'a deletion without a valid key deletes nothing'),
  'auth.callback-not-shown': must('5 4.5', 'the publishable key never shows a callback'),
  'auth.checkout-invalid': must('5 4.2 7', 'a checkout with an invalid publishable_key is answered 401'),
  'auth.checkout-near-miss': must('5 4.2 7', 'a checkout whose key differs in one character is answered 401'),
  'auth.checkout-secret': observe('5 4.2 7', 'how is a checkout with the secret key as publishable_key answered?'),
  'auth.checkout-same-connection': must(
    '5 4.2 7',
    'an invalid publishable_key is answered 401 on a connection that a valid one has used',
  ),
  'answers.further-fields': observe(
    '4 2.2 2.6 2.7 4.1 7',
    'which further fields do answers carry that have no rule of their own about it?',
  ),
  'answers.headers': observe(
    '4 7',
    'which headers does an answer carry, and how does it name its content?',
    'Without the id of a request in an answer a question to support is hard to ask.',
  ),
  'answers.wording': observe('4 2.2 4.1 4.6 4.7 7', 'how are messages worded, but for the four validation rules?'),

  'auth.other-scheme': observe('5 7', 'how is the secret key under another scheme than Bearer answered?'),
  'auth.key-case': observe('5 7', 'how is a key in the other case answered?'),
  'auth.scheme-case': observe('5', 'is the scheme accepted in lower case, and the key without any scheme?'),
  'auth.order': observe(
    '5 7',
    'which answer has an unauthorised request whose body cannot be read?',
    'Monitoring that counts 401 answers misses stolen or stale keys where the body is looked at first.',
  ),
  'auth.content-type': observe('5 4', 'how is a request answered whose Content-Type is absent or not JSON?'),
  'auth.key-format': excluded('5', 'the format of keys', 'the interface does not show it'),
  'auth.live-or-test': excluded('5 1', 'how live and test keys are told apart', 'the interface does not show it'),

  'error.result': must('7 3', 'every refusal has result error'),
  'error.field-object': must('7 4.1', 'a field-level refusal carries an error object with type and message'),
  'error.field-type': must('7 4.1', 'the error type of a field-level refusal is InvalidRequestParameters'),
  'error.field-label': must('7 4.1', 'a field-level message names the field after the label Parameter:'),
  'error.unauthorised-message': must('7 5', 'a 401 answer carries result error and a message'),
  'error.general-shape': must('7 4.1', 'any other 400 answer carries a message or an error object'),
  'error.no-server-fault': must(
    '7 4',
    'an ordinary request is never answered with a server fault',
    'the shape of a 500: it cannot be provoked',
  ),
  'error.never-success': must('7 3', 'an answer with an error status never has result success'),
  'error.malformed-body': must('7 4', 'a body that is no JSON object is never taken for a fault of the server'),
  'error.wording': observe(
    '7',
    'how are the messages of the four validation rules worded?',
    'Clients match messages where there is no code to match, and break when the wording changes.',
  ),
  'error.general-form': observe('7', 'which of the two body shapes do other 400 answers use?'),
  'error.field-message': observe(
    '7 2.2 4.1',
    'does a field-level refusal of an initiation carry a message beside its error object?',
    'An initiation always has a message, and this refusal shows none: a client that prints it may print nothing.',
  ),
  'error.broken-json': observe('7 4', 'how is a body answered that is not JSON?'),
  'error.unknown-path': observe('7', 'how are an unknown path and a wrong method answered?'),
  'error.server-fault': excluded('7', 'the 500 answer', 'an internal error cannot be provoked through the interface'),

  'version.path': must('9 4', 'the endpoint answers under /v1'),
  'version.elsewhere': observe('9', 'how is a path without /v1 answered?'),
  'version.deprecation': excluded('9', 'deprecation policy and version selection', 'the interface does not show them'),
  'limits.rate': excluded('8', 'rate limits', 'the interface does not show them, and probing them harms the target'),
} as const;
