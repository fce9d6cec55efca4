import { expect, test } from '../../../fixtures/index.ts';
import { matrix } from '../../../helpers/properties/cases/matrix.ts';
import { rule } from '../../../interface/rules/rule.ts';

// Every combination of payment_method_type, payment_method_code, mobile_money_number and requested_response.

test.describe.configure({ mode: 'parallel' });

for (const part of matrix) {
  test(...rule('generated.initiation-matrix', part.name), async ({ generated }) => {
    expect(await generated.eachInitiation(part.rows)).toAgreeWithModel();
  });
}
