import { callbackLock } from '../../fixtures/api/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { endpoints } from '../../fixtures/api/endpoints.ts';
import type { Capability } from '../../interface/rules/capabilities.ts';
import { rule } from '../../interface/rules/rule.ts';
import type { Api } from '../../helpers/client/api.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import { summarizeReply } from '../../interface/messages/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { wordingOf } from '../../interface/messages/wording.ts';

// The bodies of refusals. That each rule is refused at all stands with the rule, in section 4.

test.describe.configure({ lock: callbackLock });

type Refused = readonly [string, readonly string[], (api: Api, bodies: Bodies) => Promise<Reply>];

const fieldLevel: readonly Refused[] = [
  [
    'missing operator code',
    ['payment_method_code'],
    (api, bodies) => api.initiate(bodies.mobileMoney('B', { payment_method_code: undefined })),
  ],
  [
    'missing number',
    ['mobile_money_number'],
    (api, bodies) => api.initiate(bodies.mobileMoney('B', { mobile_money_number: undefined })),
  ],
  [
    'number without leading zero',
    ['mobile_money_number'],
    (api, bodies) => api.initiate(bodies.mobileMoney('B', { mobile_money_number: `9${bodies.number.slice(1)}` })),
  ],
  [
    'number with another method',
    // Other methods are not shown: a service that has none may refuse the method itself.
    ['payment_method_type', 'mobile_money_number'],
    (api, bodies) =>
      api.initiate(bodies.mobileMoney('B', { payment_method_type: 'card', payment_method_code: undefined })),
  ],
];

for (const [variant, named, refused] of fieldLevel) {
  test(...rule('error.result', variant, 'operator-b'), async ({ api, bodies }) => {
    expect(await refused(api, bodies)).toHaveField('result', shapes.exactly('error'));
  });

  test(...rule('error.field-object', variant, 'operator-b'), async ({ api, bodies }) => {
    expect(await refused(api, bodies)).toHaveField('error', shapes.errorObject);
  });

  test(...rule('error.field-type', variant, 'operator-b'), async ({ api, bodies }) => {
    const reply = await refused(api, bodies);
    expect(asRecord(reply.field('error'))).toHaveField('type', shapes.exactly('InvalidRequestParameters'));
  });

  test(...rule('error.field-label', variant, 'operator-b'), async ({ api, bodies }) => {
    const reply = await refused(api, bodies);
    expect(asRecord(reply.field('error'))).toHaveField('message', shapes.naming(...named));
  });

  test(...rule('error.field-message', variant, 'operator-b'), async ({ api, bodies, observe }) => {
    const reply = await refused(api, bodies);
    observe(reply.field('message') === undefined ? 'no message' : 'a message');
  });

  test(...rule('error.wording', variant, 'operator-b'), async ({ api, bodies, observe }) => {
    observe(wordingOf(await refused(api, bodies)));
  });
}

for (const [name, { capability, ask }] of Object.entries(endpoints)) {
  for (const credential of ['none', 'invalid'] as const) {
    test(...rule('error.unauthorised-message', `${name}, ${credential}`, capability), async ({ endpointContext }) => {
      expect(await ask(endpointContext, credential)).toRefuseCredential();
    });
  }
}

test(...rule('error.unauthorised-message', 'POST /v1/checkout', 'checkout'), async ({ api, bodies }) => {
  expect(await api.checkout(bodies.checkout(), { as: 'invalid' })).toRefuseCredential();
});

const general: readonly (readonly [string, (api: Api, bodies: Bodies) => Promise<Reply>, Capability?])[] = [
  ['missing amount', (api, bodies) => api.initiate(bodies.hostedPage({ amount: undefined }))],
  ['ill-typed amount', (api, bodies) => api.initiate(bodies.hostedPage({ amount: { no: 'number' } }))],
  ['ill-typed email', (api, bodies) => api.initiate(bodies.hostedPage({ email: { no: 'string' } }))],
  ['empty body', (api) => api.initiate({})],
  ['checkout without currency', (api, bodies) => api.checkout(bodies.checkout({ currency: undefined })), 'checkout'],
  ['wallet list with a faulty date', (api) => api.wallets({ start_date: 'yesterday' }), 'wallets'],
  [
    'operator A without requested_response',
    (api, bodies) => api.initiate(bodies.mobileMoney('A', { requested_response: undefined })),
  ],
];

for (const [variant, refused, capability] of general) {
  test(...rule('error.general-shape', variant, capability), async ({ api, bodies }) => {
    expect(await refused(api, bodies)).toRefuse();
  });

  test(...rule('error.result', variant, capability), async ({ api, bodies }) => {
    expect(await refused(api, bodies)).toHaveField('result', shapes.exactly('error'));
  });

  test(...rule('error.general-form', variant, capability), async ({ api, bodies, observe }) => {
    observe(summarizeReply(await refused(api, bodies)));
  });
}

const malformed = [
  ['broken off', '{"amount": 10'],
  ['in single quotes', "{'amount': 10}"],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['empty', ''],
] as const;

for (const [variant, rawBody] of malformed) {
  test(...rule('error.malformed-body', `POST /v1/transactions, ${variant}`), async ({ api }) => {
    expect(await api.initiate({}, { rawBody })).toBlameClient();
  });

  test(...rule('error.malformed-body', `POST /v1/checkout, ${variant}`, 'checkout'), async ({ api }) => {
    expect(await api.checkout({}, { rawBody })).toBlameClient();
  });
}

// Every field of an update may be absent, and how it is refused is not shown: it may be read as nothing.
test(
  ...rule('error.malformed-body', 'PUT /v1/callback/update, broken off', 'callbacks'),
  async ({ api, callbacks }) => {
    const reply = await api.updateCallback(await callbacks.updatable(), {}, { rawBody: '{"description": "cha' });
    expect(reply.status).toBeLessThan(500);
  },
);

// What the interface leaves open about errors.

for (const [variant, rawBody] of [
  ['broken', '{"amount": 10'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['empty', ''],
] as const) {
  test(...rule('error.broken-json', variant), async ({ api, observe }) => {
    observe(summarizeReply(await api.initiate({}, { rawBody })));
  });
}

for (const [method, path] of [
  ['GET', '/v1/no-such-thing'],
  ['GET', '/v1/transactions'],
  ['DELETE', '/v1/wallets/list'],
] as const) {
  test(...rule('error.unknown-path', `${method} ${path}`), async ({ api, observe }) => {
    observe(summarizeReply(await api.probe(method, path)));
  });
}
