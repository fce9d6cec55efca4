import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseOtherMethods } from '../http/error-answers.ts';
import { noticePage, progressPage, receiptPage } from '../page/notice-pages.ts';
import { sendPage } from '../page/page-layout.ts';
import { initialEntry, readPaymentEntry } from '../page/payment-entry.ts';
import { paymentPage } from '../page/payment-page.ts';
import { redirectAddress } from '../service/redirect-address.ts';
import type { Service } from '../service/service.ts';
import type { Transaction } from '../service/transactions.ts';
import { asFields, type Fields } from './request-fields.ts';

type WithId = { Params: { id: string } };
type Step = '' | '/progress' | '/outcome' | '/receipt' | '/leave';
type Show = (transaction: Transaction, reply: FastifyReply, fields: Fields) => FastifyReply | Promise<FastifyReply>;

const at = ({ checkoutId }: Transaction, step: Step): string => `/checkout/${checkoutId}${step}`;

/**
 * The hosted payment page (`1`, `2.5`), which works without scripts: each step redirects to the next.
 * payment (GET) > decision (POST) > progress > outcome > the merchant's address, or the receipt.
 */
export async function hostedPageRoutes(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(formBody);
  const { transactions, has } = service;
  const isOpen = (one: Transaction): boolean => one.status === 'pending' && !transactions.ending(one);

  /** A page of a hosted payment. A mobile money prompt has a checkout id too, but no page. */
  const serve = (method: 'GET' | 'POST', step: Step, show: Show): void => {
    app.route<WithId>({
      method,
      url: `/checkout/:id${step}`,
      handler: async (request, reply) => {
        const transaction = transactions.findByCheckout(request.params.id);
        if (!transaction?.hosted) return unknownPayment(reply);
        return show(transaction, reply, asFields(request.body ?? {}));
      },
    });
  };

  serve('GET', '', (transaction, reply) => {
    if (transaction.status !== 'pending') return alreadyUsed(reply, transaction);
    if (transactions.ending(transaction)) return reply.redirect(at(transaction, '/progress'), 303);
    return sendPage(reply, paymentPage(service, transaction, initialEntry(service, transaction)));
  });
  serve('POST', '', async (transaction, reply, fields) => {
    // A repeated submission, or one from a stale tab, changes nothing.
    if (!isOpen(transaction)) return reply.redirect(at(transaction, ''), 303);
    if (fields['decision'] === 'cancel') {
      transactions.end(transaction, 'cancelled');
      return returnToMerchant(service, transaction, reply);
    }
    const { values, problems, entry } = readPaymentEntry(service, transaction, fields);
    if (!entry) return sendPage(reply.code(400), paymentPage(service, transaction, values, problems));
    transaction.amount = entry.amount;
    transaction.operatorCode = entry.operator;
    const ended = transactions.endLater(transaction, entry.outcome, service.settings.timings.hostedPayment);
    if (!has('return-at-once')) return reply.redirect(at(transaction, '/progress'), 303);
    await ended;
    return returnToMerchant(service, transaction, reply);
  });
  serve('GET', '/progress', (transaction, reply) => {
    if (isOpen(transaction)) return reply.redirect(at(transaction, ''), 303);
    return sendPage(reply, progressPage(transaction));
  });
  serve('GET', '/outcome', async (transaction, reply) => {
    if (isOpen(transaction)) return reply.redirect(at(transaction, ''), 303);
    await transactions.ending(transaction);
    return returnToMerchant(service, transaction, reply);
  });
  serve('GET', '/receipt', (transaction, reply) => {
    if (transaction.status === 'pending') return reply.redirect(at(transaction, ''), 303);
    return sendPage(reply, receiptPage(transaction, transaction.status));
  });
  if (has('return-in-two-hops')) {
    serve('GET', '/leave', (transaction, reply) => {
      const address = isOpen(transaction) ? undefined : redirectAddress(transaction, service.returnAddresses);
      return address === undefined ? unknownPayment(reply) : reply.redirect(address, 302);
    });
  }
  // After a 307 the browser posts the form again, to this address.
  if (has('form-answered-by-307')) {
    app.post<WithId>('/checkout/:id/start', async ({ params }, reply) => reply.redirect(`/checkout/${params.id}`, 303));
  }
  for (const path of ['', '/progress', '/outcome', '/receipt']) refuseOtherMethods(app, `/checkout/:id${path}`);
}

/** Sends the browser to the merchant with the parameters of `2.3`, or to the receipt where there is no address. */
function returnToMerchant(service: Service, transaction: Transaction, reply: FastifyReply): FastifyReply {
  const address = redirectAddress(transaction, service.returnAddresses);
  if (address === undefined) return reply.redirect(at(transaction, '/receipt'), 303);
  return reply.redirect(service.has('return-in-two-hops') ? at(transaction, '/leave') : address, 303);
}

function unknownPayment(reply: FastifyReply): FastifyReply {
  const explanation = 'This link leads to no payment. Ask the merchant for a new one.';
  return sendPage(reply.code(404), noticePage('Payment not found', explanation));
}

function alreadyUsed(reply: FastifyReply, transaction: Transaction): FastifyReply {
  const link = { label: 'See the receipt', address: at(transaction, '/receipt') };
  const explanation = 'This payment has ended, and its link works only once. To pay again, ask the merchant.';
  return sendPage(reply.code(410), noticePage('This link was already used', explanation, link));
}
