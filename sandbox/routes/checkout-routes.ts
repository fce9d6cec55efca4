import formBody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { isForm } from '../http/error-answers.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { formAsJson, readCheckoutRequest } from '../requests/checkout-request.ts';
import { checkoutAddress, type Service } from '../service/service.ts';

/** The start of a hosted checkout (`4.2`): a form post redirects the browser, a JSON body gets the address. */
export async function checkoutRoutes(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(formBody);

  // The publishable key is made for pages of the merchant, so scripts of any origin may ask.
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
    if (form) return reply.redirect(address, 303);
    return { result: 'success', transaction_id: transaction.transactionId, checkout_url: address };
  });
  refuseOtherMethods(app, '/v1/checkout');
}
