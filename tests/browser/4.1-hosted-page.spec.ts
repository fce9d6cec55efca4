import { expect, test } from '../../fixtures/browser.ts';
import { dutiesOf } from '../../helpers/payments/journeys/duties/duties.ts';
import { reloaded } from '../../helpers/payments/journeys/duties/walks-for.ts';
import { least, onPage } from '../../helpers/payments/journeys/plan.ts';
import { amountShown } from '../../helpers/payments/journeys/amounts.ts';
import { howFar, showsReference } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';

// The payment page of an initiation in the customer's browser.

for (const { id, variant, needs, walks, judge } of dutiesOf('hosted', 'page')) {
  test(...rule(id, variant, needs), async ({ walked }) => {
    expect(await walked(walks)).toMeet(judge);
  });
}

test(...rule('page.end-without-address'), async ({ journey, observe }) => {
  observe((await journey(least('hosted', 'success'))).observed.ending());
});

test(...rule('page.amount-shown'), async ({ journey, observe }) => {
  const { look, amount, currency } = await journey(onPage('hosted', 'success'));
  observe(amountShown(look().text, amount, currency));
});

test(...rule('page.reference-shown'), async ({ journey, observe }) => {
  observe(showsReference(await journey(onPage('hosted', 'success'))));
});

test(...rule('page.used-again'), async ({ journey, observe }) => {
  observe((await journey(onPage('hosted', 'success'))).observed.usedAgain());
});

test(...rule('page.gone-back'), async ({ journey, observe }) => {
  observe((await journey(onPage('hosted', 'success'))).observed.back());
});

test(...rule('page.sent-twice'), async ({ journey, observe }) => {
  observe(howFar(await journey({ way: 'hosted', end: 'success', sendsTwice: true })));
});

test(...rule('page.reloaded'), async ({ journey, observe }) => {
  observe((await journey(...reloaded)).observed.reload());
});
