import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/error-answers.ts';
import { html } from '../page/html.ts';
import { factList } from '../page/notice-pages.ts';
import { type Page, sendPage } from '../page/page-layout.ts';
import type { Service } from '../service/service.ts';

/** Routes that only the sandbox has: a front page, and the list of callbacks for tests. */
export function sandboxRoutes(app: FastifyInstance, service: Service): void {
  app.get('/', async (_request, reply) => sendPage(reply, homePage(service)));
  refuseOtherMethods(app, '/');

  app.get('/sandbox/callbacks', async () => ({ callbacks: service.callbacks.list() }));
  refuseOtherMethods(app, '/sandbox/callbacks');
}

/** The front page: credentials and codes. */
function homePage({ settings, baseUrl }: Service): Page {
  const facts = {
    'Base address': baseUrl(),
    'Secret key': settings.secretKey,
    'Publishable key': settings.publishableKey,
    'Operator A (dummy answers)': settings.operators.a,
    'Operator B (prompt on the phone)': settings.operators.b,
    'Operator C (code to pay with)': settings.operators.c,
    Currency: settings.currency,
    'Test phone': settings.testPhone,
    'Creation of callbacks': `POST ${settings.callbackCreationPath}`,
  };
  return {
    title: 'Payment sandbox',
    wide: true,
    content: html`
      <div class="card prose">
        <h1>Payment sandbox</h1>
        <p>A complete payment collection service for tests. It keeps its data in memory, only until it stops.</p>
        <h2>Credentials and codes</h2>
        ${factList(facts)}
      </div>
    `,
  };
}
