import { expect, test } from '../../fixtures/browser.ts';
import { wayBack } from '../../helpers/payments/observations.ts';
import { rule } from '../../interface/rules/rule.ts';
import { newReference } from '../../helpers/client/references.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The way back to the merchant after a payment on the hosted page, and what it carries.

const ways = [
  {
    outcome: 'success',
    id: 'redirect.success-url',
    address: 'success_url',
    other: 'failure',
    otherAddress: 'failure_url',
  },
  {
    outcome: 'failure',
    id: 'redirect.failure-url',
    address: 'failure_url',
    other: 'success',
    otherAddress: 'success_url',
  },
] as const;

const parameters = [
  ['redirect.checkout-id', 'checkout_id'],
  ['redirect.transaction-id', 'transaction_id'],
  ['redirect.transaction-reference', 'transaction_reference'],
] as const;

for (const { outcome, id, address, other, otherAddress } of ways) {
  test(...rule(id), async ({ payments }) => {
    const payment = await payments.onHostedPage();
    expect(await payment.end(outcome)).toArriveAt(outcome);
  });

  test(...rule(id, `without ${otherAddress}`), async ({ payments }) => {
    const payment = await payments.onHostedPage({ [otherAddress]: undefined });
    expect(await payment.end(outcome)).toArriveAt(outcome);
  });

  for (const [carries, parameter] of parameters) {
    test(...rule(carries, outcome), async ({ payments }) => {
      const payment = await payments.onHostedPage();
      expect(await payment.end(outcome)).toCarry(parameter, payment.own(parameter));
    });
  }

  test(...rule('redirect.no-crossing', `${outcome}, with ${otherAddress} alone`), async ({ payments }) => {
    const payment = await payments.onHostedPage({ [address]: undefined });
    expect(await payment.end(outcome)).toStayAwayFrom(other);
  });

  test(...rule('redirect.own-query', outcome), async ({ payments, merchant }) => {
    const own = { path: '/orders/7', query: 'order=42&note=two%20words%20%26%20more&tag=a&page=%C3%A9' };
    const payment = await payments.onHostedPage({
      success_url: merchant.successUrl(own),
      failure_url: merchant.failureUrl(own),
    });
    expect(await payment.end(outcome)).toKeep(own);
  });

  test(...rule('redirect.how', outcome), async ({ payments, observe }) => {
    const payment = await payments.onHostedPage();
    observe(await wayBack(payment, await payment.end(outcome)));
  });
}

test(...rule('redirect.status-success'), async ({ payments }) => {
  const payment = await payments.onHostedPage();
  expect(await payment.pay()).toCarry('status', shapes.exactly('success'));
});

test(...rule('redirect.status-failed'), async ({ payments }) => {
  const payment = await payments.onHostedPage();
  expect(await payment.decline()).toCarry('status', shapes.exactly('failed'));
});

test(...rule('redirect.reference-generated'), async ({ payments }) => {
  const payment = await payments.onHostedPage({ transaction_reference: undefined });
  expect(await payment.pay()).toCarry('transaction_reference', payment.own('transaction_reference'));
});

test(...rule('redirect.own-checkout-id'), async ({ payments }) => {
  const first = await (await payments.onHostedPage()).pay();
  const second = await (await payments.onHostedPage()).pay();
  expect([first, second]).toDifferIn('checkout_id');
});

const oddCharacters = {
  'spaces and plus': 'a b+c  d',
  'signs of a query': 'a&b=c?d#e',
  'percent and slash': '100% a/b %41',
  'letters beyond ASCII': 'é ü 中 ☂',
};

for (const [name, characters] of Object.entries(oddCharacters)) {
  test(...rule('redirect.reference-encoded', name), async ({ payments }) => {
    const reference = `${newReference()} ${characters}`;
    const arrival = await payments.payUnlessRefused({ transaction_reference: reference });
    expect(arrival).toCarryUnlessRefused('transaction_reference', shapes.exactly(reference));
  });
}
