import { excluded, must, observe } from '../levels.ts';

/** Transaction initiation: the request body (2.1), its validation (4.1) and the hosted-page answer (2.2, 4.1). */
export const initiation = {
  // The answers of all flows.
  'txn.id-unique': must('4.1 2.2', 'two initiations get two different transaction ids'),
  'txn.reference-kept': must(
    '4.1 2.1 2.2',
    'a supplied transaction_reference comes back unchanged',
    'spaces at its ends: a service may strip them (txn.reference-odd)',
  ),
  'txn.reference-generated': must('4.1 2.1 2.2', 'without a transaction_reference the service makes one up'),
  'txn.reference-distinct': must('4.1 2.1', 'two generated transaction references differ'),
  'txn.result-word': must('4.1 2.2 3', 'result is success or error, in accepted and in refused initiations'),
  'txn.status-word': must(
    '4.1 2.2 3',
    'a status in the answer is one of the six transaction states',
    'reversed and refunded: no shown operation leads there',
  ),
  'txn.listed-types': must('4.1 2.2', 'a listed field of text is a string wherever it is answered'),
  'txn.amount-echo': must('4.1 2.2', 'an amount in the answer is the number that was sent'),
  'txn.currency-echo': must('4.1 2.2', 'a currency in the answer is the text that was sent'),
  'txn.at-once': must(
    '4.1 2.1 2.2',
    'initiations sent at the same time get ids, references and addresses of their own',
  ),
  'txn.unknown-fields': observe('4.1 2.2', 'which fields does an initiation answer carry beyond the listed ones?'),
  'txn.listed-amount-currency': observe(
    '4.1 2.2',
    'does the answer carry the listed amount and currency?',
    'Whoever reconciles payments by the answer relies on fields that no shape of an answer shows.',
  ),

  // Hosted-page flow.
  'hosted.accepted': must('4.1 1 2.1', 'an initiation without payment method is accepted with HTTP 200'),
  'hosted.result': must('4.1 2.2', 'the hosted-page answer has result success'),
  'hosted.transaction-id': must('4.1 2.2', 'the hosted-page answer carries a transaction_id'),
  'hosted.transaction-reference': must('4.1 2.2', 'the hosted-page answer carries a transaction_reference'),
  'hosted.message': must(
    '4.1 2.2',
    'the hosted-page answer carries a message for people',
    'its wording, which is free (answers.wording)',
  ),
  'hosted.url': must('4.1 1 2.2', 'the hosted-page answer carries the address of the payment page'),
  'hosted.status': must('4.1 3', 'a status in the hosted-page answer, before anybody has paid, is pending'),
  'hosted.own-page': must('4.1 2.2', 'two initiations get two different payment pages'),
  'hosted.every-optional-field': must('4.1 2.1', 'reference, success_url and failure_url are accepted together'),
  'hosted.success-url-alone': must('4.1 2.1', 'success_url is accepted without failure_url'),
  'hosted.failure-url-alone': must('4.1 2.1', 'failure_url is accepted without success_url'),
  'hosted.extra-fields': observe('4.1', 'how is a body with an unknown field answered?'),

  // Equivalent requests.
  'txn.amount-notation': observe('4.1 2.1', 'how is an amount answered that is spelled 1000.0 or 1e3?'),
  'txn.content-type-charset': must('4.1 5 4', 'an initiation whose Content-Type names its charset is accepted'),
  'txn.email-tagged': observe('4.1 2.1', 'how is an e-mail address answered with a plus and a dot before the at sign?'),
  'txn.amount-larger': must('4.1 8 2.1 7', 'a larger amount is accepted as it was sent, or refused with HTTP 400'),
  'txn.reference-unusual': must(
    '4.1 2.1 2.2 7',
    'a long, spaced or non-Latin transaction_reference comes back unchanged, or is refused with HTTP 400',
  ),
  'txn.second-currency': must('4.1 1 2.1 2.2 7', 'an initiation in the second currency keeps every rule of the first'),

  // Required fields.
  'txn.amount-required': must('4.1 2.1 7', 'an initiation without amount is refused'),
  'txn.email-required': must('4.1 2.1 7', 'an initiation without email is refused'),
  'txn.currency-required': must('4.1 2.1 7', 'an initiation without currency is refused'),
  'txn.body-empty': must('4.1 2.1 7', 'an empty JSON object is refused'),

  // Types.
  'txn.amount-type': must(
    '4.1 2.1 7',
    'an amount that is not a number is refused',
    'the amount on a prompt: a phone is outside the interface; pages and wallets show it (wallets.moved)',
  ),
  'txn.amount-as-text': must('4.1 2.1 7', 'an amount that is a text of digits is refused'),
  'txn.email-type': must(
    '4.1 2.1 7',
    'an email that is not a string is refused',
    'which texts are addresses: no format is given (txn.email-form)',
  ),
  'txn.currency-type': must(
    '4.1 2.1 7',
    'a currency that is not a string is refused',
    'which codes exist: no list is given (txn.currency-list)',
  ),
  'txn.reference-type': must('4.1 2.1 7', 'a transaction_reference that is not a string is refused'),
  'txn.success-url-type': must('4.1 2.1 7', 'a success_url that is not a string is refused'),
  'txn.failure-url-type': must('4.1 2.1 7', 'a failure_url that is not a string is refused'),
  'txn.success-url-format': must('4.1 2.1 7', 'a success_url that is not a URL is refused'),
  'txn.failure-url-format': must('4.1 2.1 7', 'a failure_url that is not a URL is refused'),
  'txn.method-type-type': must('4.1 2.1 7', 'a payment_method_type that is not a string is refused'),
  'txn.method-code-type': must('4.1 2.1 7', 'a payment_method_code that is not a string is refused'),
  'txn.number-type': must('4.1 2.1 7', 'a mobile_money_number that is not a string is refused'),
  'txn.requested-response-type': must('4.1 2.1 7', 'a requested_response that is not a string is refused'),
  'txn.requested-response-enum': must(
    '4.1 2.1 7',
    'a requested_response other than success or failed is refused for mobile money',
  ),

  // The four rules of 4.1, and the related one of 2.1.
  'txn.code-missing': must('4.1 2.1 7', 'mobile money without payment_method_code is refused, naming it'),
  'txn.number-missing': must('4.1 2.1 7', 'mobile money without mobile_money_number is refused, naming it'),
  'txn.number-leading-zero': must(
    '4.1 2.1 7',
    'a mobile_money_number that does not start with zero is refused, naming it',
    'a space or a sign before the zero: a service may strip it (txn.number-form)',
  ),
  'txn.number-other-method': must(
    '4.1 2.1 7',
    'a mobile_money_number with another payment method is refused, naming one of the two',
  ),
  'txn.number-no-method': must(
    '4.1 2.1 7',
    'a mobile_money_number without payment_method_type is refused, naming one of the two',
  ),
  'txn.number-zero-first': must('4.1 2.1', 'a mobile_money_number that starts with zero is accepted'),

  // Questions about the request that the interface leaves open.
  'txn.amount-bounds': observe(
    '8 2.1 4.1',
    'how are zero, negative, fractional and very large amounts answered?',
    'A merchant has to keep to bounds that nobody has told, or finds them out with a customer at the till.',
  ),
  'txn.null-field': observe('4.1 2.1', 'how is null in an optional field answered?'),
  'txn.email-form': observe('4.1 2.1', 'how are unusual email addresses, and texts that are none, answered?'),
  'txn.currency-list': observe('8 2.1 4.1', 'how is an unknown or lower-case currency code answered?'),
  'txn.code-unknown': observe('2.4 4.1', 'how is an operator code answered that belongs to no operator?'),
  'txn.method-other': observe('4.1 2.1', 'how is a payment_method_type other than mobile_money answered?'),
  'txn.code-without-method': observe('4.1 2.1', 'how is a payment_method_code without payment_method_type answered?'),
  'txn.requested-response-hosted': observe('4.1 2.1', 'how is requested_response answered outside mobile money?'),
  'txn.number-form': observe(
    '4.1 2.1',
    'how are letters, spaces and odd lengths after the leading zero answered?',
    'A merchant who checks numbers more strictly, or less, turns customers away or sends prompts to nobody.',
  ),
  'txn.url-scheme': observe('4.1 2.1', 'how is a success_url with another scheme than http answered?'),
  'txn.address-beside-prompt': observe(
    '4.1 2.1',
    'how is a success_url or failure_url answered that is no URL, beside a mobile money prompt?',
  ),
  'txn.reference-reused': observe(
    '4.1 2.1',
    'how is a transaction_reference answered that was used before?',
    'A merchant who sends a request again after a timeout must know whether the customer can be charged twice.',
  ),
  'txn.reference-odd': observe('4.1 2.1', 'how are an empty and a very long transaction_reference answered?'),
  'txn.check-order': observe(
    '4.1',
    'which field is named when several rules are broken at once?',
    'A form that marks the faulty field shows one after the other, and has to know which comes first.',
  ),
  'txn.retrieve': excluded('1', 'retrieving a transaction', 'the interface shows no such operation'),
  'txn.refund': excluded('1', 'refunds and reversals', 'the interface shows no such operation'),
  'txn.prompt-on-phone': excluded('1 2.1', 'the prompt that reaches the phone', 'a phone is outside the interface'),
} as const;
