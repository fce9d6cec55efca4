import { faultyRequest, refusedWith } from '../../answer-faults.ts';
import type { Place } from '../../named-places.ts';
import { acceptedWhen, typeFaults } from '../../request-faults.ts';
import { readsAs } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, mistyped, noAddress, startCheckout, typed } from '../../places.ts';

const checkout: Place = { what: ' of a checkout', where: startCheckout };
const amount = { amount: undefined };
const currency = { currency: 'XTS' };
const reference = { transaction_reference: undefined };
const successUrl = { success_url: undefined };
const failureUrl = { failure_url: undefined };
const amountAsWord = all(startCheckout, mistyped('amount', 'number'), typed('amount', 'string'));
const badSuccessUrl = faultyRequest(
  'a success_url of a checkout that is not an address',
  all(startCheckout, noAddress('success_url')),
);
const badFailureUrl = faultyRequest(
  'a failure_url of a checkout that is not an address',
  all(startCheckout, noAddress('failure_url')),
);

/** Types and forms of the fields of a checkout (`2.5`). */
export const checkoutFields: Subject = {
  'checkout.amount-type': {
    ...typeFaults('checkout-amount', amount, checkout, 'array', 'any-type'),
    'checkout-amount-word-accepted': ['accepts a word as the amount of a checkout', readsAs(amountAsWord, amount)],
  },
  'checkout.currency-type': typeFaults('checkout-currency', currency, checkout, 'number', 'array', 'any-type'),
  'checkout.reference-type': typeFaults('checkout-reference', reference, checkout, 'array', 'any-type'),
  'checkout.success-url-type': typeFaults('checkout-success-url', successUrl, checkout, 'any-type'),
  'checkout.failure-url-type': typeFaults('checkout-failure-url', failureUrl, checkout, 'any-type'),
  'checkout.success-url-format': {
    ...acceptedWhen('checkout-success-url-word', badSuccessUrl, successUrl, 'accepted', 'second-time'),
    ...refusedWith('checkout-success-url-word', badSuccessUrl, 500),
  },
  'checkout.failure-url-format': {
    ...acceptedWhen('checkout-failure-url-word', badFailureUrl, failureUrl, 'accepted'),
    ...refusedWith('checkout-failure-url-word', badFailureUrl, 500),
  },
};
