import type { Settings } from '../service/settings.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';

/** The front page: credentials, endpoints, and examples to paste into a terminal. */
export function homePage(settings: Settings, baseUrl: string): Page {
  const { operators } = settings;
  return {
    title: 'Payment sandbox',
    wide: true,
    content: html`
      <div class="card prose">
        <h1>Payment sandbox</h1>
        <p>A complete payment collection service for tests. It keeps its data in memory, only until it stops.</p>
        <h2>Credentials and codes</h2>
        <dl class="facts">
          ${fact('Base address', baseUrl)} ${fact('Secret key', settings.secretKey)}
          ${fact('Publishable key', settings.publishableKey)} ${fact('Operator A (dummy answers)', operators.a)}
          ${fact('Operator B (prompt on the phone)', operators.b)} ${fact('Operator C (code to pay with)', operators.c)}
          ${fact('Currency', settings.currency)} ${fact('Test phone', settings.testPhone)}
        </dl>
        <h2>Endpoints</h2>
        <ul class="endpoints">
          ${endpoints(settings).map(([method, path, action]) => html`<li><code>${method} ${path}</code> ${action}</li>`)}
        </ul>
        <h2>Try it</h2>
        ${examples(settings, baseUrl).map(([title, command]) => example(title, command))}
      </div>
    `,
  };
}

function endpoints(settings: Settings): [string, string, string][] {
  return [
    ['POST', '/v1/transactions', 'initiates a transaction'],
    ['POST', '/v1/checkout', 'starts a hosted checkout, from JSON or a form'],
    ['GET', '/v1/wallets/list', 'lists the wallets'],
    ['GET', '/v1/wallets/balance', 'reads balances; /v1/wallet/balance does too'],
    ['POST', settings.callbackCreationPath, 'creates a callback'],
    ['GET', '/v1/callback/fetch/{callback_id}', 'reads a callback'],
    ['PUT', '/v1/callback/update/{callback_id}', 'changes a callback'],
    ['DELETE', '/v1/callback/delete/{callback_id}', 'deletes a callback'],
    ['GET', '/sandbox/callbacks', 'lists all callbacks without a key, for tests only'],
  ];
}

function examples(settings: Settings, baseUrl: string): [string, string][] {
  const { secretKey, publishableKey, currency, operators, testPhone } = settings;
  const post = (path: string, body: object, key?: string): string => {
    const authorization = key === undefined ? '' : ` -H 'Authorization: Bearer ${key}'`;
    return `curl ${baseUrl}${path}${authorization} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  };
  const payment = { amount: 1050, email: 'customer@example.com', currency };
  const prompt = {
    ...payment,
    payment_method_type: 'mobile_money',
    payment_method_code: operators.a,
    mobile_money_number: testPhone,
    requested_response: 'success',
  };
  return [
    ['A payment on the hosted page: open the hosted_url of the answer', post('/v1/transactions', payment, secretKey)],
    ['A mobile money payment', post('/v1/transactions', prompt, secretKey)],
    ['A checkout to load in an iframe', post('/v1/checkout', { publishable_key: publishableKey, currency })],
    ['The wallets', `curl ${baseUrl}/v1/wallets/list -H 'Authorization: Bearer ${secretKey}'`],
    [
      'A callback for completed payments',
      post(settings.callbackCreationPath, { url: 'http://127.0.0.1:9000/', events: 'payment.completed' }, secretKey),
    ],
  ];
}

function fact(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd><code>${value}</code></dd>
  </div>`;
}

function example(title: string, command: string): Html {
  // `pre` preserves white space, so nothing but the command stands between its tags.
  return html`<h3>${title}</h3>
    <pre><code>${command}</code></pre>`;
}
