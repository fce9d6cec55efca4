import { expect, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/model/answers.ts';
import { initiationOutcomes } from '../../interface/model/initiation.ts';
import { rule } from '../../interface/rules/rule.ts';
import { surroundings } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { askingFor } from '../../interface/rules/variant.ts';

// The answers of operators A, B and C, for each outcome that requested_response can ask for.

const scenarios = [
  ['A', 'success', 'operator-a-success.accepted', answers.operatorASuccess.fields],
  ['A', 'failed', 'operator-a-failure.accepted', answers.operatorAFailure.fields],
  ['B', undefined, 'operator-b.accepted', answers.mobileMoney.fields],
  ['B', 'success', 'operator-b.accepted', answers.mobileMoney.fields],
  ['C', undefined, 'operator-c.accepted', answers.operatorC.fields],
  ['C', 'success', 'operator-c.accepted', answers.operatorC.fields],
] as const;

for (const [letter, requested_response, acceptance, fields] of scenarios) {
  for (const [surrounding, optional] of surroundings) {
    const variant = `${askingFor(requested_response)}, ${surrounding}`;

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

test(...rule('operator-a-failure.own-checkout-id'), async ({ api, bodies }) => {
  const first = await api.initiate(bodies.mobileMoney('A', { requested_response: 'failed' }));
  const second = await api.initiate(bodies.mobileMoney('A', { requested_response: 'failed' }));
  expect([first, second]).toDifferIn('checkout_id');
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
  ['transaction_id', shapes.identifier],
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

  test(...rule(id, 'one of the answers that are shown'), async ({ api, bodies, settings }) => {
    const body = bodies.mobileMoney(letter, { requested_response: 'failed' });
    expect(await api.initiate(body)).toBeOneOf(initiationOutcomes(body, settings));
  });

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
