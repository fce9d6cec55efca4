import { languages } from '../../helpers/values/forms.ts';
import { covers, expect, inParallel, needs, needsOperator, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { wordingOf } from '../../interface/messages/message-wording.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { operators } from '../../interface/messages/requests.ts';

// The bodies of refusals (7). HTTP 400 with result error, as JSON, in one of the two forms, naming no field but
// a wrong one. The specs of section 4 check that each mistake is refused at all.

test.describe.configure(sharedCallbacks);

test(
  'the four validation rules',
  needsOperator(
    'B',
    smoke(
      covers(
        'error.result',
        'error.field-object',
        'error.field-type',
        'error.field-label',
        'json.refusals',
        'error.field-message',
        'error.wording',
      ),
    ),
  ),
  async ({ api, bodies, judge, observe }) => {
    await inParallel(
      [
        ['missing operator code', { payment_method_code: undefined }],
        ['missing number', { mobile_money_number: undefined }],
        ['missing operator code and number', { payment_method_code: undefined, mobile_money_number: undefined }],
        ['number without leading zero', { mobile_money_number: `9${bodies.number.slice(1)}` }],
        ['number with another method', { payment_method_type: 'card', payment_method_code: undefined }],
        ['number without a method', { payment_method_type: undefined, payment_method_code: undefined }],
      ] as const,
      async ([name, change]) => {
        const reply = await api.initiate(bodies.mobileMoney('B', change));
        await judge(reply, name);
        await observe('error.field-message', name, reply.field('message') === undefined ? 'no message' : 'a message');
        await observe('error.wording', name, wordingOf(reply));
      },
    );
  },
);

test(
  'a refusal to a client of any language',
  needsOperator('B', covers('error.field-object', 'error.field-type', 'error.field-label', 'json.refusals')),
  async ({ api, bodies, judge }) => {
    await inParallel(languages, async (language) => {
      const wrong = bodies.mobileMoney('B', { mobile_money_number: `9${bodies.number.slice(1)}` });
      await judge(await api.initiate(wrong, { headers: { 'Accept-Language': language } }), language);
    });
  },
);

const generalRules = [
  'error.general-shape',
  'error.result',
  'error.field-label',
  'error.never-success',
  'error.no-server-fault',
  'json.refusals',
  'error.general-form',
  'auth.key-not-shown',
] as const;

const structure = { value: 'text' };

test('other mistakes of an initiation', covers(...generalRules), async ({ api, bodies, judge, observe }) => {
  await inParallel(
    [
      ['empty body', {}],
      ['missing amount', bodies.hostedPage({ amount: undefined })],
      ['missing email', bodies.hostedPage({ email: undefined })],
      ['missing currency', bodies.hostedPage({ currency: undefined })],
      ['amount that is an object', bodies.hostedPage({ amount: structure })],
      ['email that is an object', bodies.hostedPage({ email: structure })],
      ['transaction_reference that is an object', bodies.hostedPage({ transaction_reference: structure })],
      ['success_url that is an object', bodies.hostedPage({ success_url: structure })],
      ['failure_url that is an object', bodies.hostedPage({ failure_url: structure })],
    ] as const,
    async ([name, body]) => {
      const reply = await api.initiate(body);
      await judge(reply, name);
      await observe('error.general-form', name, summarizeReply(reply));
    },
  );
});

for (const operator of operators) {
  test(
    `other mistakes with operator ${operator}`,
    needsOperator(operator, covers(...generalRules)),
    async ({ api, bodies, judge, observe }) => {
      await inParallel(
        [
          ['missing amount', { amount: undefined }],
          ['missing email', { email: undefined }],
          ['missing currency', { currency: undefined }],
          ['another requested_response', { requested_response: 'maybe' }],
        ] as const,
        async ([name, change]) => {
          const reply = await api.initiate(bodies.mobileMoney(operator, change));
          await judge(reply, `operator ${operator}, ${name}`);
          await observe('error.general-form', `operator ${operator}, ${name}`, summarizeReply(reply));
        },
      );
    },
  );
}

test(
  'operator A without requested_response',
  needsOperator('A', covers(...generalRules)),
  async ({ api, bodies, judge, observe }) => {
    const reply = await api.initiate(bodies.mobileMoney('A', { requested_response: undefined }));
    await judge(reply, 'operator A, missing requested_response');
    await observe('error.general-form', 'operator A, missing requested_response', summarizeReply(reply));
  },
);

test('mistakes of a checkout', needs('checkout', covers(...generalRules)), async ({ api, bodies, judge, observe }) => {
  await inParallel(
    [
      ['missing currency', { currency: undefined }],
      ['words for the amount', { amount: 'one thousand' }],
      ['transaction_reference that is an object', { transaction_reference: structure }],
      ['success_url that is an object', { success_url: structure }],
      ['failure_url that is an object', { failure_url: structure }],
    ] as const,
    async ([name, change]) => {
      const reply = await api.checkout(bodies.checkout(change));
      await judge(reply, `checkout, ${name}`);
      await observe('error.general-form', `checkout, ${name}`, summarizeReply(reply));
    },
  );
});

test('mistakes of a wallet list', needs('wallets', covers(...generalRules)), async ({ api, judge, observe }) => {
  const start = await api.wallets({ start_date: 'yesterday' });
  await judge(start, 'wallet list, a word for start_date');
  await observe('error.general-form', 'wallet list, a word for start_date', summarizeReply(start));
  const end = await api.wallets({ end_date: 'tomorrow' });
  await judge(end, 'wallet list, a word for end_date');
  await observe('error.general-form', 'wallet list, a word for end_date', summarizeReply(end));
});

type Malformed = readonly (readonly [name: string, rawBody: string, encoding?: 'latin1'])[];
const malformed: Malformed = [
  ['broken off', '{"amount": 10'],
  ['in single quotes', "{'amount': 10}"],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['empty', ''],
  ['broken off, not in UTF-8', '{"transaction_reference": "café', 'latin1'],
];

test(
  'a malformed initiation',
  covers('error.malformed-body', 'error.no-server-fault', 'error.broken-json'),
  async ({ api, bodies, judge, check, observe }) => {
    await inParallel(malformed, async ([name, rawBody, encoding]) => {
      const reply = await api.initiate({}, { rawBody, encoding });
      await judge(reply, `initiation, ${name}`);
      await check('error.malformed-body', `initiation, ${name}`, () => expect(reply).toBlameClient());
      await observe('error.broken-json', name, summarizeReply(reply));
    });
    // A valid body in a list is easily taken for the body itself.
    const listed = await api.initiate({}, { rawBody: JSON.stringify([bodies.hostedPage()]) });
    await check('error.malformed-body', 'initiation, a list of a valid body', () => expect(listed).toBlameClient());
  },
);

test('a malformed checkout', needs('checkout', covers('error.malformed-body')), async ({ api, check }) => {
  await inParallel(malformed, async ([name, rawBody, encoding]) => {
    const reply = await api.checkout({}, { rawBody, encoding });
    await check('error.malformed-body', `checkout, ${name}`, () => expect(reply).toBlameClient());
  });
});

// Every field of an update is optional, and its refusals are not shown: a service may treat this as an empty update.
test('a malformed update', needs('callbacks', covers('error.malformed-body')), async ({ api, callbacks, check }) => {
  const id = await callbacks.toUpdate();
  const rows: Malformed = [
    ['broken off', '{"description": "chargé', 'latin1'],
    ['null', 'null'],
  ];
  for (const [name, rawBody, encoding] of rows) {
    const reply = await api.updateCallback(id, {}, { rawBody, encoding });
    await check('error.malformed-body', `update, ${name}`, () => expect(reply.status).toBeLessThan(500));
  }
});

// A router may take them for the same path, and then has to ask for the key as well (5).
test('other spellings of a path, without key', covers('auth.other-path'), async ({ api, bodies, check }) => {
  const added = (one: string) => [`${one}/`, `${one}.json`, `${one};v=1`, one.replace('/v1/', '/v1//')];
  const spell = (one: string) => [...added(one), one.toUpperCase(), one.replace('s', '%73'), one.slice(3)];
  await inParallel([...spell('/v1/wallets/list'), ...spell('/v1/transactions')], async (path) => {
    const body = /list/i.test(path) ? undefined : bodies.hostedPage();
    const { text } = await api.probe(body ? 'POST' : 'GET', path, body, { as: 'none' });
    await check('auth.other-path', path, () => expect(text).not.toMatch(/"result"\s*:\s*"success"/));
  });
});

test(
  'unknown paths and methods',
  covers('error.unknown-path', 'error.no-server-fault', 'error.never-success'),
  async ({ api, judge, observe }) => {
    await inParallel(
      [
        ['GET', '/v1/no-such-thing'],
        ['GET', '/v1/transactions'],
        ['DELETE', '/v1/wallets/list'],
      ] as const,
      async ([method, path]) => {
        const reply = await api.probe(method, path);
        await judge(reply, `${method} ${path}`);
        await observe('error.unknown-path', `${method} ${path}`, summarizeReply(reply));
      },
    );
  },
);
