import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service/service.ts';
import { missingOrInvalidKey } from './refusals.ts';

/** The key of an `Authorization: Bearer <key>` header (`5`), or undefined when the header has another form. */
export function bearerKey(header: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
}

/** Requires the secret key on all routes of this scope (`5`), before the body is read, or once it could be read. */
export function requireSecretKey(app: FastifyInstance, service: Service): void {
  const hook = service.has('bodies-read-before-keys') ? 'preValidation' : 'onRequest';
  app.addHook(hook, async (request: FastifyRequest, reply: FastifyReply) => checkSecretKey(request, reply, service));
}

/** @throws Refusal when a request does not carry the secret key */
function checkSecretKey(request: FastifyRequest, reply: FastifyReply, { settings }: Service): void {
  if (bearerKey(request.headers.authorization) === settings.secretKey) return;
  reply.header('www-authenticate', 'Bearer');
  throw missingOrInvalidKey();
}
