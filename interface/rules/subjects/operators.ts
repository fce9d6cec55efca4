import { excluded, must, observe } from '../levels.ts';

/** Mobile money: operators A, B and C and their simulated outcomes (2.4, 4.1). */
export const operators = {
  'operator-a-success.accepted': must('4.1 2.4 1', 'operator A with requested_response success is answered HTTP 200'),
  'operator-a-success.result': must('4.1 2.2', "operator A's simulated success has result success"),
  'operator-a-success.status': must('4.1 2.2 3', "operator A's simulated success has status success"),
  'operator-a-success.transaction-id': must('4.1 2.2', "operator A's simulated success carries a transaction_id"),
  'operator-a-success.transaction-reference': must(
    '4.1 2.2',
    "operator A's simulated success carries a transaction_reference",
  ),
  'operator-a-success.message-html': must(
    '4.1 2.2',
    "operator A's simulated success has a message with bold tags and line breaks",
  ),
  'operator-a-success.text-message': must('4.1 2.2', "operator A's simulated success carries a text_message"),
  'operator-a-success.text-plain': must(
    '4.1 2.2',
    "operator A's text_message says what message says, without markup",
    'order and line breaks: "plain" is not defined',
  ),

  'operator-a-failure.accepted': must('4.1 7 2.4', "operator A's simulated failure is answered HTTP 200"),
  'operator-a-failure.result': must('4.1 7 2.2', "operator A's simulated failure has result error"),
  'operator-a-failure.transaction-id': must('4.1 2.2', "operator A's simulated failure carries a transaction_id"),
  'operator-a-failure.transaction-reference': must(
    '4.1 2.2',
    "operator A's simulated failure carries a transaction_reference",
  ),
  'operator-a-failure.message': must('4.1 7 2.2', "operator A's simulated failure carries a message"),
  'operator-a-failure.checkout-id': must('4.1 2.2', "operator A's simulated failure carries a checkout_id"),
  'operator-a-failure.own-checkout-id': must('4.1 2.2', 'two simulated failures of operator A get two checkout ids'),
  'operator-a-failure.status': must(
    '4.1 3',
    "a status in operator A's simulated failure is that of a failure, or pending",
  ),

  'operator-a.requested-response-required': must('4.1 2.4 2.1 7', 'operator A without requested_response is refused'),
  'operator-a.answer-beyond': observe('2.4 4.1', "which further fields do operator A's answers carry?"),
  'operator-a.live-money': excluded(
    '2.4',
    'with live credentials operator A moves real money',
    'the suite refuses live credentials',
  ),
  'operator-a.dummy': excluded(
    '2.4',
    'with test credentials operator A moves no money',
    'no balance of a customer can be seen through the interface',
  ),

  'operator-b.accepted': must('4.1 2.4 2.1', 'operator B is answered HTTP 200, with and without requested_response'),
  'operator-b.result': must('4.1 2.2', 'operator B is answered with result success'),
  'operator-b.transaction-id': must('4.1 2.2', "operator B's answer carries a transaction_id"),
  'operator-b.transaction-reference': must('4.1 2.2', "operator B's answer carries a transaction_reference"),
  'operator-b.message': must('4.1 2.2', "operator B's answer carries a message"),
  'operator-b.checkout-id': must('4.1 2.2', "operator B's answer carries a checkout_id"),
  'operator-b.status': must(
    '4.1 2.2 3',
    'a status in the answer of operator B never claims a failure, a reversal or a refund that was not requested',
  ),
  'operator-b.own-checkout-id': must('4.1 2.2', 'two transactions with operator B get two checkout ids'),
  'operator-b.simulated-failure': must(
    '4.1 2.1 2.2',
    'operator B with requested_response failed still answers result, transaction_id, transaction_reference and message',
  ),
  'operator-b.failure-answer': observe(
    '2.4 4.1',
    'how does operator B answer requested_response failed?',
    'Without a failure to be had in the test environment a merchant cannot try out what follows one.',
  ),

  'operator-c.accepted': must('4.1 2.4 2.1', 'operator C is answered HTTP 200, with and without requested_response'),
  'operator-c.result': must('4.1 2.2', 'operator C is answered with result success'),
  'operator-c.status': must(
    '4.1 2.4 3',
    'operator C is answered with status pending, or with success where that was requested',
  ),
  'operator-c.transaction-id': must('4.1 2.2', "operator C's answer carries a transaction_id"),
  'operator-c.transaction-reference': must('4.1 2.2', "operator C's answer carries a transaction_reference"),
  'operator-c.message': must('4.1 2.2', "operator C's answer carries a message"),
  'operator-c.text-message': must('4.1 2.2', "operator C's answer carries a text_message without markup"),
  'operator-c.qr-code': must('4.1 2.2', "operator C's answer carries a qr_code"),
  'operator-c.generated-code': must(
    '4.1 2.2 2.4',
    "operator C's answer carries a generated code",
    'whether an operator takes it, and whether each is new (operator-c.code-own)',
  ),
  'operator-c.simulated-failure': must(
    '4.1 2.4',
    'operator C with requested_response failed is pending or answers as a simulated failure',
    'how a pending payment ends: no operation reads a transaction',
  ),
  'operator-c.failure-answer': observe(
    '2.4 4.1',
    'how does operator C answer requested_response failed?',
    'Without a failure to be had in the test environment a merchant cannot try out what follows one.',
  ),
  'operator-c.own-qr-code': observe('4.1 2.2', 'do two transactions with operator C get two qr codes?'),
  'operator-c.code-own': observe('4.1 2.4 2.2', 'do two transactions with operator C get two codes?'),
  'operators.other-codes': excluded('2.4', 'codes of further operators', 'the interface does not show them'),
} as const;
