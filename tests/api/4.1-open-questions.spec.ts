import { covers, inParallel, needsOperator, test } from '../../fixtures/index.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { textOf } from '../../interface/messages/bounded-json.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';

// What the interface leaves open about an initiation. Nothing here can fail: the answers are recorded.

type Question = readonly [TestedRuleId, name: string, change: (bodies: Bodies) => Body];

const ofHostedPage: readonly Question[] = [
  ['txn.amount-bounds', 'zero', () => ({ amount: 0 })],
  ['txn.amount-bounds', 'negative', () => ({ amount: -100 })],
  ['txn.amount-bounds', 'fraction', () => ({ amount: 10.5 })],
  ['txn.null-field', 'transaction_reference', () => ({ transaction_reference: null })],
  ['txn.null-field', 'success_url', () => ({ success_url: null })],
  ['txn.email-form', 'empty', () => ({ email: '' })],
  ['txn.email-form', 'no at sign', () => ({ email: 'customer' })],
  ['txn.email-form', 'a host of many parts', () => ({ email: 'first.last+tag@mail.shop.example.com' })],
  ['txn.email-form', 'capitals', () => ({ email: 'First.Last@EXAMPLE.com' })],
  ['txn.email-form', 'an apostrophe', () => ({ email: "o'brien@example.com" })],
  ['txn.currency-list', 'unknown', () => ({ currency: 'QQQ' })],
  ['txn.currency-list', 'lower case', () => ({ currency: 'xts' })],
  ['txn.method-other', 'card', () => ({ payment_method_type: 'card' })],
  ['txn.method-other', 'empty', () => ({ payment_method_type: '' })],
  ['txn.code-without-method', 'code alone', () => ({ payment_method_code: 'no-such-operator' })],
  ['txn.requested-response-hosted', 'success', () => ({ requested_response: 'success' })],
  ['txn.requested-response-hosted', 'other word', () => ({ requested_response: 'maybe' })],
  ['txn.url-scheme', 'javascript', () => ({ success_url: 'javascript:void(0)' })],
  ['txn.url-scheme', 'app', () => ({ success_url: 'merchant-app://paid' })],
  ['txn.url-scheme', 'relative', () => ({ success_url: '/paid' })],
  ['txn.reference-odd', 'empty', () => ({ transaction_reference: '' })],
  ['txn.reference-odd', 'spaces at both ends', () => ({ transaction_reference: ` ${newReference()} ` })],
  ['txn.reference-odd', 'long', () => ({ transaction_reference: 'r'.repeat(600) })],
];

const spaced = (number: string): string => number.replace(/(.{3})(?=.)/g, '$1 ');

const ofOperatorB: readonly Question[] = [
  ['txn.code-unknown', 'operator B, unknown', () => ({ payment_method_code: 'no-such-operator' })],
  ['txn.number-form', 'operator B, letters', () => ({ mobile_money_number: '0ABCDEFGHI' })],
  ['txn.number-form', 'operator B, spaces', ({ number }) => ({ mobile_money_number: spaced(number) })],
  ['txn.number-form', 'operator B, a plus before the zero', ({ number }) => ({ mobile_money_number: `+${number}` })],
  ['txn.number-form', 'operator B, a space before the zero', ({ number }) => ({ mobile_money_number: ` ${number}` })],
  ['txn.number-form', 'operator B, a zero alone', () => ({ mobile_money_number: '0' })],
  [
    'txn.check-order',
    'operator B, code and number',
    () => ({ payment_method_code: undefined, mobile_money_number: undefined }),
  ],
  ['txn.check-order', 'operator B, amount and number', () => ({ amount: undefined, mobile_money_number: '9' })],
  ['operator-b.failure-answer', 'operator B, failed', () => ({ requested_response: 'failed' })],
];

const rulesOf = (questions: readonly Question[]) => covers(...new Set(questions.map(([rule]) => rule)));

test('values of a hosted page', rulesOf(ofHostedPage), async ({ api, bodies, observe }) => {
  await inParallel(ofHostedPage, async ([rule, name, change]) => {
    await observe(rule, name, summarizeReply(await api.initiate(bodies.hostedPage(change(bodies)))));
  });
});

test('values of mobile money', needsOperator('B', rulesOf(ofOperatorB)), async ({ api, bodies, observe }) => {
  await inParallel(ofOperatorB, async ([rule, name, change]) => {
    await observe(rule, name, summarizeReply(await api.initiate(bodies.mobileMoney('B', change(bodies)))));
  });
});

test('a reference that was used before', covers('txn.reference-reused'), async ({ api, bodies, observe }) => {
  const body = bodies.hostedPage({ transaction_reference: newReference() });
  await api.initiate(body);
  await observe('txn.reference-reused', 'hosted page', summarizeReply(await api.initiate(body)));
});

test(
  'fields that the hosted page does not show',
  covers('txn.unknown-fields', 'txn.listed-amount-currency'),
  async ({ api, bodies, observe }) => {
    const reply = await api.initiate(bodies.hostedPage());
    const shown = ['result', 'transaction_id', 'transaction_reference', 'message', 'hosted_url'];
    await observe('txn.unknown-fields', 'hosted page', fieldsBeyond(reply.json, shown));
    const types = `amount ${typeof reply.field('amount')}, currency ${typeof reply.field('currency')}`;
    await observe('txn.listed-amount-currency', 'hosted page', types);
  },
);

test('fields that operator A does not show', covers('operator-a.answer-beyond'), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.mobileMoney('A'));
  const shown = ['result', 'status', 'transaction_id', 'transaction_reference', 'message', 'text_message'];
  await observe('operator-a.answer-beyond', 'simulated success', fieldsBeyond(reply.json, shown));
});

test(
  'operator C: a failure, and codes of two transactions',
  covers('operator-c.failure-answer', 'operator-c.code-own', 'operator-c.own-qr-code'),
  async ({ api, bodies, observe }) => {
    const failed = await api.initiate(bodies.mobileMoney('C', { requested_response: 'failed' }));
    const status = textOf(failed.field('status'));
    await observe('operator-c.failure-answer', 'operator C, failed', `${summarizeReply(failed)}, status ${status}`);
    const first = await api.initiate(bodies.mobileMoney('C'));
    const second = await api.initiate(bodies.mobileMoney('C'));
    const isSame = (field: string): boolean => first.field(field) === second.field(field);
    await observe('operator-c.code-own', 'two transactions', isSame('code') ? 'the same code' : 'two codes');
    await observe(
      'operator-c.own-qr-code',
      'two transactions',
      isSame('qr_code') ? 'the same qr code' : 'two qr codes',
    );
  },
);
