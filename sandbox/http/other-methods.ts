import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refusal } from './refusals.ts';

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
