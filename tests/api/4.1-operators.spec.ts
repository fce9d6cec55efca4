import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../helpers/rules/rule.ts';
import { newReference, surroundings } from '../../helpers/target/bodies.ts';
import { shapes } from '../../helpers/target/shapes.ts';

// The answers of operators A, B and C, for each outcome that requested_response can ask for.

const simulatedSuccess = [
  ['operator-a-success.result', 'result', shapes.exactly('success')],
  ['operator-a-success.status', 'status', shapes.exactly('success')],
  ['operator-a-success.transaction-id', 'transaction_id', shapes.text],
  ['operator-a-success.transaction-reference', 'transaction_reference', shapes.text],
  ['operator-a-success.message-html', 'message', shapes.htmlMessage],
  ['operator-a-success.text-message', 'text_message', shapes.text],
] as const;

const simulatedFailure = [
  ['operator-a-failure.result', 'result', shapes.exactly('error')],
  ['operator-a-failure.transaction-id', 'transaction_id', shapes.text],
  ['operator-a-failure.transaction-reference', 'transaction_reference', shapes.text],
  ['operator-a-failure.message', 'message', shapes.text],
  ['operator-a-failure.checkout-id', 'checkout_id', shapes.text],
  ['operator-a-failure.status', 'status', shapes.not('success')],
] as const;

const ordinary = [
  ['operator-b.result', 'result', shapes.exactly('success')],
  ['operator-b.transaction-id', 'transaction_id', shapes.text],
  ['operator-b.transaction-reference', 'transaction_reference', shapes.text],
  ['operator-b.message', 'message', shapes.text],
  ['operator-b.checkout-id', 'checkout_id', shapes.text],
] as const;

const generatedCode = [
  ['operator-c.result', 'result', shapes.exactly('success')],
  ['operator-c.status', 'status', shapes.exactly('pending')],
  ['operator-c.transaction-id', 'transaction_id', shapes.text],
  ['operator-c.transaction-reference', 'transaction_reference', shapes.text],
  ['operator-c.message', 'message', shapes.text],
  ['operator-c.text-message', 'text_message', shapes.plainText],
  ['operator-c.qr-code', 'qr_code', shapes.text],
  ['operator-c.generated-code', 'code', shapes.text],
] as const;

const scenarios = [
  ['A', 'success', 'operator-a-success.accepted', simulatedSuccess],
  ['A', 'failed', 'operator-a-failure.accepted', simulatedFailure],
  ['B', undefined, 'operator-b.accepted', ordinary],
  ['B', 'success', 'operator-b.accepted', ordinary],
  ['C', undefined, 'operator-c.accepted', generatedCode],
  ['C', 'success', 'operator-c.accepted', generatedCode],
] as const;

for (const [letter, requested_response, acceptance, fields] of scenarios) {
  for (const [surrounding, optional] of surroundings) {
    const variant = `requested_response ${requested_response}, ${surrounding}`;

    test(...rule(acceptance, variant), async ({ api, bodies }) => {
      expect(
        await api.initiate(bodies.mobileMoney(letter, { ...optional(bodies), requested_response })),
      ).toBeAccepted();
    });

    for (const [id, field, shape] of fields) {
      test(...rule(id, variant), async ({ api, bodies }) => {
        const reply = await api.initiate(bodies.mobileMoney(letter, { ...optional(bodies), requested_response }));
        expect(reply).toHaveField(field, shape);
      });
    }
  }
}

test(...rule('operator-a-success.text-plain', 'no markup'), async ({ api, bodies }) => {
  expect(await api.initiate(bodies.mobileMoney('A'))).toHaveField('text_message', shapes.plainText);
});

test(...rule('operator-a-success.text-plain', 'same words'), async ({ api, bodies }) => {
  const reply = await api.initiate(bodies.mobileMoney('A'));
  expect(reply).toHaveField('text_message', shapes.plainVersionOf(reply.field('message')));
});

test(...rule('operator-c.text-message', 'same words'), async ({ api, bodies }) => {
  const reply = await api.initiate(bodies.mobileMoney('C'));
  expect(reply).toHaveField('text_message', shapes.plainVersionOf(reply.field('message')));
});

test(...rule('operator-b.own-checkout-id'), async ({ api, bodies }) => {
  const first = await api.initiate(bodies.mobileMoney('B'));
  const second = await api.initiate(bodies.mobileMoney('B'));
  expect(second).toHaveField('checkout_id', shapes.otherThan(first.field('checkout_id')));
});

test(...rule('operator-c.simulated-failure', 'pending, or an error'), async ({ api, bodies }) => {
  const reply = await api.initiate(bodies.mobileMoney('C', { requested_response: 'failed' }));
  expect([reply.field('result'), reply.field('status')].join()).toMatch(/^(success,(pending|failed)|error,.*)$/);
});

// Operators B and C with a failure asked for: what the answer keeps under every reading.
const whateverTheOutcome = [
  ['result', shapes.result],
  ['transaction_id', shapes.text],
  ['message', shapes.text],
] as const;

for (const [id, letter] of [
  ['operator-b.simulated-failure', 'B'],
  ['operator-c.simulated-failure', 'C'],
] as const) {
  test(...rule(id, 'accepted'), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.mobileMoney(letter, { requested_response: 'failed' }))).toBeAccepted();
  });

  for (const [field, shape] of whateverTheOutcome) {
    test(...rule(id, field), async ({ api, bodies }) => {
      const reply = await api.initiate(bodies.mobileMoney(letter, { requested_response: 'failed' }));
      expect(reply).toHaveField(field, shape);
    });
  }

  test(...rule(id, 'never status success'), async ({ api, bodies }) => {
    const reply = await api.initiate(bodies.mobileMoney(letter, { requested_response: 'failed' }));
    expect(reply).toHaveField('status', shapes.not('success'));
  });

  test(...rule(id, 'reference'), async ({ api, bodies }) => {
    const transaction_reference = newReference();
    const body = bodies.mobileMoney(letter, { requested_response: 'failed', transaction_reference });
    expect(await api.initiate(body)).toHaveField('transaction_reference', shapes.exactly(transaction_reference));
  });
}
