import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service/service.ts';
import { missingOrInvalidKey } from './refusals.ts';

/** The key of an `Authorization: Bearer <key>` header (`5`), or undefined when the header has another form. */
export function bearerKey(header: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
}

/** Requires the secret key on all routes of this scope (`5`), before the body is read. */
export function requireSecretKey(app: FastifyInstance, service: Service): void {
  app.addHook('onRequest', async (request, reply) => {
    if (service.has('key-asked-for-last') && request.routeOptions.url === '/v1/transactions') return;
    checkSecretKey(request, reply, service);
  });
}

/** @throws Refusal when a request does not carry the secret key */
export function checkSecretKey(request: FastifyRequest, reply: FastifyReply, { settings }: Service): void {
  if (bearerKey(request.headers.authorization) === settings.secretKey) return;
  reply.header('www-authenticate', 'Bearer');
  throw missingOrInvalidKey();
}
