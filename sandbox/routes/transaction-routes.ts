import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/error-answers.ts';
import { FieldRefusal, Refusal } from '../http/refusals.ts';
import { escapeHtml } from '../page/html.ts';
import { checkoutAddress, type Service } from '../service/service.ts';
import type { Transaction } from '../service/transactions.ts';
import { readInitiationRequest } from './initiation-request.ts';

/** Initiation of a transaction (`4.1`). */
export function transactionRoutes(app: FastifyInstance, service: Service): void {
  app.post('/v1/transactions', async (request) => {
    const wanted = readInitiationRequest(request.body, service);
    refuseUsedReference(service, wanted.transactionReference);
    const transaction = service.transactions.open(wanted);
    return transaction.hosted ? hostedPageReply(service, transaction) : promptCustomer(service, transaction);
  });
  refuseOtherMethods(app, '/v1/transactions');
}

/** Prompts the customer on the phone. The answer depends on the operator (`2.4`). */
function promptCustomer({ settings, transactions, ids, has }: Service, transaction: Transaction): object {
  const { operators, timings } = settings;
  // The simulated customer approves unless `requested_response` says otherwise.
  const { operatorCode: code, requestedResponse: outcome = 'success' } = transaction;
  const laterFailure = code === operators.b && has('operator-b-fails-later');

  if (code === operators.c || (outcome === 'failed' ? laterFailure : code !== operators.a)) {
    void transactions.endLater(transaction, outcome, timings.prompt);
    return code === operators.c ? paymentCodeReply(transaction, ids.newPaymentCode()) : mobileMoneyReply(transaction);
  }
  transactions.end(transaction, outcome);
  return outcome === 'failed' ? simulatedFailureReply(transaction) : simulatedSuccessReply(transaction);
}

/** By default the sandbox accepts a reference any number of times. */
export function refuseUsedReference({ transactions, has }: Service, reference: string | undefined): void {
  if (reference === undefined || !transactions.hasReference(reference)) return;
  const reason = 'The reference was used before.';
  if (has('references-only-once')) throw new FieldRefusal('transaction_reference', reason);
  if (has('references-only-once-409')) throw new Refusal(409, reason);
}

/** The answer to an initiation that was accepted: one function for each shape of `4.1`. All are sent with HTTP 200. */

function hostedPageReply(service: Service, transaction: Transaction) {
  return {
    result: 'success',
    ...identity(transaction),
    message: 'The transaction was created. Send the customer to the hosted page to pay.',
    hosted_url: checkoutAddress(service, transaction.checkoutId),
  };
}

function mobileMoneyReply(transaction: Transaction) {
  return {
    result: 'success',
    ...identity(transaction),
    message: 'A payment prompt was sent to the customer. They approve it on their phone.',
    checkout_id: transaction.checkoutId,
  };
}

/** Operator A has no test environment, so its dummy answer comes at once. `message` is HTML, `text_message` is not. */
function simulatedSuccessReply(transaction: Transaction) {
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

function simulatedFailureReply(transaction: Transaction) {
  return {
    result: 'error',
    ...identity(transaction),
    message: 'The payment failed. This is the simulated outcome that was asked for.',
    checkout_id: transaction.checkoutId,
  };
}

/** Operator C lets the customer pay with a code, so the transaction is pending whatever outcome follows. */
function paymentCodeReply(transaction: Transaction, code: string) {
  return {
    result: 'success',
    status: transaction.status,
    ...identity(transaction),
    message: `Pay with the code ${code}.`,
    text_message: `Pay with the code ${code}.`,
    qr_code: `SANDBOX:${transaction.transactionId}:${code}`,
    code,
  };
}

function identity(transaction: Transaction) {
  return { transaction_id: transaction.transactionId, transaction_reference: transaction.transactionReference };
}
