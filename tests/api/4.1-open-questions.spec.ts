import { test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import type { Api } from '../../helpers/client/api.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { textOf } from '../../interface/messages/bounded-json.ts';
import { summarizeReply } from '../../interface/messages/outcome.ts';
import type { Reply } from '../../interface/messages/exchange.ts';

// What the interface leaves open about an initiation. Nothing here can fail: the answers are recorded.

type Question = readonly [TestedRuleId, string, (api: Api, bodies: Bodies) => Promise<Reply>];

const hosted =
  (change: Readonly<Record<string, unknown>>) =>
  (api: Api, bodies: Bodies): Promise<Reply> =>
    api.initiate(bodies.hostedPage(change));
const withOperatorB =
  (change: Readonly<Record<string, unknown>>) =>
  (api: Api, bodies: Bodies): Promise<Reply> =>
    api.initiate(bodies.mobileMoney('B', change));

const questions: readonly Question[] = [
  [
    'txn.amount-as-text',
    'digits',
    (api, bodies) => api.initiate(bodies.hostedPage({ amount: String(bodies.hostedPage().amount) })),
  ],
  ['txn.amount-bounds', 'zero', hosted({ amount: 0 })],
  ['txn.amount-bounds', 'negative', hosted({ amount: -100 })],
  ['txn.amount-bounds', 'fraction', hosted({ amount: 10.5 })],
  ['txn.null-field', 'transaction_reference', hosted({ transaction_reference: null })],
  ['txn.null-field', 'success_url', hosted({ success_url: null })],
  ['txn.email-form', 'empty', hosted({ email: '' })],
  ['txn.email-form', 'no at sign', hosted({ email: 'customer' })],
  ['txn.email-form', 'a host of many parts', hosted({ email: 'first.last+tag@mail.shop.example.com' })],
  ['txn.email-form', 'capitals', hosted({ email: 'First.Last@EXAMPLE.com' })],
  ['txn.email-form', 'an apostrophe', hosted({ email: "o'brien@example.com" })],
  ['txn.currency-list', 'unknown', hosted({ currency: 'QQQ' })],
  ['txn.currency-list', 'empty', hosted({ currency: '' })],
  ['txn.currency-list', 'lower case', hosted({ currency: 'xts' })],
  ['txn.code-unknown', 'operator B, unknown', withOperatorB({ payment_method_code: 'no-such-operator' })],
  ['txn.code-unknown', 'operator B, empty', withOperatorB({ payment_method_code: '' })],
  ['txn.method-other', 'card', hosted({ payment_method_type: 'card' })],
  ['txn.method-other', 'empty', hosted({ payment_method_type: '' })],
  ['txn.code-without-method', 'code alone', hosted({ payment_method_code: 'no-such-operator' })],
  ['txn.requested-response-hosted', 'success', hosted({ requested_response: 'success' })],
  ['txn.requested-response-hosted', 'other word', hosted({ requested_response: 'maybe' })],
  ['txn.number-form', 'operator B, letters', withOperatorB({ mobile_money_number: '0ABCDEFGHI' })],
  [
    'txn.number-form',
    'operator B, spaces',
    (api, bodies) =>
      api.initiate(bodies.mobileMoney('B', { mobile_money_number: bodies.number.replace(/(.{3})(?=.)/g, '$1 ') })),
  ],
  [
    'txn.number-form',
    'operator B, a plus before the zero',
    (api, bodies) => api.initiate(bodies.mobileMoney('B', { mobile_money_number: `+${bodies.number}` })),
  ],
  ['txn.number-form', 'operator B, a zero alone', withOperatorB({ mobile_money_number: '0' })],
  ['txn.url-scheme', 'javascript', hosted({ success_url: 'javascript:void(0)' })],
  ['txn.url-scheme', 'app', hosted({ success_url: 'merchant-app://paid' })],
  ['txn.url-scheme', 'relative', hosted({ success_url: '/paid' })],
  ['txn.reference-odd', 'empty', hosted({ transaction_reference: '' })],
  ['txn.reference-odd', 'long', hosted({ transaction_reference: 'r'.repeat(600) })],
  [
    'txn.check-order',
    'operator B, code and number',
    withOperatorB({ payment_method_code: undefined, mobile_money_number: undefined }),
  ],
  ['txn.check-order', 'operator B, amount and number', withOperatorB({ amount: undefined, mobile_money_number: '9' })],
  ['hosted.extra-fields', 'unknown field', hosted({ no_such_field: 'value' })],
  ['operator-b.failure-answer', 'operator B, failed', withOperatorB({ requested_response: 'failed' })],
];

for (const [id, variant, ask] of questions) {
  test(...rule(id, variant), async ({ api, bodies, observe }) => {
    observe(summarizeReply(await ask(api, bodies)));
  });
}

test(...rule('operator-c.failure-answer'), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.mobileMoney('C', { requested_response: 'failed' }));
  observe(`${summarizeReply(reply)}, status ${textOf(reply.field('status'))}`);
});

test(...rule('operator-c.code-own'), async ({ api, bodies, observe }) => {
  const first = await api.initiate(bodies.mobileMoney('C'));
  const second = await api.initiate(bodies.mobileMoney('C'));
  observe(first.field('code') === second.field('code') ? 'the same code' : 'two codes');
});

test(...rule('operator-c.own-qr-code'), async ({ api, bodies, observe }) => {
  const first = await api.initiate(bodies.mobileMoney('C'));
  const second = await api.initiate(bodies.mobileMoney('C'));
  observe(first.field('qr_code') === second.field('qr_code') ? 'the same qr code' : 'two qr codes');
});

test(...rule('operator-a.answer-beyond'), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.mobileMoney('A'));
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

test(...rule('txn.unknown-fields'), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.hostedPage());
  observe(fieldsBeyond(reply.json, ['result', 'transaction_id', 'transaction_reference', 'message', 'hosted_url']));
});

test(...rule('txn.listed-amount-currency'), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.hostedPage());
  observe(`amount ${typeof reply.field('amount')}, currency ${typeof reply.field('currency')}`);
});

test(...rule('txn.reference-reused'), async ({ api, bodies, observe }) => {
  const transaction_reference = newReference();
  await api.initiate(bodies.hostedPage({ transaction_reference }));
  observe(summarizeReply(await api.initiate(bodies.hostedPage({ transaction_reference }))));
});
