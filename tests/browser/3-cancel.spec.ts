import { expect, formsUntraced, test } from '../../fixtures/browser.ts';
import { afterCancelling } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';

// A customer who gives the payment up. Where that leads is open; that it is no success is not.

test.use(formsUntraced);

test(...rule('redirect.cancelled-not-success'), async ({ payments }) => {
  const payment = await payments.onHostedPage();
  expect(await payment.cancel()).toReportNoSuccess();
});

test(...rule('redirect.cancelled-not-success', 'without failure_url'), async ({ payments }) => {
  const payment = await payments.onHostedPage({ failure_url: undefined });
  expect(await payment.cancel()).toReportNoSuccess();
});

test(...rule('redirect.cancelled-not-success', 'after a form post', 'form'), async ({ payments, settings }) => {
  const payment = await payments.byForm({ amount: settings.amount });
  expect(await payment.cancel()).toReportNoSuccess();
});

test(...rule('redirect.cancelled-not-success', 'in an iframe', 'iframe'), async ({ payments, settings }) => {
  const payment = await payments.inFrame({ amount: settings.amount });
  expect(await payment.cancel()).toReportNoSuccess();
});

test(...rule('redirect.cancelled-where', 'with both addresses'), async ({ payments, observe }) => {
  const payment = await payments.onHostedPage();
  observe(afterCancelling(await payment.cancel()));
});

test(...rule('redirect.cancelled-where', 'without failure_url'), async ({ payments, observe }) => {
  const payment = await payments.onHostedPage({ failure_url: undefined });
  observe(afterCancelling(await payment.cancel()));
});
