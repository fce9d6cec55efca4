import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../helpers/rules/rule.ts';
test(...rule('txn.amount-type', 'operator A, planted'), async ({ api, bodies }) => {
  expect(await api.initiate(bodies.mobileMoney('A'))).toRefuse();
});
