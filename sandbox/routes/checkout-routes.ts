import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isForm } from '../http/error-answers.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { initialEntry } from '../page/payment/payment-entry.ts';
import { paymentPage } from '../page/payment/payment-page.ts';
import { sendPage } from '../page/send-page.ts';
import { formAsJson, readCheckoutRequest } from './requests/checkout-request.ts';
import { checkoutAddress, type Service } from '../service/service.ts';
import type { Transaction } from '../service/transaction.ts';

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
    const transaction = service.transactions.open(readCheckoutRequest(body, service, form ? 'form' : 'json'));
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
