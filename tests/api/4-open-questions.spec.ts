import { covers, needs, needsOperator, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import type { Observe } from '../../fixtures/check.ts';
import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { wordingOf, wordingOfField } from '../../interface/messages/message-wording.ts';
import { headersOf } from '../../interface/messages/reply-summary.ts';

// What the interface leaves open about every answer. Nothing here can fail: the answers are recorded.

test.describe.configure(sharedCallbacks);

const questions = covers('answers.headers', 'answers.wording', 'answers.further-fields');

/** Records headers, wording and further fields of an answer. @param shown the fields that the interface lists */
const observeAnswer = async (observe: Observe, name: string, reply: Reply, shown: readonly string[]): Promise<void> => {
  await observe('answers.headers', name, headersOf(reply.headers));
  const plain = wordingOfField(reply, 'text_message');
  await observe('answers.wording', name, `message: ${wordingOf(reply)}; text_message: ${plain}`);
  const error = asRecord(reply.field('error'));
  const ofError = error ? `; in the error object: ${fieldsBeyond(error, ['type', 'message'])}` : '';
  await observe('answers.further-fields', name, fieldsBeyond(reply.json, shown) + ofError);
};

const shownInitiation = ['result', 'transaction_id', 'transaction_reference', 'message', 'amount', 'currency'];

test('initiations', questions, async ({ api, bodies, observe }) => {
  const accepted = await api.initiate(bodies.hostedPage());
  await observeAnswer(observe, 'hosted page', accepted, [...shownInitiation, 'hosted_url']);
  const refused = await api.initiate(bodies.hostedPage({ amount: undefined }));
  await observeAnswer(observe, 'refusal of a field', refused, ['result', 'error', 'message']);
  const unauthorised = await api.initiate(bodies.hostedPage(), { as: 'none' });
  await observeAnswer(observe, 'refusal without key', unauthorised, ['result', 'message']);
});

test('operator A', needsOperator('A', questions), async ({ api, bodies, observe }) => {
  const success = await api.initiate(bodies.mobileMoney('A'));
  await observeAnswer(observe, 'operator A, simulated success', success, [
    ...shownInitiation,
    'status',
    'text_message',
  ]);
  const failure = await api.initiate(bodies.mobileMoney('A', { requested_response: 'failed' }));
  await observeAnswer(observe, 'operator A, simulated failure', failure, [...shownInitiation, 'checkout_id']);
});

test('operator B', needsOperator('B', questions), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.mobileMoney('B'));
  await observeAnswer(observe, 'operator B', reply, [...shownInitiation, 'checkout_id']);
});

test('operator C', needsOperator('C', questions), async ({ api, bodies, observe }) => {
  const reply = await api.initiate(bodies.mobileMoney('C'));
  const shown = [...shownInitiation, 'status', 'text_message', 'qr_code', 'code'];
  await observeAnswer(observe, 'operator C', reply, shown);
});

test('checkout', needs('checkout', questions), async ({ api, bodies, observe }) => {
  const accepted = await api.checkout(bodies.checkout());
  await observeAnswer(observe, 'checkout', accepted, ['result', 'transaction_id', 'checkout_url']);
  await observeAnswer(observe, 'refusal of a checkout', await api.checkout({}), ['result', 'error', 'message']);
});

test('wallet list', needs('wallets', questions), async ({ api, observe }) => {
  await observeAnswer(observe, 'wallet list', await api.wallets(), ['result', 'wallets']);
});

test('callbacks', needs('callbacks', questions), async ({ api, callbacks, observe }) => {
  const id = await callbacks.toUpdate();
  await observeAnswer(observe, 'fetched callback', await api.fetchCallback(id), ['result', 'callback']);
  const updated = await api.updateCallback(id, { description: 'checked by the conformance suite' });
  await observeAnswer(observe, 'updated callback', updated, ['result', 'id', 'message']);
});

test('deletion of a callback', needs('callback-deletion', questions), async ({ api, callbacks, observe }) => {
  const deleted = await api.deleteCallback(await callbacks.toDelete());
  await observeAnswer(observe, 'deleted callback', deleted, ['result', 'id', 'message']);
});
