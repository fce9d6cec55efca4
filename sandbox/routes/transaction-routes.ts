import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { FieldRefusal, Refusal } from '../http/refusals.ts';
import { askForKey } from '../http/secret-key-guard.ts';
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
    // Asked for already, save by a service that looks at the body first.
    askForKey(request, reply, service);
    refuseKnownReference(service, wanted.transactionReference);
    return wanted.paymentMethodType === mobileMoney ? promptCustomer(service, wanted) : openHostedPage(service, wanted);
  });
  refuseOtherMethods(app, '/v1/transactions');
}

function openHostedPage(service: Service, wanted: InitiationRequest): object {
  return hostedPageReply(service, open(service, wanted, true));
}

/** The customer is asked on their phone; the operator decides what is answered (`2.4`). */
function promptCustomer(service: Service, wanted: InitiationRequest): object {
  const { operators, timings } = service.settings;
  const transaction = open(service, wanted, false);
  // The customer of the sandbox approves, unless the test asks otherwise.
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

/** The plain sandbox takes a reference as often as it comes. */
function refuseKnownReference({ transactions, has }: Service, reference: string | undefined): void {
  if (reference === undefined || !transactions.hasReference(reference)) return;
  const reason = 'The reference was used before.';
  if (has('references-only-once')) throw new FieldRefusal('transaction_reference', reason);
  if (has('references-only-once-409')) throw new Refusal(409, reason);
}
