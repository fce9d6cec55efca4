import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isForm, refuseOtherMethods } from '../http/error-answers.ts';
import { missingOrInvalidKey } from '../http/refusals.ts';
import { sendPage } from '../page/page-layout.ts';
import { initialEntry } from '../page/payment-entry.ts';
import { paymentPage } from '../page/payment-page.ts';
import { checkoutAddress, type Service } from '../service/service.ts';
import type { NewTransaction, Start, Transaction } from '../service/transactions.ts';
import { refuseUsedReference } from './transaction-routes.ts';
import {
  asFields,
  currencyCode,
  type Fields,
  required,
  sent,
  text,
  webAddress,
  wholeAmount,
} from './request-fields.ts';

/** The start of a hosted checkout (`4.2`): a form post redirects the browser, a JSON body gets the address. */
export async function checkoutRoutes(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(formBody);

  // The publishable key is used in pages of merchants, so scripts of any origin are allowed.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  app.options('/v1/checkout', async (_request, reply) => {
    reply.header('access-control-allow-methods', 'POST').header('access-control-allow-headers', 'content-type');
    return reply.code(204).send();
  });

  app.post('/v1/checkout', async (request, reply) => {
    const form = isForm(request.headers['content-type'] ?? '');
    const body = form ? formAsJson(request.body) : request.body;
    const wanted = readCheckoutRequest(body, service, form ? 'form' : 'json');
    refuseUsedReference(service, wanted.transactionReference);
    const transaction = service.transactions.open(wanted);
    const address = checkoutAddress(service, transaction.checkoutId);
    if (form) return openPaymentPage(service, transaction, reply);
    return { result: 'success', transaction_id: transaction.transactionId, checkout_url: address };
  });
  refuseOtherMethods(app, '/v1/checkout');
}

/** The interface leaves the answer to a form post open (`4.2`), so options select it. */
function openPaymentPage(service: Service, transaction: Transaction, reply: FastifyReply) {
  const address = checkoutAddress(service, transaction.checkoutId);
  if (service.has('form-answered-with-the-page')) {
    return sendPage(reply, paymentPage(service, transaction, initialEntry(service, transaction)));
  }
  if (service.has('form-answered-by-307')) return reply.redirect(`${address}/start`, 307);
  return reply.redirect(address, 303);
}

/**
 * Reads the body of `POST /v1/checkout` (`2.5`). The publishable key is checked first, so that a request without it
 * gets no other error. The secret key is not accepted in its place.
 */
function readCheckoutRequest(body: unknown, service: Service, start: Start): NewTransaction {
  const fields = asFields(body);
  if (sent(fields, 'publishable_key') !== service.settings.publishableKey) throw missingOrInvalidKey();
  return {
    amount: wholeAmount(fields, 'amount'),
    transactionReference: text(fields, 'transaction_reference'),
    currency: required('currency', currencyCode(fields, 'currency')),
    successUrl: webAddress(fields, 'success_url'),
    failureUrl: webAddress(fields, 'failure_url'),
    hosted: true,
    start,
  };
}

/** The fields of a posted form with JSON types. Browsers send empty inputs too; these count as absent. */
function formAsJson(body: unknown): Fields {
  const entries = Object.entries(asFields(body)).filter(([, value]) => value !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name, name === 'amount' ? asNumber(value) : value]));
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
