import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerKey, sameKey } from '../service/credentials.ts';
import type { Service } from '../service/service.ts';
import { missingOrInvalidKey } from './refusals.ts';

/** Requires the secret key on all routes of this scope (`5`), before the body is read. */
export function requireSecretKey(app: FastifyInstance, service: Service): void {
  app.addHook('onRequest', async (request, reply) => {
    if (service.has('key-asked-for-last') && request.routeOptions.url === '/v1/transactions') return;
    checkSecretKey(request, reply, service);
  });
}

/** @throws Refusal when a request does not carry the secret key */
export function checkSecretKey(request: FastifyRequest, reply: FastifyReply, { settings }: Service): void {
  const key = bearerKey(request.headers.authorization);
  if (key !== undefined && sameKey(key, settings.secretKey)) return;
  reply.header('www-authenticate', 'Bearer');
  throw missingOrInvalidKey();
}
