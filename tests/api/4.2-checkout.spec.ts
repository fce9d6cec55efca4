import { covers, expect, inParallel, smoke, test } from '../../fixtures/index.ts';
import { neverANumber, neverAString, notAString, orNull } from '../../helpers/client/wrong-types.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The JSON variant of the hosted checkout (2.5, 4.2). Wrong keys are in section 5.

const answered = [
  'checkout.accepted',
  'checkout.result',
  'checkout.transaction-id',
  'checkout.url',
  'checkout.id-unique',
  'checkout.own-url',
  'json.answers',
] as const;

test(
  'smallest body, twice',
  smoke(covers(...answered, 'checkout.unknown-fields')),
  async ({ api, bodies, judge, observe }) => {
    const first = await api.checkout(bodies.checkout());
    await judge(first, 'smallest body');
    await judge(await api.checkout(bodies.checkout()), 'smallest body again');
    await observe('checkout.unknown-fields', 'smallest body', () =>
      fieldsBeyond(first.json, ['result', 'transaction_id', 'checkout_url']),
    );
  },
);

test('the same body twice', covers(...answered), async ({ api, bodies, judge }) => {
  await inParallel(
    [
      ['with an amount', bodies.checkout({ amount: bodies.amount })],
      ['with addresses', bodies.checkout(bodies.optional({ transaction_reference: undefined }))],
      ['with every optional field', bodies.checkout(bodies.optional({ amount: bodies.amount }))],
    ] as const,
    async ([name, body]) => {
      await judge(await api.checkout(body), `${name}, first`);
      await judge(await api.checkout(body), `${name}, second`);
    },
  );
});

test(
  'an id never stands for both a checkout and an initiation',
  covers('checkout.id-unique'),
  async ({ api, bodies, check }) => {
    const replies = [
      await api.initiate(bodies.hostedPage()),
      await api.checkout(bodies.checkout()),
      await api.initiate(bodies.hostedPage()),
      await api.checkout(bodies.checkout()),
    ];
    await check('checkout.id-unique', 'between initiations', () => expect(replies).toDifferIn('transaction_id'));
  },
);

test('eight at the same time', covers('checkout.at-once'), async ({ api, bodies, check }) => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => api.checkout(bodies.checkout())));
  await check('checkout.at-once', 'eight checkouts', () =>
    expect(replies).toDifferIn('transaction_id', 'checkout_url'),
  );
});

test(
  'every optional field',
  covers('checkout.every-optional-field', ...answered),
  async ({ api, bodies, judge, check }) => {
    const { amount } = bodies;
    const { success_url: failure_url } = bodies.optional();
    await inParallel(
      [
        ['all together', bodies.optional({ amount })],
        ['one address for both ends', bodies.optional({ amount, success_url: failure_url, failure_url })],
        ['addresses with a query', bodies.withQueries({ amount })],
      ] as const,
      async ([name, fields]) => {
        const reply = await api.checkout(bodies.checkout(fields));
        await check('checkout.every-optional-field', name, () => expect(reply).toBeAccepted());
        await judge(reply, name);
      },
    );
  },
);

test(
  'each optional field alone',
  covers('checkout.each-optional-field', ...answered),
  async ({ api, bodies, judge, check }) => {
    const full = bodies.optional({ amount: bodies.amount });
    await inParallel(['amount', 'transaction_reference', 'success_url', 'failure_url'], async (field) => {
      const reply = await api.checkout(bodies.checkout({ [field]: full[field] }));
      await check('checkout.each-optional-field', field, () => expect(reply).toBeAccepted());
      await judge(reply, `${field} alone`);
    });
  },
);

test('fields that only the answer has', covers('checkout.transaction-id'), async ({ api, bodies, check }) => {
  const own = { transaction_id: 'own-id-0000', checkout_url: 'https://merchant.example/own' };
  const reply = await api.checkout(bodies.checkout(own));
  const also = { transaction_id: shapes.not(own.transaction_id), checkout_url: shapes.not(own.checkout_url) };
  await check('checkout.transaction-id', 'sent by the merchant', () =>
    expect(reply).toAnswerAs(answers.checkout, { also, orRefuse: 'in any way' }),
  );
});

test('currency is required', covers('checkout.currency-required'), async ({ api, bodies, check }) => {
  await inParallel(
    [
      ['smallest body', {}],
      ['with an amount', { amount: bodies.amount }],
      ['every optional field', bodies.optional({ amount: bodies.amount })],
    ] as const,
    async ([name, fields]) => {
      const reply = await api.checkout({ ...fields, currency: undefined });
      await check('checkout.currency-required', name, () => expect(reply).toRefuse());
      const empty = await api.checkout(bodies.checkout({ ...fields, currency: '' }));
      await check('checkout.currency-required', `empty, ${name}`, () => expect(empty).toRefuse());
    },
  );
});

test('an empty body starts no checkout', covers('checkout.body-empty'), async ({ api, judge }) => {
  await judge(await api.checkout({}, { as: 'none' }), 'an empty object');
});

// The key is a required field (400) and a credential (401): both answers are allowed.
test(
  'publishable_key is required',
  covers('checkout.key-required', 'checkout.missing-key-status'),
  async ({ api, bodies, check, observe }) => {
    const full = bodies.checkout(bodies.optional({ amount: bodies.amount }));
    const absent = await api.checkout(bodies.checkout(), { as: 'none' });
    await check('checkout.key-required', 'smallest body', () => expect(absent).toRefuse(400, 401));
    await observe('checkout.missing-key-status', 'smallest body', () => summarizeReply(absent));
    const absentInFull = await api.checkout(full, { as: 'none' });
    await check('checkout.key-required', 'every optional field', () => expect(absentInFull).toRefuse(400, 401));
    await inParallel(['secret', 'publishable'] as const, async (as) => {
      const reply = await api.probe('POST', '/v1/checkout', bodies.checkout(), { as });
      await check('checkout.key-required', `the ${as} key in the Authorization header`, () =>
        expect(reply).toRefuse(400, 401),
      );
    });
  },
);

test('publishable_key is a string', covers('checkout.key-type'), async ({ api, bodies, check, settings }) => {
  await inParallel(Object.entries({ ...neverAString, ...orNull }), async ([kind, wrong]) => {
    const reply = await api.checkout(bodies.checkout({ publishable_key: wrong(settings.publishableKey) }));
    await check('checkout.key-type', kind, () => expect(reply).toRefuse(400, 401));
  });
});

for (const [rule, field, wrongTypes] of [
  ['checkout.amount-type', 'amount', neverANumber],
  ['checkout.currency-type', 'currency', { ...neverAString, ...orNull }],
  ['checkout.reference-type', 'transaction_reference', notAString],
  ['checkout.success-url-type', 'success_url', neverAString],
  ['checkout.failure-url-type', 'failure_url', neverAString],
] as const) {
  test(`${field} of another type`, covers(rule), async ({ api, bodies, check }) => {
    const full = bodies.checkout(bodies.optional({ amount: bodies.amount }));
    await inParallel(Object.entries(wrongTypes), async ([kind, wrong]) => {
      const value = wrong(full[field]);
      const alone = await api.checkout(bodies.checkout({ [field]: value }));
      const besideAll = await api.checkout({ ...full, [field]: value });
      await check(rule, `${kind}, smallest body`, () => expect(alone).toRefuse());
      await check(rule, `${kind}, every optional field`, () => expect(besideAll).toRefuse());
    });
  });
}

for (const [rule, field] of [
  ['checkout.success-url-format', 'success_url'],
  ['checkout.failure-url-format', 'failure_url'],
] as const) {
  test(`${field} that is no address`, covers(rule), async ({ api, bodies, check }) => {
    for (const [name, fields] of [
      ['every optional field', bodies.optional({ [field]: 'not a url' })],
      ['smallest body', { [field]: 'see https://a.example' }],
      ['a second time', { [field]: 'not a url' }],
    ] as const) {
      const reply = await api.checkout(bodies.checkout(fields));
      await check(rule, name, () => expect(reply).toRefuse());
    }
  });
}
