import type { FastifyInstance } from 'fastify';

/** Takes JSON bodies and no others. A broken one is answered with 400, and so are keys that could poison a prototype. */
export function takeJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `5` asks for the content type on every request, so a body-less DELETE carries it too.
    if (body === '') return done(null, undefined);
    return parseJson(request, body, done);
  });
}
