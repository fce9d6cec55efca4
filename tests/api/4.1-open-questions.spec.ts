import { test } from '../../fixtures/index.ts';
import { asking, hostedPage, mobileMoney, type Change, type Stimulus } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { newReference } from '../../helpers/client/references.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { textOf } from '../../interface/messages/bounded-json.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';

// What the interface leaves open about an initiation. Nothing here can fail: the answers are recorded.

type Question = readonly [TestedRuleId, string, Stimulus];

const withOperatorB = (change: Change) => mobileMoney('B', change);

const questions: readonly Question[] = [
  ['txn.amount-as-text', 'digits', hostedPage(({ amount }) => ({ amount: String(amount) }))],
  ['txn.amount-bounds', 'zero', hostedPage({ amount: 0 })],
  ['txn.amount-bounds', 'negative', hostedPage({ amount: -100 })],
  ['txn.amount-bounds', 'fraction', hostedPage({ amount: 10.5 })],
  ['txn.null-field', 'transaction_reference', hostedPage({ transaction_reference: null })],
  ['txn.null-field', 'success_url', hostedPage({ success_url: null })],
  ['txn.email-form', 'empty', hostedPage({ email: '' })],
  ['txn.email-form', 'no at sign', hostedPage({ email: 'customer' })],
  ['txn.email-form', 'a host of many parts', hostedPage({ email: 'first.last+tag@mail.shop.example.com' })],
  ['txn.email-form', 'capitals', hostedPage({ email: 'First.Last@EXAMPLE.com' })],
  ['txn.email-form', 'an apostrophe', hostedPage({ email: "o'brien@example.com" })],
  ['txn.currency-list', 'unknown', hostedPage({ currency: 'QQQ' })],
  ['txn.currency-list', 'empty', hostedPage({ currency: '' })],
  ['txn.currency-list', 'lower case', hostedPage({ currency: 'xts' })],
  ['txn.code-unknown', 'operator B, unknown', withOperatorB({ payment_method_code: 'no-such-operator' })],
  ['txn.code-unknown', 'operator B, empty', withOperatorB({ payment_method_code: '' })],
  ['txn.method-other', 'card', hostedPage({ payment_method_type: 'card' })],
  ['txn.method-other', 'empty', hostedPage({ payment_method_type: '' })],
  ['txn.code-without-method', 'code alone', hostedPage({ payment_method_code: 'no-such-operator' })],
  ['txn.requested-response-hosted', 'success', hostedPage({ requested_response: 'success' })],
  ['txn.requested-response-hosted', 'other word', hostedPage({ requested_response: 'maybe' })],
  ['txn.number-form', 'operator B, letters', withOperatorB({ mobile_money_number: '0ABCDEFGHI' })],
  [
    'txn.number-form',
    'operator B, spaces',
    withOperatorB(({ number }) => ({ mobile_money_number: number.replace(/(.{3})(?=.)/g, '$1 ') })),
  ],
  [
    'txn.number-form',
    'operator B, a plus before the zero',
    withOperatorB(({ number }) => ({ mobile_money_number: `+${number}` })),
  ],
  ['txn.number-form', 'operator B, a zero alone', withOperatorB({ mobile_money_number: '0' })],
  ['txn.url-scheme', 'javascript', hostedPage({ success_url: 'javascript:void(0)' })],
  ['txn.url-scheme', 'app', hostedPage({ success_url: 'merchant-app://paid' })],
  ['txn.url-scheme', 'relative', hostedPage({ success_url: '/paid' })],
  ['txn.reference-odd', 'empty', hostedPage({ transaction_reference: '' })],
  ['txn.reference-odd', 'long', hostedPage({ transaction_reference: 'r'.repeat(600) })],
  [
    'txn.check-order',
    'operator B, code and number',
    withOperatorB({ payment_method_code: undefined, mobile_money_number: undefined }),
  ],
  ['txn.check-order', 'operator B, amount and number', withOperatorB({ amount: undefined, mobile_money_number: '9' })],
  ['hosted.extra-fields', 'unknown field', hostedPage({ no_such_field: 'value' })],
  ['operator-b.failure-answer', 'operator B, failed', withOperatorB({ requested_response: 'failed' })],
];

for (const [id, variant, ask] of questions) {
  test(...asking(ask, id, variant), async ({ reply, observe }) => {
    observe(summarizeReply(reply));
  });
}

test(...rule('operator-c.failure-answer'), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.mobileMoney('C', { requested_response: 'failed' }));
  observe(`${summarizeReply(reply)}, status ${textOf(reply.field('status'))}`);
});

test(...rule('operator-c.code-own'), async ({ fresh, bodies, observe }) => {
  const first = await fresh.initiate(bodies.mobileMoney('C'));
  const second = await fresh.initiate(bodies.mobileMoney('C'));
  observe(first.field('code') === second.field('code') ? 'the same code' : 'two codes');
});

test(...rule('operator-c.own-qr-code'), async ({ fresh, bodies, observe }) => {
  const first = await fresh.initiate(bodies.mobileMoney('C'));
  const second = await fresh.initiate(bodies.mobileMoney('C'));
  observe(first.field('qr_code') === second.field('qr_code') ? 'the same qr code' : 'two qr codes');
});

test(...asking(mobileMoney('A'), 'operator-a.answer-beyond'), async ({ reply, observe }) => {
  observe(
    fieldsBeyond(reply.json, [
      'result',
      'status',
      'transaction_id',
      'transaction_reference',
      'message',
      'text_message',
    ]),
  );
});

test(...asking(hostedPage(), 'txn.unknown-fields'), async ({ reply, observe }) => {
  observe(fieldsBeyond(reply.json, ['result', 'transaction_id', 'transaction_reference', 'message', 'hosted_url']));
});

test(...asking(hostedPage(), 'txn.listed-amount-currency'), async ({ reply, observe }) => {
  observe(`amount ${typeof reply.field('amount')}, currency ${typeof reply.field('currency')}`);
});

test(...rule('txn.reference-reused'), async ({ fresh, bodies, observe }) => {
  const transaction_reference = newReference();
  await fresh.initiate(bodies.hostedPage({ transaction_reference }));
  observe(summarizeReply(await fresh.initiate(bodies.hostedPage({ transaction_reference }))));
});
