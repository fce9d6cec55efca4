import { covers, needs } from '../../fixtures/index.ts';
import { test } from '../../fixtures/checkout.ts';
import { afterCancelling } from '../../helpers/payments/observations.ts';
import { channels } from '../../interface/rules/channels.ts';

// A customer cancels the payment. Where that leads is open, but it must not be a success, and a redirect carries what each
// redirect carries.

test.describe.configure({ mode: 'parallel' });

for (const channel of channels) {
  const details = covers('redirect.cancelled-not-success', 'redirect.cancelled-parameters', 'redirect.cancelled-where');
  test(
    `${channel}: a payment is cancelled`,
    channel === 'redirect' ? details : needs(channel, details),
    async ({ checkout, judge, observe }) => {
      const payment = await checkout.start(channel, { end: 'cancel' });
      const arrival = await payment.finish();
      await judge(payment, `${channel}, with both addresses`);
      await observe('redirect.cancelled-where', `${channel}, with both addresses`, afterCancelling(payment, arrival));
    },
  );
}

test(
  'a payment without failure_url is cancelled',
  covers('redirect.cancelled-not-success', 'redirect.cancelled-parameters', 'redirect.cancelled-where'),
  async ({ checkout, judge, observe }) => {
    const payment = await checkout.start('redirect', { end: 'cancel', success_url: 'bare', failure_url: 'none' });
    const arrival = await payment.finish();
    await judge(payment, 'without failure_url');
    await observe('redirect.cancelled-where', 'without failure_url', afterCancelling(payment, arrival));
  },
);
