import { expect, test } from '../../fixtures/index.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { flows } from './initiation-flows.ts';

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
      const refused = await api.initiate(body(bodies, { transaction_reference, email: undefined }));
      if (name === 'operator A') await api.initiate(body(bodies, { requested_response: 'failed' }));
      const reply = await api.initiate(body(bodies, { transaction_reference }));
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
