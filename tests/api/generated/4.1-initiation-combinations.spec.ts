import { expect, test } from '../../../fixtures/index.ts';
import { combinations } from '../../../helpers/properties/cases/combinations.ts';
import { rule } from '../../../interface/rules/rule.ts';

// A covering array of flows, optional fields, notations and mistakes: every combination of a given number of them.

test.describe.configure({ mode: 'parallel' });

for (const part of combinations) {
  test(...rule('generated.initiation-combinations', part.name), async ({ generated }) => {
    expect(await generated.eachCombination(part.rows)).toAgreeWithModel();
  });
}
