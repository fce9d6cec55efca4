import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { endpoints } from '../../fixtures/api/endpoints.ts';
import type { Capability } from '../../interface/rules/capabilities.ts';
import { asking, checkout, hostedPage, mobileMoney, walletList, type Stimulus } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { asRecord } from '../../interface/messages/exchange.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { operatorLetters } from '../../interface/messages/requests.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { wordingOf } from '../../interface/messages/wording/wording.ts';

// The bodies of refusals. The specs of section 4 check that each violation is refused at all.

test.describe.configure({ lock: callbackLock });

type Refused = readonly [string, readonly string[], Stimulus];

const fieldLevel: readonly Refused[] = [
  ['missing operator code', ['payment_method_code'], mobileMoney('B', { payment_method_code: undefined })],
  ['missing number', ['mobile_money_number'], mobileMoney('B', { mobile_money_number: undefined })],
  [
    'number without leading zero',
    ['mobile_money_number'],
    mobileMoney('B', ({ number }) => ({ mobile_money_number: `9${number.slice(1)}` })),
  ],
  [
    'number with another method',
    // The interface shows no other methods: a service without others may refuse the method itself.
    ['payment_method_type', 'mobile_money_number'],
    mobileMoney('B', { payment_method_type: 'card', payment_method_code: undefined }),
  ],
];

for (const [variant, named, refused] of fieldLevel) {
  test(...asking(refused, 'error.result', variant, 'operator-b'), async ({ reply }) => {
    expect(reply).toHaveField('result', shapes.exactly('error'));
  });

  test(...asking(refused, 'error.field-object', variant, 'operator-b'), async ({ reply }) => {
    expect(reply).toHaveField('error', shapes.errorObject);
  });

  test(...asking(refused, 'error.field-type', variant, 'operator-b'), async ({ reply }) => {
    expect(asRecord(reply.field('error'))).toHaveField('type', shapes.exactly('InvalidRequestParameters'));
  });

  test(...asking(refused, 'error.field-label', variant, 'operator-b'), async ({ reply }) => {
    expect(asRecord(reply.field('error'))).toHaveField('message', shapes.naming(...named));
  });

  test(...asking(refused, 'error.field-message', variant, 'operator-b'), async ({ reply, observe }) => {
    observe(reply.field('message') === undefined ? 'no message' : 'a message');
  });

  test(...asking(refused, 'error.wording', variant, 'operator-b'), async ({ reply, observe }) => {
    observe(wordingOf(reply));
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

const general: readonly (readonly [string, Stimulus, Capability?])[] = [
  ['missing amount', hostedPage({ amount: undefined })],
  ['ill-typed amount', hostedPage({ amount: { no: 'number' } })],
  ['ill-typed email', hostedPage({ email: { no: 'string' } })],
  ['empty body', (api) => api.initiate({})],
  ['checkout without currency', checkout({ currency: undefined }), 'checkout'],
  ['wallet list with a faulty date', walletList({ start_date: 'yesterday' }), 'wallets'],
  ['operator A without requested_response', mobileMoney('A', { requested_response: undefined })],
];

for (const [variant, refused, capability] of general) {
  test(...asking(refused, 'error.general-shape', variant, capability), async ({ reply }) => {
    expect(reply).toRefuse();
  });

  test(...asking(refused, 'error.result', variant, capability), async ({ reply }) => {
    expect(reply).toHaveField('result', shapes.exactly('error'));
  });

  test(...asking(refused, 'error.general-form', variant, capability), async ({ reply, observe }) => {
    observe(summarizeReply(reply));
  });
}

// Other refusals may have either body; if they name a field, it has to be the wrong one.

const besidePrompts: readonly Refused[] = operatorLetters.flatMap((letter): Refused[] => [
  ...(['amount', 'email', 'currency'] as const).map((field): Refused => [
    `operator ${letter}, missing ${field}`,
    [field],
    mobileMoney(letter, { [field]: undefined }),
  ]),
  [
    `operator ${letter}, other requested_response`,
    ['requested_response', 'payment_method_code'],
    mobileMoney(letter, { requested_response: 'maybe' }),
  ],
]);

const besideHostedPage: readonly Refused[] = [
  ...(['amount', 'email', 'currency'] as const).map((field): Refused => [
    `missing ${field}`,
    [field],
    hostedPage({ [field]: undefined }),
  ]),
  ...(['transaction_reference', 'success_url', 'failure_url'] as const).map((field): Refused => [
    `ill-typed ${field}`,
    [field],
    hostedPage({ [field]: { value: 'text' } }),
  ]),
];

const ofCheckouts: readonly Refused[] = [
  ['checkout, missing currency', ['currency'], checkout({ currency: undefined })],
  ['checkout, ill-typed amount', ['amount'], checkout({ amount: 'one thousand' })],
  ...(['transaction_reference', 'success_url', 'failure_url'] as const).map((field): Refused => [
    `checkout, ill-typed ${field}`,
    [field],
    checkout({ [field]: { value: 'text' } }),
  ]),
];

const ofWallets: readonly Refused[] = [
  ['wallet list, start_date', ['start_date'], walletList({ start_date: 'yesterday' })],
  ['wallet list, end_date', ['end_date'], walletList({ end_date: 'tomorrow' })],
];

for (const [refusals, capability] of [
  [besidePrompts],
  [besideHostedPage],
  [ofCheckouts, 'checkout'],
  [ofWallets, 'wallets'],
] as const) {
  for (const [variant, wrong, refused] of refusals) {
    test(...asking(refused, 'error.field-label', `${variant}, if it names a field`, capability), async ({ reply }) => {
      expect(reply).toNameNoFieldBut(wrong);
    });
  }
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
  const initiation = hostedPage({}, { rawBody });
  test(...asking(initiation, 'error.malformed-body', `POST /v1/transactions, ${variant}`), async ({ reply }) => {
    expect(reply).toBlameClient();
  });

  const name = `POST /v1/checkout, ${variant}`;
  test(...asking(checkout({}, { rawBody }), 'error.malformed-body', name, 'checkout'), async ({ reply }) => {
    expect(reply).toBlameClient();
  });
}

// A valid body in a list is easily taken for the body itself.
test(...rule('error.malformed-body', 'POST /v1/transactions, a list of a valid body'), async ({ api, bodies }) => {
  const body = bodies.hostedPage();
  expect(await api.initiate(body, { rawBody: JSON.stringify([body]) })).toBlameClient();
});

// Every field of an update is optional, and its refusals are not shown: a service may treat this as an empty update.
test(
  ...rule('error.malformed-body', 'PUT /v1/callback/update, broken off', 'callbacks'),
  async ({ api, callbacks }) => {
    const reply = await api.updateCallback(await callbacks.anyUpdatable(), {}, { rawBody: '{"description": "cha' });
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
  test(...asking(hostedPage({}, { rawBody }), 'error.broken-json', variant), async ({ reply, observe }) => {
    observe(summarizeReply(reply));
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
