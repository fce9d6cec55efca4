import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noticePage } from '../page/notice.ts';
import { sendPage } from '../page/send-page.ts';
import { errorBody, Refusal } from './refusals.ts';

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

/** Answers connections that send no valid HTTP, or send it too slowly or with too many headers. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = brokenConnectionStatus(error.code);
  const body = JSON.stringify(errorBody('The request could not be read.'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function brokenConnectionStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return 400;
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
