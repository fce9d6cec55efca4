import { expect, test } from '../../fixtures/index.ts';
import { fieldsOf } from '../../interface/messages/exchange.ts';
import { type Body, operatorLetters, taggedEmailOf } from '../../interface/messages/requests.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { rule } from '../../interface/rules/rule.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';

// Identifiers and generated references of otherwise equal payments: each kind of body is sent twice.

// All tests in one worker, which sends the payments of a flow once for all of them.
test.describe.configure({ mode: 'default' });

const addresses = (bodies: Bodies): Body => bodies.optional({ transaction_reference: undefined });
const tagged = (bodies: Bodies): Body => ({ email: taggedEmailOf(String(bodies.hostedPage()['email'])) });

const kindsOf = (body: (bodies: Bodies, change?: Body) => Body, outcomes: readonly string[]) => (bodies: Bodies) =>
  [{}, addresses(bodies), tagged(bodies), ...outcomes.map((requested_response) => ({ requested_response }))].flatMap(
    (change) => [body(bodies, change), body(bodies, change)],
  );

type Flow = readonly [
  name: string,
  bodies: (bodies: Bodies) => Body[],
  own: readonly (readonly [TestedRuleId, string])[],
];

const flows: readonly Flow[] = [
  ['hosted page', kindsOf((bodies, change) => bodies.hostedPage(change), []), [['hosted.own-page', 'hosted_url']]],
  ...operatorLetters.map((letter): Flow => [
    `operator ${letter}`,
    kindsOf((bodies, change) => bodies.mobileMoney(letter, change), ['success', 'failed']),
    letter === 'B' ? [['operator-b.own-checkout-id', 'checkout_id']] : [],
  ]),
  [
    'operator A, failure',
    kindsOf((bodies, change) => bodies.mobileMoney('A', { requested_response: 'failed', ...change }), []),
    [['operator-a-failure.own-checkout-id', 'checkout_id']],
  ],
];

for (const [flow, kinds, own] of flows) {
  for (const [id, field] of [
    ['txn.id-unique', 'transaction_id'],
    ['txn.reference-distinct', 'transaction_reference'],
    ...own,
  ] as const) {
    test(...rule(id, `${flow}, whatever else is sent`), async ({ fresh, bodies, once }) => {
      const replies = await once(flow, () => Promise.all(kinds(bodies).map((body) => fresh.initiate(body))));
      // Not every operator answers each of these fields.
      expect(replies.filter((reply) => Object.hasOwn(fieldsOf(reply), field))).toDifferIn(field);
    });
  }
}

test(...rule('txn.second-currency', 'ids, pages and references of their own'), async ({ fresh, bodies }) => {
  const body = bodies.hostedPage({ currency: bodies.secondCurrency });
  const replies = [await fresh.initiate(body), await fresh.initiate(body)];
  expect(replies).toDifferIn('transaction_id', 'transaction_reference', 'hosted_url');
});

// A refused request must not affect the identifiers of the next payment.
test(...rule('txn.reference-distinct', 'hosted page, after a refusal'), async ({ fresh, bodies }) => {
  const first = await fresh.initiate(bodies.hostedPage());
  await fresh.initiate(bodies.hostedPage({ amount: undefined }));
  expect([first, await fresh.initiate(bodies.hostedPage())]).toDifferIn('transaction_reference');
});
