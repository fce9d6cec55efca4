import type { FastifyInstance } from 'fastify';
import { bearerKey, sameKey } from '../service/credentials.ts';
import type { Service } from '../service/service.ts';
import { missingOrInvalidKey } from './refusals.ts';

/** Lets only the secret key reach the routes of this scope (`5`); asked before anything else, even before the body. */
export function requireSecretKey(app: FastifyInstance, service: Service): void {
  app.addHook('onRequest', async (request, reply) => {
    const key = bearerKey(request.headers.authorization);
    if (key !== undefined && sameKey(key, service.settings.secretKey)) return;
    reply.header('www-authenticate', 'Bearer');
    throw missingOrInvalidKey();
  });
}
