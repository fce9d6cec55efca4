import { escapeHtml } from '../page/html.ts';
import { type Service, checkoutAddress } from '../service/service.ts';
import type { Transaction } from '../service/transaction.ts';

/** The answer to an initiation that was accepted: one function for each shape of `4.1`. All are sent with HTTP 200. */

export function hostedPageReply(service: Service, transaction: Transaction) {
  return {
    result: 'success',
    ...identity(transaction),
    message: 'The transaction was created. Send the customer to the hosted page to pay.',
    hosted_url: checkoutAddress(service, transaction.checkoutId),
  };
}

export function mobileMoneyReply(transaction: Transaction) {
  return {
    result: 'success',
    ...identity(transaction),
    message: 'A payment prompt was sent to the customer. They approve it on their phone.',
    checkout_id: transaction.checkoutId,
  };
}

/** Operator A has no test environment, so its dummy answer comes at once. `message` is HTML, `text_message` is not. */
export function simulatedSuccessReply(transaction: Transaction) {
  const { transactionReference: reference } = transaction;
  const note = 'This is a simulation: no money has moved.';
  return {
    result: 'success',
    status: transaction.status,
    ...identity(transaction),
    message: `<b>The payment was approved.</b><br>Reference: <b>${escapeHtml(reference)}</b><br>${note}`,
    text_message: `The payment was approved. Reference: ${reference}. ${note}`,
  };
}

export function simulatedFailureReply(transaction: Transaction) {
  return {
    result: 'error',
    ...identity(transaction),
    message: 'The payment failed. This is the simulated outcome that was asked for.',
    checkout_id: transaction.checkoutId,
  };
}

/** Operator C lets the customer pay with a code, so the transaction is pending whatever outcome follows. */
export function paymentCodeReply(transaction: Transaction, code: string) {
  return {
    result: 'success',
    status: transaction.status,
    ...identity(transaction),
    message: `Ask the customer to pay with the code ${code}.`,
    text_message: `Pay with the code ${code}.`,
    qr_code: `SANDBOX:${transaction.transactionId}:${code}`,
    code,
  };
}

function identity(transaction: Transaction) {
  return { transaction_id: transaction.transactionId, transaction_reference: transaction.transactionReference };
}
