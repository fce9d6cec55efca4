import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HasOption } from '../service/service.ts';

const texts = new WeakMap<FastifyRequest, string>();

/** The raw JSON text of a request body; empty when there is no JSON body. */
export const rawBody = (request: FastifyRequest): string => texts.get(request) ?? '';

/** Accepts only JSON bodies. Invalid JSON is answered with 400, and so are keys such as `__proto__`. */
export function acceptJsonBodies(app: FastifyInstance, has: HasOption): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const types = has('content-type-not-looked-at') ? /^(?!application\/x-www-form-urlencoded)/ : 'application/json';
  app.addContentTypeParser<string>(types, { parseAs: 'string' }, (request, body, done) => {
    // `5` requires the content type on every request, so a DELETE without a body has it too.
    texts.set(request, body);
    if (body === '') return done(null, undefined);
    return parseJson(request, body, done);
  });
}
