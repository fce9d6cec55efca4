import { expect, test } from '../../fixtures/browser.ts';
import { amountForms, endingOf, mentions, openedAgain } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';
import { newReference } from '../../helpers/client/references.ts';

// The payment page of an initiation, as a customer meets it.

const noAddresses = { success_url: undefined, failure_url: undefined };

test(...rule('page.opens'), async ({ payments }) => {
  await expect(await payments.onHostedPage()).toOfferPayment();
});

test(...rule('page.opens', 'and the payment can be made'), async ({ payments }) => {
  const payment = await payments.onHostedPage();
  expect(await payment.pay()).toArriveAt('success');
});

test(...rule('page.opens', 'without a reference and addresses'), async ({ payments }) => {
  await expect(await payments.onHostedPage({ ...noAddresses, transaction_reference: undefined })).toOfferPayment();
});

for (const outcome of ['success', 'failure'] as const) {
  test(...rule('page.without-addresses', `ends in ${outcome}`), async ({ payments }) => {
    const payment = await payments.onHostedPage(noAddresses);
    await payment.end(outcome);
    await expect(payment).toBeOver();
  });
}

test(...rule('page.end-without-address'), async ({ payments, observe }) => {
  const payment = await payments.onHostedPage(noAddresses);
  await payment.pay();
  observe(await endingOf(payment));
});

test(...rule('page.amount-shown'), async ({ payments, settings, observe }) => {
  const payment = await payments.onHostedPage();
  observe(await mentions(payment, amountForms(settings.amount)));
});

test(...rule('page.reference-shown'), async ({ payments, observe }) => {
  const reference = newReference();
  const payment = await payments.onHostedPage({ transaction_reference: reference });
  observe(await mentions(payment, [reference]));
});

test(...rule('page.used-again'), async ({ payments, settings, observe }) => {
  const payment = await payments.onHostedPage();
  await payment.pay();
  observe(await openedAgain(payment, settings.redirectTimeoutMs));
});
