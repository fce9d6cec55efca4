import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { homePage } from '../page/home.ts';
import { sendPage } from '../page/send-page.ts';
import type { Service } from '../service/service.ts';

/** Routes that only the sandbox has: a front page, and the list of callbacks for tests. */
export function sandboxRoutes(app: FastifyInstance, service: Service): void {
  app.get('/', async (_request, reply) => sendPage(reply, homePage(service.settings, service.baseUrl())));
  refuseOtherMethods(app, '/');

  app.get('/sandbox/callbacks', async () => ({ callbacks: service.callbacks.list() }));
  refuseOtherMethods(app, '/sandbox/callbacks');
}
