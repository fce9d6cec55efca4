import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HasOption } from '../service/variation.ts';

const texts = new WeakMap<FastifyRequest, string>();

/** The body of a request as it was written; empty when it has none, or none in JSON. */
export const writtenBody = (request: FastifyRequest): string => texts.get(request) ?? '';

/** Takes JSON bodies and no others. Invalid JSON is answered with 400, and so are keys such as `__proto__`. */
export function takeJsonBodies(app: FastifyInstance, has: HasOption): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const types = has('content-type-not-looked-at') ? /^(?!application\/x-www-form-urlencoded)/ : 'application/json';
  app.addContentTypeParser<string>(types, { parseAs: 'string' }, (request, body, done) => {
    // `5` asks for the content type on every request, so a body-less DELETE carries it too.
    texts.set(request, body);
    if (body === '') return done(null, undefined);
    return parseJson(request, body, done);
  });
}
