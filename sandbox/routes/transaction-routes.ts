import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { FieldRefusal, Refusal } from '../http/refusals.ts';
import { checkSecretKey } from '../http/secret-key-guard.ts';
import { type InitiationRequest, mobileMoney, readInitiationRequest } from './requests/initiation-request.ts';
import {
  hostedPageReply,
  mobileMoneyReply,
  paymentCodeReply,
  simulatedFailureReply,
  simulatedSuccessReply,
} from './operator-replies.ts';
import type { Service } from '../service/service.ts';

/** Initiation of a transaction (`4.1`). */
export function transactionRoutes(app: FastifyInstance, service: Service): void {
  app.post('/v1/transactions', async (request, reply) => {
    const wanted = readInitiationRequest(request.body, service);
    // With `key-asked-for-last` the key has not been checked before the body.
    checkSecretKey(request, reply, service);
    refuseUsedReference(service, wanted.transactionReference);
    return wanted.paymentMethodType === mobileMoney ? promptCustomer(service, wanted) : openHostedPage(service, wanted);
  });
  refuseOtherMethods(app, '/v1/transactions');
}

function openHostedPage(service: Service, wanted: InitiationRequest): object {
  return hostedPageReply(service, open(service, wanted, true));
}

/** Prompts the customer on the phone. The answer depends on the operator (`2.4`). */
function promptCustomer(service: Service, wanted: InitiationRequest): object {
  const { operators, timings } = service.settings;
  const transaction = open(service, wanted, false);
  // The simulated customer approves unless `requested_response` says otherwise.
  const outcome = wanted.requestedResponse ?? 'success';

  if (wanted.paymentMethodCode === operators.c) {
    void service.transactions.endLater(transaction, outcome, timings.prompt);
    return paymentCodeReply(transaction, service.ids.newPaymentCode());
  }
  if (outcome === 'failed' && wanted.paymentMethodCode === operators.b && service.has('operator-b-fails-later')) {
    void service.transactions.endLater(transaction, outcome, timings.prompt);
    return mobileMoneyReply(transaction);
  }
  if (outcome === 'failed') {
    service.transactions.end(transaction, 'failed');
    return simulatedFailureReply(transaction);
  }
  if (wanted.paymentMethodCode === operators.a) {
    service.transactions.end(transaction, 'success');
    return simulatedSuccessReply(transaction);
  }
  void service.transactions.endLater(transaction, 'success', timings.prompt);
  return mobileMoneyReply(transaction);
}

function open(service: Service, wanted: InitiationRequest, hosted: boolean) {
  return service.transactions.open({
    amount: wanted.amount,
    currency: wanted.currency,
    transactionReference: wanted.transactionReference,
    successUrl: wanted.successUrl,
    failureUrl: wanted.failureUrl,
    operatorCode: wanted.paymentMethodCode,
    requestedResponse: wanted.requestedResponse,
    hosted,
    start: 'initiation',
  });
}

/** By default the sandbox accepts a reference any number of times. */
function refuseUsedReference({ transactions, has }: Service, reference: string | undefined): void {
  if (reference === undefined || !transactions.hasReference(reference)) return;
  const reason = 'The reference was used before.';
  if (has('references-only-once')) throw new FieldRefusal('transaction_reference', reason);
  if (has('references-only-once-409')) throw new Refusal(409, reason);
}
