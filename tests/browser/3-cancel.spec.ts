import { covers, needs } from '../../fixtures/index.ts';
import { test } from '../../fixtures/checkout.ts';
import { afterCancelling } from '../../helpers/payments/observations.ts';
import { channels } from '../../interface/rules/channels.ts';

// A customer cancels the payment. Where that leads is open, but it must not be a success; what is stated is judged when
// the test ends (helpers/payments/judge-payment.ts).

test.describe.configure({ mode: 'parallel' });

for (const channel of channels) {
  const details = covers('redirect.cancelled-not-success', 'redirect.cancelled-parameters', 'redirect.cancelled-where');
  test(
    `${channel}: a payment is cancelled`,
    channel === 'redirect' ? details : needs(channel, details),
    async ({ checkout, observe }) => {
      const payment = await checkout.start(channel, { end: 'cancel' });
      const arrival = await payment.finish();
      await observe('redirect.cancelled-where', `${channel}, with both addresses`, afterCancelling(payment, arrival));
    },
  );
}

test(
  'a payment without failure_url is cancelled',
  covers('redirect.cancelled-not-success', 'redirect.cancelled-where'),
  async ({ checkout, observe }) => {
    const payment = await checkout.start('redirect', { end: 'cancel', success_url: '', failure_url: null });
    const arrival = await payment.finish();
    await observe('redirect.cancelled-where', 'without failure_url', afterCancelling(payment, arrival));
  },
);
