import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { noticePage } from '../page/notice.ts';
import { initialEntry, readPaymentEntry } from '../page/payment/payment-entry.ts';
import { paymentPage } from '../page/payment/payment-page.ts';
import { progressPage } from '../page/payment/progress.ts';
import { receiptPage } from '../page/payment/receipt.ts';
import { sendPage } from '../page/send-page.ts';
import { asFields } from './requests/fields.ts';
import { redirectAddress } from '../service/redirect-address.ts';
import type { Service } from '../service/service.ts';
import type { Transaction } from '../service/transaction.ts';

type WithId = { Params: { id: string } };

/**
 * The hosted payment page (`1`, `2.5`), which works without scripts: each step redirects to the next.
 * payment (GET) > decision (POST) > progress > outcome > the merchant's address, or the receipt.
 */
export async function hostedPageRoutes(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(formBody);

  app.get<WithId>('/checkout/:id', async (request, reply) => {
    const transaction = find(service, request.params.id);
    if (!transaction) return unknown(reply);
    if (transaction.status !== 'pending') return alreadyUsed(reply, transaction);
    if (service.transactions.ending(transaction)) return reply.redirect(step(transaction, 'progress'), 303);
    return sendPage(reply, paymentPage(service, transaction, initialEntry(service, transaction)));
  });

  app.post<WithId>('/checkout/:id', async (request, reply) => {
    const transaction = find(service, request.params.id);
    if (!transaction) return unknown(reply);
    // A repeated submission, or one from a stale tab, changes nothing.
    if (!isOpen(service, transaction)) return reply.redirect(`/checkout/${transaction.checkoutId}`, 303);

    const body = asFields(request.body ?? {});
    return body.decision === 'cancel' ? cancel(service, transaction, reply) : pay(service, transaction, body, reply);
  });

  app.get<WithId>('/checkout/:id/progress', async (request, reply) => {
    const transaction = find(service, request.params.id);
    if (!transaction) return unknown(reply);
    if (isOpen(service, transaction)) return reply.redirect(`/checkout/${transaction.checkoutId}`, 303);
    return sendPage(reply, progressPage(transaction));
  });

  app.get<WithId>('/checkout/:id/outcome', async (request, reply) => {
    const transaction = find(service, request.params.id);
    if (!transaction) return unknown(reply);
    if (isOpen(service, transaction)) return reply.redirect(`/checkout/${transaction.checkoutId}`, 303);
    await service.transactions.ending(transaction);
    return returnToMerchant(service, transaction, reply);
  });

  app.get<WithId>('/checkout/:id/receipt', async (request, reply) => {
    const transaction = find(service, request.params.id);
    if (!transaction) return unknown(reply);
    if (transaction.status === 'pending') return reply.redirect(`/checkout/${transaction.checkoutId}`, 303);
    return sendPage(reply, receiptPage(transaction, transaction.status));
  });

  // After a 307 the browser posts the form again, to this address.
  if (service.has('form-answered-by-307')) {
    app.post<WithId>('/checkout/:id/start', async (request, reply) =>
      reply.redirect(`/checkout/${request.params.id}`, 303),
    );
  }
  if (service.has('return-in-two-hops')) {
    app.get<WithId>('/checkout/:id/leave', async (request, reply) => {
      const transaction = find(service, request.params.id);
      const address =
        transaction && !isOpen(service, transaction) && redirectAddress(transaction, service.returnAddresses);
      return address ? reply.redirect(address, 302) : unknown(reply);
    });
  }

  for (const path of ['', '/progress', '/outcome', '/receipt']) refuseOtherMethods(app, `/checkout/:id${path}`);
}

async function pay(
  service: Service,
  transaction: Transaction,
  body: Readonly<Record<string, unknown>>,
  reply: FastifyReply,
) {
  const { values, problems, entry } = readPaymentEntry(service, transaction, body);
  if (!entry) return sendPage(reply.code(400), paymentPage(service, transaction, values, problems));
  transaction.amount = entry.amount;
  transaction.operatorCode = entry.operator;
  void service.transactions.endLater(transaction, entry.outcome, service.settings.timings.hostedPayment);
  if (service.has('return-at-once')) {
    await service.transactions.ending(transaction);
    return returnToMerchant(service, transaction, reply);
  }
  return reply.redirect(step(transaction, 'progress'), 303);
}

function cancel(service: Service, transaction: Transaction, reply: FastifyReply) {
  service.transactions.end(transaction, 'cancelled');
  return returnToMerchant(service, transaction, reply);
}

/** Sends the browser to the merchant with the parameters of `2.3`, or to the receipt where there is no address. */
function returnToMerchant(service: Service, transaction: Transaction, reply: FastifyReply) {
  const address = redirectAddress(transaction, service.returnAddresses);
  if (address !== undefined && service.has('return-in-two-hops')) {
    return reply.redirect(step(transaction, 'leave'), 303);
  }
  return reply.redirect(address ?? step(transaction, 'receipt'), 303);
}

/** A mobile money prompt has a checkout id too, but no page. */
function find(service: Service, checkoutId: string): Transaction | undefined {
  const transaction = service.transactions.findByCheckout(checkoutId);
  return transaction?.hosted ? transaction : undefined;
}

function isOpen(service: Service, transaction: Transaction): boolean {
  return transaction.status === 'pending' && !service.transactions.ending(transaction);
}

function step(transaction: Transaction, name: 'progress' | 'outcome' | 'receipt' | 'leave'): string {
  return `/checkout/${transaction.checkoutId}/${name}`;
}

function unknown(reply: FastifyReply) {
  const explanation =
    'This link leads to no payment. It may be incomplete, or too old. Ask the merchant for a new one.';
  return sendPage(reply.code(404), noticePage('Payment not found', explanation));
}

function alreadyUsed(reply: FastifyReply, transaction: Transaction) {
  const link = { label: 'See the receipt', address: step(transaction, 'receipt') };
  const explanation =
    'This payment has ended, and its link works only once. To pay again, ask the merchant for a new one.';
  return sendPage(reply.code(410), noticePage('This link was already used', explanation, link));
}
