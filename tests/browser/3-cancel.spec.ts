import { expect, formsUntraced, test } from '../../fixtures/browser.ts';
import { cancelled } from '../../helpers/payments/journeys/findings.ts';
import type { Plan } from '../../helpers/payments/journeys/plan.ts';
import { afterCancelling } from '../../helpers/payments/observations.ts';
import type { Capability } from '../../interface/rules/capabilities.ts';
import { rule } from '../../interface/rules/rule.ts';

// A customer cancels the payment. The destination is open, but it must not be a success.

test.use(formsUntraced);

const hosted: Plan = { way: 'hosted', end: 'cancel' };
const hostedAlone: Plan = { ...hosted, addresses: 'other' };
const ways: [variant: string | undefined, plan: Plan, capability?: Capability][] = [
  [undefined, hosted],
  ['without failure_url', hostedAlone],
  ['after a form post', { way: 'form', end: 'cancel' }, 'form'],
  ['in an iframe', { way: 'iframe', end: 'cancel' }, 'iframe'],
];

for (const [variant, plan, capability] of ways) {
  test(...rule('redirect.cancelled-not-success', variant, capability), async ({ journey }) => {
    expect((await journey(plan)).arrival()).toReportNoSuccess();
  });
}

for (const [variant, plan, capability] of ways.filter(([, { addresses }]) => !addresses)) {
  test(...rule('redirect.cancelled-parameters', variant, capability), async ({ journey }) => {
    expect([await journey(plan)]).toMeet(cancelled);
  });
}

for (const [variant, plan] of [
  ['with both addresses', hosted],
  ['without failure_url', hostedAlone],
] as const) {
  test(...rule('redirect.cancelled-where', variant), async ({ journey, observe }) => {
    observe(afterCancelling(await journey(plan)));
  });
}
