import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { noticePage } from '../page/notice-pages.ts';
import { sendPage } from '../page/page-layout.ts';
import { Refusal } from './refusals.ts';

/** Reports unexpected errors to the owner of the sandbox. */
export type Report = (error: unknown) => void;

/** Sends every error in a shape of `7`, or as a page to browsers; never with a stack trace. */
export function answerErrors(app: FastifyInstance, report: Report): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error, report);
    return sendRefusal(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    return sendRefusal(new Refusal(404, 'There is nothing at this address.'), request, reply);
  });
}

/** Answers errors that are raised before routing, such as a malformed address. */
export function answerFrameworkError(error: unknown, _request: unknown, reply: FastifyReply): void {
  const refusal = asRefusal(error, () => {});
  void reply.code(refusal.status).send(refusal.body());
}

function asRefusal(error: unknown, report: Report): Refusal {
  if (error instanceof Refusal) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return new Refusal(413, 'The request body is too large.');
  // `7` lists no 415, so an unsupported content type counts as an invalid request.
  if (status === 415) return new Refusal(400, 'The content type of the request is not supported here.');
  if (status >= 400 && status < 500) return new Refusal(status, 'The request could not be read.');
  report(error);
  return new Refusal(500, 'Internal server error. Try again later.');
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!isForBrowser(request)) return reply.code(refusal.status).send(refusal.body());
  const page = noticePage('This page cannot be shown', refusal.message);
  return sendPage(reply.code(refusal.status), page);
}

/** Form posts and the hosted page are answered with pages for people. */
function isForBrowser(request: FastifyRequest): boolean {
  const contentType = request.headers['content-type'] ?? '';
  const hostedPage = request.url.startsWith('/checkout/');
  const checkoutForm = request.url.startsWith('/v1/checkout') && isForm(contentType);
  return hostedPage || checkoutForm;
}

/** Whether a content type is that of an HTML form. */
export function isForm(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType);
}

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers 405 to the unsupported methods of an address. Call it after the routes of that address are registered. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  const allowed = methods.filter((method) => app.hasRoute({ method, url }));
  const others = methods.filter((method) => !allowed.includes(method));
  app.route({
    method: others,
    url,
    // Refused before the body is read.
    onRequest: async (request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new Refusal(405, `${request.method} is not possible at this address.`);
    },
    handler: async () => {},
  });
}
