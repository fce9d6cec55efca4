import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const types = { 'page.js': 'text/javascript; charset=utf-8', 'page.css': 'text/css; charset=utf-8' };

/** The script and the style sheet of another payment page, which lie beside its HTML. */
export function pageFileRoutes(app: FastifyInstance, folder: string): void {
  for (const [name, type] of Object.entries(types)) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    app.get(`/page/${name}`, async (_request, reply) => reply.type(type).send(content));
  }
}
