import { expect, test } from '../../fixtures/browser.ts';
import { dutiesOf } from '../../helpers/payments/journeys/duties/duties.ts';
import { plain } from '../../helpers/payments/journeys/plan.ts';
import { rule } from '../../interface/rules/rule.ts';

// The redirect to the merchant after a payment on the hosted page, and its parameters. One table holds the duties,
// which are shared with the other ways to pay.

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
