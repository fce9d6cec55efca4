import { expect, test } from '../../fixtures/browser.ts';
import { dutiesOf } from '../../helpers/payments/journeys/duties/duties.ts';
import { plain } from '../../helpers/payments/journeys/plan.ts';
import { rule } from '../../interface/rules/rule.ts';

// The way back to the merchant after a payment on the hosted page, and what it carries: duties that it has in common
// with the other ways to pay, in one table.

for (const { id, variant, needs, walks, judge } of dutiesOf('hosted', 'redirect')) {
  test(...rule(id, variant, needs), async ({ walked }) => {
    expect(await walked(walks)).toMeet(judge);
  });
}

for (const end of ['success', 'failure'] as const) {
  test(...rule('redirect.how', end), async ({ journey, observe }) => {
    observe((await journey(plain('hosted', end))).observed.way());
  });
}
