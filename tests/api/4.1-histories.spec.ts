import { covers, expect, needs, test } from '../../fixtures/index.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { flows } from './initiation-flows.ts';

const rulesOfOthers = [
  'operator-a-success.accepted',
  'operator-a-success.status',
  'operator-b.accepted',
  'operator-b.checkout-id',
  'operator-b.status',
  'operator-c.accepted',
  'operator-c.status',
  'operator-c.generated-code',
] as const;

// What a reference or a number went through has no effect on the next request with it (2.1, 4.1): a refused request is no
// transaction, and a failed one has ended.

for (const { name, values, body, answer, covering } of flows.filter((flow) =>
  /^(hosted page|operator A)$/.test(flow.name),
)) {
  test(
    `${name}: a reference is free again after a refusal or a failure`,
    covering(answer.accepted, 'txn.reference-kept'),
    async ({ api, bodies, rotation, check }) => {
      const transaction_reference = rotation.plainReference(values, 'after a refusal');
      const email = rotation.email(values, 'after a refusal');
      const refused = await api.initiate(body(bodies, { transaction_reference, email: undefined }));
      if (name === 'operator A') await api.initiate(body(bodies, { email, requested_response: 'failed' }));
      const reply = await api.initiate(body(bodies, { transaction_reference, email }));
      // Where it was not refused, the reference is used.
      const orRefuse = refused.status >= 400 ? {} : { orRefuse: 'in any way' as const };
      await check(answer.accepted, `${name}, after a refusal`, () => expect(reply).toAnswerAs(answer, orRefuse));
      await check('txn.reference-kept', `${name}, after a refusal`, () => {
        if (reply.status !== 200) throw new NotTested('the reference was used before');
        expect(reply).toHaveField('transaction_reference', shapes.exactly(transaction_reference));
      });
    },
  );
}

// What has failed with one operator says nothing of the next payment with the same number.
test(
  'each operator after a failure of operator A',
  needs('operator-a', needs('operator-b', needs('operator-c', covers(...rulesOfOthers)))),
  async ({ api, bodies, settings, judge }) => {
    const customer = { email: settings.customerEmail };
    await api.initiate(bodies.mobileMoney('A', { ...customer, requested_response: 'failed' }));
    for (const operator of ['C', 'B', 'A'] as const) {
      const reply = await api.initiate(bodies.mobileMoney(operator, customer));
      await judge(reply, `operator ${operator}, after a failure of A`);
    }
  },
);
