import { covers, expect, needsOperator, smoke, test } from '../../fixtures/index.ts';
import { replaceableReference, sentReference } from '../../helpers/client/references.ts';
import { operators } from '../../interface/messages/requests.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { flows } from './initiation-flows.ts';

// What every answer to an initiation has in common (2.2, 4.1), in each flow: ids and references, words and types.

for (const { name, body, answer, covering } of flows) {
  const words = covering(
    'txn.result-word',
    'txn.status-word',
    'txn.listed-types',
    'txn.amount-echo',
    'txn.currency-echo',
    'txn.reference-generated',
    'json.answers',
  );
  test(`${name}: words, types and values of the request`, words, async ({ api, bodies, judge }) => {
    for (const time of ['smallest body', 'a second time', 'a third time'])
      await judge(await api.initiate(body(bodies)), `${name}, ${time}`);
  });

  test(`${name}: a reference is kept`, covering('txn.reference-kept'), async ({ api, bodies, check }) => {
    const first = replaceableReference();
    for (const [kind, optional, transaction_reference] of [
      ['smallest body', {}, first],
      ['with addresses', bodies.optional(), bodies.reference()],
      // A database may take it for the first one: then it may be refused, but not answered with the first payment.
      ['the first one in small letters', {}, first.toLowerCase()],
    ] as const) {
      const reply = await api.initiate(body(bodies, { ...optional, transaction_reference }));
      const also = { transaction_reference: shapes.exactly(sentReference(reply)) };
      const orRefuse = transaction_reference === first.toLowerCase() && 'in any way';
      await check('txn.reference-kept', `${name}, ${kind}`, () => expect(reply).toAnswerAs(answer, { also, orRefuse }));
    }
  });

  test(
    `${name}: ids and references of its own`,
    covering('txn.id-unique', 'txn.reference-distinct'),
    async ({ api, bodies, check }) => {
      const replies = [
        // A field of this one must not be taken for one of those that lack it.
        await api.initiate(bodies.hostedPage({ transaction_reference: bodies.reference() })),
        await api.initiate(body(bodies)),
        await api.initiate(body(bodies)),
        await api.initiate(body(bodies)),
      ];
      await check('txn.id-unique', `${name}, after a hosted page`, () => expect(replies).toDifferIn('transaction_id'));
      await check('txn.reference-distinct', `${name}, after a hosted page`, () =>
        expect(replies).toDifferIn('transaction_reference'),
      );
    },
  );

  test(
    `${name}: ids and references of its own, whatever else is sent`,
    covering('txn.id-unique', 'txn.reference-distinct'),
    async ({ api, bodies, check }) => {
      const { success_url, failure_url } = bodies.optional();
      const twice = [{ success_url, failure_url }, { failure_url }].flatMap((change) => [
        body(bodies, change),
        body(bodies, change),
      ]);
      const replies = await Promise.all(twice.map((one) => api.initiate(one)));
      await check('txn.id-unique', `${name}, whatever else is sent`, () =>
        expect(replies).toDifferIn('transaction_id'),
      );
      await check('txn.reference-distinct', `${name}, whatever else is sent`, () =>
        expect(replies).toDifferIn('transaction_reference'),
      );
    },
  );

  test(`${name}: eight at the same time`, covering('txn.at-once'), async ({ api, bodies, check }) => {
    const references = Array.from({ length: 4 }, () => bodies.reference());
    const replies = await Promise.all(
      [...references, undefined, undefined, undefined, undefined].map((transaction_reference) =>
        api.initiate(body(bodies, { transaction_reference })),
      ),
    );
    const own = answer.fields.map(([, field]) => field).filter((field) => /^(hosted_url|checkout_id)$/.test(field));
    await check('txn.at-once', `${name}, own ids and references`, () =>
      expect(replies).toDifferIn('transaction_id', 'transaction_reference', ...own),
    );
    await check('txn.at-once', `${name}, each reference in its own answer`, () =>
      expect(replies.slice(0, 4).map((reply) => reply.field('transaction_reference'))).toEqual(
        replies.slice(0, 4).map(sentReference),
      ),
    );
  });
}

for (const operator of operators) {
  test(
    `operator ${operator}: ids and references of each requested outcome`,
    needsOperator(operator, covers('txn.id-unique')),
    async ({ api, bodies, check }) => {
      const outcomes = ['success', 'failed', 'success', 'failed'];
      const replies = await Promise.all(
        outcomes.map((requested_response) => api.initiate(bodies.mobileMoney(operator, { requested_response }))),
      );
      await check('txn.id-unique', `operator ${operator}, requested outcomes`, () =>
        expect(replies).toDifferIn('transaction_id', 'transaction_reference'),
      );
    },
  );
}

test(
  'a refused initiation',
  smoke(covers('txn.result-word', 'txn.reference-distinct')),
  async ({ api, bodies, check }) => {
    const first = await api.initiate(bodies.hostedPage());
    const refused = await api.initiate(bodies.hostedPage({ amount: undefined }));
    const next = await api.initiate(bodies.hostedPage());
    await check('txn.result-word', 'refused', () => expect(refused).toHaveField('result', shapes.result));
    await check('txn.reference-distinct', 'after a refusal', () =>
      expect([first, next]).toDifferIn('transaction_reference'),
    );
  },
);
