import { covers, expect, inParallel, needs, needsOperator, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import type { Callbacks } from '../../helpers/callbacks/callbacks.ts';
import type { Api } from '../../helpers/client/api.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import type { Credential } from '../../helpers/client/credentials.ts';
import { daysAgo, pastWeek } from '../../helpers/wallets/wallets.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { operators, type Body } from '../../interface/messages/requests.ts';

// The secret key (5). A wrong one is answered HTTP 401 with result error and a message, as JSON and without the right one.

test.describe.configure(sharedCallbacks);

interface Subject {
  api: Api;
  bodies: Bodies;
  /** The callback that the request is about. */
  id: string;
  as: Credential;
}
type Row = readonly [
  name: string,
  details: ReturnType<typeof covers>,
  send: (subject: Subject) => Promise<Reply>,
  callback?: (callbacks: Callbacks) => Promise<string>,
];

const toUpdate = (callbacks: Callbacks) => callbacks.toUpdate();
const byStranger = { description: 'changed by a stranger' };
const unknownCallback = 'no-such-callback-0000';
const deletion = 'DELETE /v1/callback/delete';

/** One valid request to each endpoint; those for balances are below. */
const endpoints: readonly Row[] = [
  ['POST /v1/transactions', covers(), ({ api, bodies, as }) => api.initiate(bodies.hostedPage(), { as })],
  ['GET /v1/wallets/list', needs('wallets'), ({ api, as }) => api.wallets({}, { as })],
  [
    'GET /v1/callback/fetch',
    needs('callbacks'),
    ({ api, id, as }) => api.fetchCallback(id, { as }),
    (callbacks) => callbacks.toFetch(),
  ],
  [
    'PUT /v1/callback/update',
    needs('callbacks'),
    ({ api, id, as }) => api.updateCallback(id, byStranger, { as }),
    toUpdate,
  ],
  [
    deletion,
    needs('callback-deletion'),
    ({ api, id, as }) => api.deleteCallback(id, { as }),
    (callbacks) => callbacks.toDelete(),
  ],
];

/** Further requests to them: the key is checked whatever else is sent. */
const furtherRequests: readonly Row[] = [
  [
    'every optional field',
    covers(),
    ({ api, bodies, as }) =>
      api.initiate(bodies.hostedPage(bodies.optional()), { as, contentType: 'application/json; charset=utf-8' }),
  ],
  [
    'the second currency',
    needs('second-currency'),
    ({ api, bodies, as }) => api.initiate(bodies.hostedPage({ currency: bodies.secondCurrency }), { as }),
  ],
  // Whatever else is wrong, the answer is 401: a stranger learns nothing else (5, 7).
  ['no amount', covers(), ({ api, bodies, as }) => api.initiate(bodies.hostedPage({ amount: undefined }), { as })],
  [
    'a number without its zero',
    needsOperator('B'),
    ({ api, bodies, as }) =>
      api.initiate(bodies.mobileMoney('B', { mobile_money_number: `9${bodies.number.slice(1)}` }), { as }),
  ],
  ['a word for a date', needs('wallets'), ({ api, as }) => api.wallets({ start_date: 'yesterday' }, { as })],
  ['an unknown callback', needs('callbacks'), ({ api, as }) => api.fetchCallback(unknownCallback, { as })],
  [
    'an update of an unknown callback',
    needs('callbacks'),
    ({ api, as }) => api.updateCallback(unknownCallback, byStranger, { as }),
  ],
  [
    'a deletion of an unknown callback',
    needs('callback-deletion'),
    ({ api, as }) => api.deleteCallback(unknownCallback, { as }),
  ],
  ['a limit', needs('wallets'), ({ api, as }) => api.wallets({ limit: 1 }, { as })],
  ['dates', needs('wallets'), ({ api, as }) => api.wallets(pastWeek(), { as })],
  ['a start_date', needs('wallets'), ({ api, as }) => api.wallets({ start_date: daysAgo(8) }, { as })],
  ['an end_date', needs('wallets'), ({ api, as }) => api.wallets({ end_date: daysAgo(1) }, { as })],
];

/** Updates of one callback. */
const updates: readonly (readonly [name: string, change: (bodies: Bodies) => Body])[] = [
  ['a url', (bodies) => bodies.withMerchantOrigin({ url: 'https://merchant.example/hooks' })],
  ['events', () => ({ events: 'payment.created' })],
  ['is_active', () => ({ is_active: true })],
  ['several fields of a callback', () => ({ ...byStranger, events: 'payment.created', is_active: false })],
];

const wrongKeys = [
  ['auth.missing', 'none'],
  ['auth.invalid', 'invalid'],
  ['auth.invalid', 'look-alike'],
  ['auth.invalid', 'undefined'],
  ['auth.invalid', 'null'],
  ['auth.invalid', 'wildcard'],
  ['auth.invalid', 'other-scheme-invalid'],
  ['auth.empty', 'empty'],
  ['auth.publishable', 'publishable'],
  ['auth.truncated', 'truncated'],
  ['auth.extended', 'extended'],
  ['auth.near-miss', 'near-miss'],
  ['auth.near-miss', 'first-miss'],
  ['auth.near-miss', 'middle-miss'],
] as const;
const rulesOfWrongKeys = wrongKeys.map(([rule]) => rule);
const rulesOfAnswers = ['auth.key-not-shown', 'error.unauthorised-message', 'json.refusals'] as const;

const mainWrongKeys = ['none', 'invalid', 'publishable'] as const;
const mainRules = ['auth.missing', 'auth.invalid', 'auth.publishable'] as const;

// Hexadecimal keys may be compared ignoring case, and a known key under another scheme is neither missing nor invalid.
const openCases = [
  ['auth.scheme-case', 'lower-case-scheme'],
  ['auth.scheme-case', 'no-scheme'],
  ['auth.other-scheme', 'other-scheme'],
  ['auth.key-case', 'other-case'],
] as const;
const openRules = openCases.map(([rule]) => rule);

for (const [name, details, send, callback = () => Promise.resolve('')] of endpoints) {
  test.describe(name, details, () => {
    test(
      'the secret key, twice',
      smoke(covers('auth.secret')),
      async ({ api, bodies, callbacks, eventually, check }) => {
        let id = '';
        for (const time of ['first', 'second']) {
          // What is deleted is gone.
          if (time === 'first' || name === deletion) id = await callback(callbacks);
          // A new callback may not be known everywhere yet.
          const isKnown = ({ status }: Reply): boolean => id === '' || status === 200;
          const reply = await eventually(() => send({ api, bodies, id, as: 'secret' }), isKnown);
          await check('auth.secret', `${name}, ${time}`, () => expect(reply).toBeAccepted());
        }
      },
    );

    test(
      'each wrong key',
      covers(...rulesOfWrongKeys, ...rulesOfAnswers, ...(name === deletion ? [] : openRules)),
      async ({ api, bodies, callbacks, judge, observe }) => {
        const id = await callback(callbacks);
        await inParallel(name === deletion ? [] : openCases, async ([rule, as]) => {
          await observe(rule, `${name}, ${as}`, summarizeReply(await send({ api, bodies, id, as })));
        });
        await inParallel(wrongKeys, async ([, as]) => judge(await send({ api, bodies, id, as }), `${name}, ${as}`));
      },
    );

    test(
      'a wrong key after a right one',
      covers('auth.same-connection', 'auth.secret'),
      async ({ apiOnOneConnection: api, bodies, callbacks, check }) => {
        const id = await callback(callbacks);
        for (const as of mainWrongKeys) {
          // What a service remembers may belong to the connection, or to the request.
          const right = name === deletion ? api.initiate(bodies.hostedPage()) : send({ api, bodies, id, as: 'secret' });
          const { status } = await right;
          await check('auth.secret', `${name}, before ${as}`, () => expect(status, 'the HTTP status').not.toBe(401));
          const reply = await send({ api, bodies, id, as });
          await check('auth.same-connection', `${name}, ${as}`, () => expect(reply).toRefuseCredential());
        }
      },
    );
  });
}

for (const [name, details, send] of furtherRequests) {
  test.describe(name, details, () => {
    test('wrong keys', covers(...mainRules), async ({ api, bodies, judge }) => {
      await inParallel(mainWrongKeys, async (as) => judge(await send({ api, bodies, id: '', as }), `${name}, ${as}`));
    });
  });
}

test(
  'wrong keys with updates of a callback',
  needs('callbacks', covers(...mainRules)),
  async ({ api, bodies, callbacks, judge }) => {
    const id = await callbacks.toUpdate();
    await inParallel(updates, async ([name, change]) => {
      await inParallel(mainWrongKeys, async (as) =>
        judge(await api.updateCallback(id, change(bodies), { as }), `${name}, ${as}`),
      );
    });
  },
);

for (const operator of operators) {
  test(
    `wrong keys with operator ${operator}`,
    needsOperator(operator, covers(...mainRules, 'auth.before-validation')),
    async ({ api, bodies, judge, check }) => {
      await inParallel(
        [
          ['smallest body', {}],
          ['requested_response failed', { requested_response: 'failed' }],
          ['every optional field', bodies.optional()],
        ] as const,
        async ([name, fields]) => {
          await inParallel(mainWrongKeys, async (as) => {
            const reply = await api.initiate(bodies.mobileMoney(operator, fields), { as });
            await judge(reply, `operator ${operator}, ${name}, ${as}`);
            if (as !== 'none') return;
            await check('auth.before-validation', `operator ${operator}, ${name}`, () =>
              expect(reply).toRefuseCredential(),
            );
          });
        },
      );
    },
  );
}

test('a valid initiation without key', covers('auth.before-validation'), async ({ api, bodies, check }) => {
  const asIfLocal = { as: 'none', headers: { 'X-Forwarded-For': '127.0.0.1' } } as const;
  const reply = await api.initiate(bodies.hostedPage(bodies.optional()), asIfLocal);
  await check('auth.before-validation', 'hosted page', () => expect(reply).toRefuseCredential());
});

test('the right key after wrong ones', covers('auth.secret'), async ({ apiOnOneConnection, bodies, check }) => {
  await apiOnOneConnection.initiate(bodies.hostedPage(), { as: 'invalid' });
  await apiOnOneConnection.initiate(bodies.hostedPage(), { as: 'none' });
  const reply = await apiOnOneConnection.initiate(bodies.hostedPage());
  await check('auth.secret', 'on a connection that had wrong keys', () => expect(reply).toBeAccepted());
});

// In a query it would be kept in the logs of the target, so it is not sent there.
test(
  'the key in the body and in other headers',
  covers('auth.key-in-body'),
  async ({ api, bodies, settings, check }) => {
    const secret_key = settings.secretKey;
    const body = bodies.hostedPage({ secret_key, publishable_key: secret_key, Authorization: `Bearer ${secret_key}` });
    const headers = {
      'X-Api-Key': secret_key,
      'X-Authorization': `Bearer ${secret_key}`,
      Cookie: `token=${secret_key}`,
    };
    const reply = await api.initiate(body, { as: 'none', headers });
    await check('auth.key-in-body', 'without header', () => expect(reply).toRefuse(400, 401));
  },
);

test('the key without one of its signs', covers('auth.near-miss'), async ({ api, bodies, check }) => {
  const reply = await api.initiate(bodies.hostedPage(), { as: 'sign-miss' });
  await check('auth.near-miss', 'without a sign', () => expect(reply).toRefuseCredential());
});

test(
  'an unreadable body without key, and other content types',
  covers('auth.order', 'auth.content-type', 'error.no-server-fault'),
  async ({ api, bodies, judge, observe }) => {
    const unreadable = await api.initiate({}, { as: 'none', rawBody: '{"am' });
    await judge(unreadable, 'an unreadable body without key');
    await observe('auth.order', 'broken off', summarizeReply(unreadable));
    await inParallel([null, 'text/plain', 'application/x-www-form-urlencoded'], async (contentType) => {
      const reply = await api.initiate(bodies.hostedPage(), { contentType });
      await judge(reply, contentType ?? 'no Content-Type');
      await observe('auth.content-type', contentType ?? 'no Content-Type', summarizeReply(reply));
    });
  },
);

// The interface does not say which of the two paths of a balance exists, so wrong keys go where the right one is answered.
test.describe('GET /v1/wallets/balance', needs('balance'), () => {
  test('the secret key', covers('auth.secret'), async ({ balances, check }) => {
    const replies = await balances.onBothPaths();
    await check('auth.secret', 'GET /v1/wallets/balance', () => expect(replies).toAnswerBalances());
  });

  test('each wrong key', covers(...rulesOfWrongKeys, ...rulesOfAnswers), async ({ api, balances, judge, check }) => {
    // That of all wallets, and that of one currency at the other path where there are two.
    const requests = (await balances.answered()).filter((_, at, { length }) => at === 0 || at === length - 1);
    await inParallel(wrongKeys, async ([rule, as]) => {
      const replies = await Promise.all(requests.map(([path, currency]) => api.balance(path, currency, { as })));
      await check(rule, `GET /v1/wallets/balance, ${as}`, () => expect(replies).toRefuseCredential());
      const names = requests.map(([path, currency]) => `${path} path${currency ? ', one currency' : ''}, ${as}`);
      for (const [index, reply] of replies.entries()) await judge(reply, `GET /v1/wallets/balance, ${names[index]}`);
    });
  });

  test(
    'a wrong key after a right one',
    covers('auth.same-connection'),
    async ({ apiOnOneConnection: api, balances, check }) => {
      for (const [path, currency] of await balances.answered()) {
        await api.balance(path, currency);
        const replies = await Promise.all(mainWrongKeys.map((as) => api.balance(path, currency, { as })));
        await check('auth.same-connection', `${path} path, ${currency ? 'one currency' : 'all wallets'}`, () =>
          expect(replies).toRefuseCredential(),
        );
      }
    },
  );

  test('what is left open', covers(...openRules), async ({ api, balances, observe }) => {
    for (const [path, currency] of await balances.answered(1)) {
      await inParallel(openCases, async ([rule, as]) => {
        const reply = await api.balance(path, currency, { as });
        await observe(rule, `GET /v1/wallets/balance, ${as}`, summarizeReply(reply));
      });
    }
  });
});
