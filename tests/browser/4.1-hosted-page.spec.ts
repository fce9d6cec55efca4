import { expect, test } from '../../fixtures/browser.ts';
import { dutiesOf } from '../../helpers/payments/journeys/duties.ts';
import { least, plain } from '../../helpers/payments/journeys/plan.ts';
import { amountForms, mentions } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';

// The payment page of an initiation, as a customer meets it.

for (const { id, variant, walks, judge } of dutiesOf('hosted', 'page')) {
  test(...rule(id, variant), async ({ walked }) => {
    expect(await walked(walks)).toMeet(judge);
  });
}

test(...rule('page.end-without-address'), async ({ journey, observe }) => {
  observe((await journey(least('hosted', 'success'))).observed.ending());
});

test(...rule('page.amount-shown'), async ({ journey, settings, observe }) => {
  observe(mentions(await journey(plain('hosted', 'success')), amountForms(settings.amount)));
});

test(...rule('page.reference-shown'), async ({ journey, observe }) => {
  const payment = await journey(plain('hosted', 'success'));
  observe(mentions(payment, [String(payment.sent.transaction_reference)]));
});

test(...rule('page.used-again'), async ({ journey, observe }) => {
  observe((await journey(plain('hosted', 'success'))).observed.usedAgain());
});
