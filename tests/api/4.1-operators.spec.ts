import { covers, expect, inParallel, smoke, test } from '../../fixtures/index.ts';
import { sentReference } from '../../helpers/client/references.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import type { Body, Operator } from '../../interface/messages/requests.ts';
import type { TestDetails } from '../../interface/rules/covers.ts';

// The answers of operators A, B and C (2.4, 4.1), for each value of requested_response. `judge` asks each rule of
// covers(…) that the interface states about the reply; the shape of each field is a row of
// interface/answers/shown-answers.ts. A rule whose id begins with an operator runs only where the target has it. Where the
// interface promises no status, it may be absent; one that is there has to fit the answer.

const answersShown: readonly (readonly [Operator, readonly Body[], TestDetails])[] = [
  [
    'A',
    [{ requested_response: 'success' }],
    covers(
      'operator-a-success.accepted',
      'operator-a-success.result',
      'operator-a-success.status',
      'operator-a-success.transaction-id',
      'operator-a-success.transaction-reference',
      'operator-a-success.message-html',
      'operator-a-success.text-message',
      'operator-a-success.text-plain',
    ),
  ],
  [
    'A',
    [{ requested_response: 'failed' }],
    covers(
      'operator-a-failure.accepted',
      'operator-a-failure.result',
      'operator-a-failure.transaction-id',
      'operator-a-failure.transaction-reference',
      'operator-a-failure.message',
      'operator-a-failure.checkout-id',
      'operator-a-failure.status',
    ),
  ],
  [
    'B',
    [{}, { requested_response: 'success' }],
    covers(
      'operator-b.accepted',
      'operator-b.result',
      'operator-b.transaction-id',
      'operator-b.transaction-reference',
      'operator-b.message',
      'operator-b.checkout-id',
      'operator-b.status',
    ),
  ],
  [
    'C',
    [{}, { requested_response: 'success' }],
    covers(
      'operator-c.accepted',
      'operator-c.result',
      'operator-c.status',
      'operator-c.transaction-id',
      'operator-c.transaction-reference',
      'operator-c.message',
      'operator-c.text-message',
      'operator-c.qr-code',
      'operator-c.generated-code',
    ),
  ],
];

for (const [operator, outcomes, details] of answersShown) {
  const isFailure = outcomes.some(({ requested_response }) => requested_response === 'failed');
  const title = `operator ${operator}, its answer${isFailure ? ' to a simulated failure' : ''}`;
  test(title, operator === 'A' ? smoke(details) : details, async ({ api, bodies, judge }) => {
    await inParallel(outcomes, async (outcome) => {
      await inParallel(
        [
          ['smallest body', {}],
          ['smallest body again', {}],
          ['with reference and addresses', bodies.optional()],
          ['addresses with a query', bodies.withQueries()],
        ] as const,
        async ([name, optional]) => {
          const reply = await api.initiate(bodies.mobileMoney(operator, { ...optional, ...outcome }));
          await judge(reply, `requested_response ${String(outcome['requested_response'] ?? 'absent')}, ${name}`);
        },
      );
    });
  });
}

// The interface does not say how B and C answer a simulated failure: the usual answer is right, and so is one that tells it.
const simulatedFailures: readonly (readonly [
  Operator,
  'operator-b.simulated-failure' | 'operator-c.simulated-failure',
])[] = [
  ['B', 'operator-b.simulated-failure'],
  ['C', 'operator-c.simulated-failure'],
];

for (const [operator, rule] of simulatedFailures) {
  test(`operator ${operator}, requested_response failed`, covers(rule), async ({ api, bodies, judge, check }) => {
    const withFailure = (change: object) => bodies.mobileMoney(operator, { requested_response: 'failed', ...change });
    const smallest = await api.initiate(withFailure({}));
    const withReference = await api.initiate(withFailure(bodies.optional()));
    for (const [name, reply] of [
      ['smallest body', smallest],
      ['with reference and addresses', withReference],
    ] as const) {
      await judge(reply, name);
      // Absent is right, too: the interface promises no status here.
      await check(rule, `never told as a success, ${name}`, () =>
        expect(reply).toHaveField('status', shapes.not('success')),
      );
    }
    await check(rule, 'its own reference', () =>
      expect(withReference).toHaveField('transaction_reference', shapes.exactly(sentReference(withReference))),
    );
  });
}

const ownCheckoutIds: readonly (readonly [
  'operator-a-failure.own-checkout-id' | 'operator-b.own-checkout-id',
  Operator,
  readonly Body[],
])[] = [
  ['operator-a-failure.own-checkout-id', 'A', [{ requested_response: 'failed' }]],
  ['operator-b.own-checkout-id', 'B', [{}, { requested_response: 'success' }]],
];

for (const [rule, operator, outcomes] of ownCheckoutIds) {
  test(`operator ${operator}, checkout ids`, covers(rule), async ({ api, bodies, check }) => {
    await inParallel(outcomes, async (outcome) => {
      await inParallel(
        [
          ['smallest body', {}],
          ['with addresses', bodies.optional({ transaction_reference: undefined })],
        ] as const,
        async ([name, change]) => {
          const body = bodies.mobileMoney(operator, { ...outcome, ...change });
          const replies = [await api.initiate(body), await api.initiate(body)];
          const { requested_response = 'absent' } = outcome;
          await check(rule, `requested_response ${String(requested_response)}, ${name}`, () =>
            expect(replies).toDifferIn('checkout_id'),
          );
        },
      );
    });
  });
}
