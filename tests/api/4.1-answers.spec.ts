import { expect, test } from '../../fixtures/index.ts';
import { asking, hostedPage, type Stimulus } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// Rules for every answer to an initiation, in each of the five flows.

type Flow = readonly [
  name: string,
  body: (bodies: Bodies, change?: Body) => Body,
  /** Further fields that must be unique for each transaction. */
  ...own: string[],
];

const flows: readonly Flow[] = [
  ['hosted page', (bodies, change) => bodies.hostedPage(change), 'hosted_url'],
  ['operator A, success', (bodies, change) => bodies.mobileMoney('A', change)],
  [
    'operator A, failure',
    (bodies, change) => bodies.mobileMoney('A', { requested_response: 'failed', ...change }),
    'checkout_id',
  ],
  ['operator B', (bodies, change) => bodies.mobileMoney('B', change), 'checkout_id'],
  ['operator C', (bodies, change) => bodies.mobileMoney('C', change)],
];

const listedTexts = ['message', 'text_message', 'hosted_url', 'checkout_id', 'qr_code'];

for (const [flow, body, ...own] of flows) {
  test(...rule('txn.id-unique', flow), async ({ fresh, bodies }) => {
    const first = await fresh.initiate(body(bodies));
    const second = await fresh.initiate(body(bodies));
    expect(second).toHaveField('transaction_id', shapes.otherThan(first.field('transaction_id')));
  });

  test(...rule('txn.id-unique', `${flow}, among four, with a hosted page first`), async ({ fresh, bodies }) => {
    const replies = [
      await fresh.initiate(bodies.hostedPage()),
      await fresh.initiate(body(bodies)),
      await fresh.initiate(body(bodies)),
      await fresh.initiate(body(bodies)),
    ];
    expect(replies).toDifferIn('transaction_id');
  });

  test(...rule('txn.reference-kept', flow), async ({ api, bodies }) => {
    const transaction_reference = newReference();
    const reply = await api.initiate(body(bodies, { transaction_reference }));
    expect(reply).toHaveField('transaction_reference', shapes.exactly(transaction_reference));
  });

  test(...rule('txn.reference-kept', `${flow}, with addresses`), async ({ api, bodies }) => {
    const transaction_reference = newReference();
    const reply = await api.initiate(body(bodies, bodies.optional({ transaction_reference })));
    expect(reply).toHaveField('transaction_reference', shapes.exactly(transaction_reference));
  });

  test(...asking((api, bodies) => api.initiate(body(bodies)), 'txn.reference-generated', flow), async ({ reply }) => {
    expect(reply).toHaveField('transaction_reference', shapes.identifier);
  });

  test(...rule('txn.reference-distinct', flow), async ({ fresh, bodies }) => {
    const first = await fresh.initiate(body(bodies));
    const second = await fresh.initiate(body(bodies));
    expect(second).toHaveField('transaction_reference', shapes.otherThan(first.field('transaction_reference')));
  });

  test(...rule('txn.at-once', flow), async ({ fresh, bodies }) => {
    const references = Array.from({ length: 4 }, newReference);
    const sent = references.flatMap((reference) => [
      body(bodies, { transaction_reference: reference }),
      body(bodies, { transaction_reference: undefined }),
    ]);
    const replies = await Promise.all(sent.map((one) => fresh.initiate(one)));
    expect(replies).toDifferIn('transaction_id', 'transaction_reference', ...own);
    const answered = replies.map((reply) => reply.field('transaction_reference'));
    expect(answered.filter((_, index) => index % 2 === 0)).toEqual(references);
  });

  const initiation: Stimulus = (api, bodies) => api.initiate(body(bodies));

  test(...asking(initiation, 'txn.result-word', flow), async ({ reply }) => {
    expect(reply).toHaveField('result', shapes.result);
  });

  test(...asking(initiation, 'txn.status-word', flow), async ({ reply }) => {
    expect(reply).toHaveField('status', shapes.whenThere(shapes.status));
  });

  // Only the answer of operator C documents `code`; elsewhere it may be an additional field.
  for (const field of flow === 'operator C' ? [...listedTexts, 'code'] : listedTexts) {
    test(...asking(initiation, 'txn.listed-types', `${flow}, ${field}`), async ({ reply }) => {
      expect(reply).toHaveField(field, shapes.whenThere(shapes.anyText));
    });
  }

  test(...asking(initiation, 'txn.amount-echo', flow), async ({ reply, settings }) => {
    expect(reply).toHaveField('amount', shapes.whenThere(shapes.exactly(settings.amount)));
  });

  test(...asking(initiation, 'txn.currency-echo', flow), async ({ reply, settings }) => {
    expect(reply).toHaveField('currency', shapes.whenThere(shapes.exactly(settings.currency)));
  });
}

test(...asking(hostedPage({ amount: undefined }), 'txn.result-word', 'refused'), async ({ reply }) => {
  expect(reply).toHaveField('result', shapes.result);
});
