import { expect, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/model/answers.ts';
import { initiationOutcomes } from '../../interface/model/initiation.ts';
import { asking, mobileMoney } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { surroundings } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { askingFor } from '../../interface/rules/variant.ts';

// The answers of operators A, B and C, for each value of requested_response.

const scenarios = [
  ['A', 'success', 'operator-a-success.accepted', answers.operatorASuccess.fields],
  ['A', 'failed', 'operator-a-failure.accepted', answers.operatorAFailure.fields],
  ['B', undefined, 'operator-b.accepted', answers.mobileMoney.fields],
  ['B', 'success', 'operator-b.accepted', answers.mobileMoney.fields],
  ['C', undefined, 'operator-c.accepted', answers.operatorC.fields],
  ['C', 'success', 'operator-c.accepted', answers.operatorC.fields],
] as const;

for (const [letter, requested_response, acceptance, fields] of scenarios) {
  const withQueries = mobileMoney(letter, (bodies) => bodies.withQueries({ requested_response }));
  const addresses = `${askingFor(requested_response)}, addresses with a query`;
  test(...asking(withQueries, acceptance, addresses), async ({ reply }) => {
    expect(reply).toBeAccepted();
  });

  for (const [surrounding, optional] of surroundings) {
    const variant = `${askingFor(requested_response)}, ${surrounding}`;

    const initiation = mobileMoney(letter, (bodies) => ({ ...optional(bodies), requested_response }));

    test(...asking(initiation, acceptance, variant), async ({ reply }) => {
      expect(reply).toBeAccepted();
    });

    for (const [id, field, shape] of fields) {
      test(...asking(initiation, id, variant), async ({ reply }) => {
        expect(reply).toHaveField(field, shape);
      });
    }
  }
}

test(...asking(mobileMoney('A'), 'operator-a-success.text-plain', 'no markup'), async ({ reply }) => {
  expect(reply).toHaveField('text_message', shapes.plainText);
});

test(...asking(mobileMoney('A'), 'operator-a-success.text-plain', 'same words'), async ({ reply }) => {
  expect(reply).toHaveField('text_message', shapes.plainVersionOf(reply.field('message')));
});

test(...asking(mobileMoney('C'), 'operator-c.text-message', 'same words'), async ({ reply }) => {
  expect(reply).toHaveField('text_message', shapes.plainVersionOf(reply.field('message')));
});

test(...rule('operator-a-failure.own-checkout-id'), async ({ fresh, bodies }) => {
  const first = await fresh.initiate(bodies.mobileMoney('A', { requested_response: 'failed' }));
  const second = await fresh.initiate(bodies.mobileMoney('A', { requested_response: 'failed' }));
  expect([first, second]).toDifferIn('checkout_id');
});

test(...rule('operator-b.own-checkout-id'), async ({ fresh, bodies }) => {
  const first = await fresh.initiate(bodies.mobileMoney('B'));
  const second = await fresh.initiate(bodies.mobileMoney('B'));
  expect(second).toHaveField('checkout_id', shapes.otherThan(first.field('checkout_id')));
});

const failingC = mobileMoney('C', { requested_response: 'failed' });
test(...asking(failingC, 'operator-c.simulated-failure', 'pending, or an error'), async ({ reply }) => {
  expect([reply.field('result'), reply.field('status')].join()).toMatch(/^(success,(pending|failed)|error,.*)$/);
});

// Operators B and C with a requested failure: requirements that hold for every reading of the interface.
const whateverTheOutcome = [
  ['result', shapes.result],
  ['transaction_id', shapes.identifier],
  ['message', shapes.text],
] as const;

for (const [id, letter] of [
  ['operator-b.simulated-failure', 'B'],
  ['operator-c.simulated-failure', 'C'],
] as const) {
  const failing = mobileMoney(letter, { requested_response: 'failed' });

  test(...asking(failing, id, 'accepted'), async ({ reply }) => {
    expect(reply).toBeAccepted();
  });

  for (const [field, shape] of whateverTheOutcome) {
    test(...asking(failing, id, field), async ({ reply }) => {
      expect(reply).toHaveField(field, shape);
    });
  }

  test(...asking(failing, id, 'one of the answers that are shown'), async ({ reply, bodies, settings }) => {
    const body = bodies.mobileMoney(letter, { requested_response: 'failed' });
    expect(reply).toBeOneOf(initiationOutcomes(body, settings));
  });

  test(...asking(failing, id, 'never status success'), async ({ reply }) => {
    expect(reply).toHaveField('status', shapes.not('success'));
  });

  test(...rule(id, 'reference'), async ({ api, bodies }) => {
    const transaction_reference = newReference();
    const body = bodies.mobileMoney(letter, { requested_response: 'failed', transaction_reference });
    expect(await api.initiate(body)).toHaveField('transaction_reference', shapes.exactly(transaction_reference));
  });
}
