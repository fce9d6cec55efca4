import { expect, test } from '../../fixtures/browser.ts';
import { dutiesOf } from '../../helpers/payments/journeys/duties/duties.ts';
import { plain } from '../../helpers/payments/journeys/plan.ts';
import { howFar, windowOf } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';

// A JSON checkout whose checkout_url is loaded in an iframe on a merchant's page of another origin.
// The interface leaves open whether the frame or the whole window returns to the merchant.

for (const { id, variant, needs, walks, judge } of [...dutiesOf('iframe', 'page'), ...dutiesOf('iframe', 'redirect')]) {
  test(...rule(id, variant, needs), async ({ walked }) => {
    expect(await walked(walks)).toMeet(judge);
  });
}

for (const end of ['success', 'failure'] as const) {
  test(...rule('iframe.where', end), async ({ journey, observe }) => {
    observe(windowOf(await journey(plain('iframe', end))));
  });
}

test(...rule('iframe.cookies-blocked'), async ({ journey, observe }) => {
  observe(howFar(await journey({ way: 'iframe', end: 'success', noForeignCookies: true })));
});
