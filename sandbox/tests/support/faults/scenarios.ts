import { bearer, form, mobileMoney, payment, publishableKey, secretKey } from '../sandbox.ts';
import type { Method, Scenario, Scribe } from './transcript.ts';

/** Requests whose answers differ between a sandbox with a fault and one without. */

const extras = [
  {},
  { transaction_reference: 'Order & co. + é 1' },
  { success_url: 'http://shop.test/a/b?x=1&y=2' },
  { failure_url: 'http://shop.test/a/c?z=3' },
  { transaction_reference: 'R2', success_url: 'http://shop.test/a/b?x=1&y=2', failure_url: 'http://shop.test/n' },
];

const wrong = [7, true, {}, ['mobile_money'], 'ten', '/path'];

const flows: object[] = [
  {},
  ...['A', 'B', 'C'].flatMap((letter) =>
    ['success', 'failed', undefined].map((outcome) => ({
      payment_method_type: 'mobile_money',
      payment_method_code: `OPERATOR_${letter}`,
      mobile_money_number: '0970000001',
      requested_response: outcome,
    })),
  ),
];

const twice = async (run: () => Promise<void>): Promise<void> => {
  await run();
  await run();
};

export const initiations: Scenario = async ({ ask }) => {
  const initiate = (changes: object) => ask('POST', '/v1/transactions', payment(changes));
  await twice(async () => {
    for (const flow of flows) for (const extra of extras) await initiate({ ...flow, ...extra });
  });
};

export const faultyInitiations: Scenario = async ({ ask }) => {
  const initiate = (changes: object) => ask('POST', '/v1/transactions', payment(changes));
  await ask('POST', '/v1/transactions', {});
  await initiate(mobileMoney({ payment_method_code: 'OPERATOR_A', requested_response: '' }));
  for (const extra of extras) {
    await twice(async () => {
      for (const flow of flows) {
        for (const name of ['amount', 'email', 'currency']) await initiate({ ...flow, ...extra, [name]: undefined });
      }
      for (const outcome of ['success', undefined, 'failed']) {
        const prompt = { ...extra, requested_response: outcome };
        await ask('POST', '/v1/transactions', mobileMoney({ ...prompt, payment_method_code: undefined }));
        for (const code of ['OPERATOR_A', 'OPERATOR_B', 'OPERATOR_C']) {
          for (const number of [undefined, '+260970000001', '970000001', 'x']) {
            const body = mobileMoney({ ...prompt, payment_method_code: code, mobile_money_number: number });
            await ask('POST', '/v1/transactions', body);
          }
          const odd = { ...prompt, payment_method_code: code, requested_response: 'perhaps' };
          await ask('POST', '/v1/transactions', mobileMoney({ ...extra, ...odd }));
        }
      }
      for (const type of ['card', undefined]) {
        for (const code of ['OPERATOR_B', undefined]) {
          await ask(
            'POST',
            '/v1/transactions',
            mobileMoney({ ...extra, payment_method_type: type, payment_method_code: code }),
          );
        }
      }
    });
  }
};

const initiationFields = [
  'amount',
  'email',
  'currency',
  'mobile_money_number',
  'transaction_reference',
  'success_url',
  'failure_url',
  'payment_method_type',
  'payment_method_code',
  'requested_response',
];

export const mistypedInitiations: Scenario = async ({ ask }) => {
  for (const name of initiationFields) {
    await twice(async () => {
      for (const flow of flows.filter((_, index) => index % 3 === 1 || index === 0)) {
        for (const value of wrong) await ask('POST', '/v1/transactions', payment({ ...flow, [name]: value }));
      }
    });
  }
  for (const name of ['amount', 'email', 'currency']) await ask('POST', '/v1/transactions', payment({ [name]: null }));
  for (const name of ['success_url', 'failure_url']) {
    const both = { success_url: 'http://shop.test/', failure_url: 'http://shop.test/', [name]: 'nowhere' };
    await ask('POST', '/v1/transactions', payment(both));
  }
};

const start = (scribe: Scribe, changes: object) =>
  scribe.ask('POST', '/v1/checkout', { publishable_key: publishableKey, currency: 'XTS', ...changes }, {});

export const checkouts: Scenario = async (scribe) => {
  await twice(async () => {
    for (const amount of [undefined, 1050]) {
      for (const extra of extras) await start(scribe, { ...extra, amount });
      await start(scribe, { amount, currency: undefined });
      const keys = [
        undefined,
        secretKey,
        `${publishableKey.slice(0, -1)}x`,
        `x${publishableKey.slice(1)}`,
        `${publishableKey.slice(0, 12)}x${publishableKey.slice(13)}`,
        'pk_other',
        'other',
        7,
        true,
        {},
        [],
      ];
      for (const key of keys) await start(scribe, { amount, publishable_key: key });
    }
    for (const name of ['amount', 'currency', 'transaction_reference', 'success_url', 'failure_url']) {
      for (const value of wrong) await start(scribe, { [name]: value });
    }
  });
};

export const walletLists: Scenario = async ({ ask }) => {
  const queries = [
    '',
    'start_date=2024-01-02',
    'end_date=2024-01-02',
    'end_date=2030-01-01',
    'start_date=2030-01-01',
    'start_date=2030-01-01&end_date=2030-01-01',
    'start_date=2024-01-01&end_date=2024-12-31',
    'limit=2',
    'limit=2&start_date=2024-01-01',
    ...['start', 'end'].flatMap((which) => {
      const other = which === 'start' ? 'end_date=2024-02-01' : 'start_date=2024-01-01';
      return ['nonsense', '02-01-2024'].flatMap((day) => [`${which}_date=${day}`, `${which}_date=${day}&${other}`]);
    }),
  ];
  await twice(async () => {
    for (const query of queries) await ask('GET', `/v1/wallets/list?${query}`);
    for (const path of ['/v1/wallets/balance', '/v1/wallet/balance', '/v1/wallets/balance?currency=XTS']) {
      await ask('GET', path);
    }
  });
};

const create = async ({ ask }: Scribe, changes: object = {}): Promise<string> => {
  const first = { url: 'http://127.0.0.1:9/Hook/1?a=1', description: 'The first description', ...changes };
  const { text } = await ask('POST', '/v1/callback/create', { events: 'payment.created,payout.created', ...first });
  return (JSON.parse(text) as { id: string }).id;
};

export const callbacks: Scenario = async (scribe) => {
  const { ask } = scribe;
  const ids = [await create(scribe), await create(scribe, { is_active: false }), await create(scribe)];
  const look = async (): Promise<void> => {
    for (const id of [...ids, 'cb_0']) await ask('GET', `/v1/callback/fetch/${id}`);
  };
  const [first, second, third] = ids;
  await twice(look);
  await ask('PUT', '/v1/callback/update/cb_0', { description: 'unknown' });
  await ask('GET', '/v1/callback/fetch/cb_0');
  const changes = [
    { url: 'http://127.0.0.1:9/Hook/2?b=2' },
    { url: 'http://127.0.0.1:9/Hook/3?b=2' },
    { url: `http://127.0.0.1:9/Hook/a%20b?c=3#part${'/long'.repeat(60)}` },
    { description: `A description of emoji 🙂 ${'that goes on '.repeat(30)}` },
    { description: 'A second description, <b>longer</b>' },
    { description: 'A third description' },
    { events: 'payout.created,payment.failed' },
    { events: 'payment.updated' },
    ...['created', 'updated', 'completed', 'failed'].map((action) => ({ events: `payment.${action}` })),
    ...['created', 'updated'].map((action) => ({ events: `payout.${action},payment.created` })),
    { is_active: true },
    { is_active: false },
    { is_active: true },
    { is_active: false, description: 'off' },
    { is_active: true, description: 'on' },
    { is_active: 'false' },
    { url: 42 },
    { url: 'http://127.0.0.1:9/all', description: 'all', events: 'payment.created', is_active: false },
  ];
  for (const change of changes) {
    await ask('PUT', `/v1/callback/update/${second}`, change);
    await twice(look);
  }
  await ask('PUT', `/v1/callback/update/${first}`, { description: 'first', url: 'http://127.0.0.1:9/all' });
  await ask('DELETE', `/v1/callback/delete/${second}`);
  await twice(look);
  await ask('PUT', `/v1/callback/update/${second}`, { description: 'back' });
  await look();
  await ask('DELETE', `/v1/callback/delete/${second}`);
  await look();
  await ask('DELETE', `/v1/callback/delete/${third}`);
};

export const keys: Scenario = async (scribe) => {
  const { ask } = scribe;
  const id = await create(scribe);
  const endpoints: [Method, string, object?][] = [
    ['POST', '/v1/transactions', payment()],
    ['POST', '/v1/transactions', mobileMoney()],
    ['GET', '/v1/wallets/list'],
    ['GET', '/v1/wallets/balance'],
    ['GET', `/v1/callback/fetch/${id}`],
    ['PUT', `/v1/callback/update/${id}`, { description: 'new' }],
    ['GET', `/v1/callback/fetch/${id}`],
    ['DELETE', `/v1/callback/delete/${id}`],
    ['GET', `/v1/callback/fetch/${id}`],
  ];
  const basic = Buffer.from(`${secretKey}:`).toString('base64');
  const authorizations = [
    undefined,
    'Bearer',
    `Bearer ${secretKey.slice(0, -1)}x`,
    `Bearer x${secretKey.slice(1)}`,
    `Bearer ${secretKey.slice(0, 12)}x${secretKey.slice(13)}`,
    `Bearer ${secretKey.slice(0, 12)}`,
    `Bearer ${secretKey}x`,
    `Bearer ${publishableKey}`,
    'Bearer nonsense',
    `Token ${secretKey}`,
    `Basic ${basic}`,
  ];
  await twice(async () => {
    for (const authorization of authorizations) {
      for (const [method, url, body] of endpoints) {
        await ask(method, url, body, authorization === undefined ? {} : { authorization });
        if (method === 'PUT') await ask('GET', `/v1/callback/fetch/${id}`);
      }
    }
    for (const [method, url, body] of endpoints) {
      await ask(method, `${url}?api_key=${secretKey}`, body, {});
      await ask(method, url, body && { ...body, secret_key: secretKey }, { 'x-api-key': secretKey });
      await ask(method, url, body && { ...body, secret_key: secretKey }, {});
    }
  });
  await twice(async () => {
    for (const [method, url, body] of endpoints) await ask(method, url, body, bearer);
  });
};

/** The same requests in other words, and ordinary values of other kinds. */
export const otherForms: Scenario = async (scribe) => {
  const { ask } = scribe;
  const charset = { ...bearer, 'content-type': 'application/json; charset=utf-8' };
  const spelled = (body: object, digits: string): string => JSON.stringify(body).replace('1050', digits);
  const json = { ...bearer, 'content-type': 'application/json' };
  for (const flow of flows) {
    const body = payment({ ...flow, failure_url: 'http://shop.test/' });
    for (const digits of ['1050.0', '1.05e3']) await ask('POST', '/v1/transactions', spelled(body, digits), json);
    await ask('POST', '/v1/transactions', JSON.stringify(body), charset);
    for (const change of [
      { email: 'a.b+c@example.com', transaction_reference: 'R3', success_url: 'http://shop.test/' },
      { amount: 100_000 },
      { amount: 100_000, payment_method_code: undefined },
      { amount: 10_000 },
      { currency: 'USD', amount: {} },
      { currency: 'USD', email: undefined },
      { currency: 'USD', success_url: 'nowhere' },
      { transaction_reference: 'x'.repeat(120) },
      { transaction_reference: 'a & b 漢字 🛒' },
      { currency: 'USD' },
      { currency: 'USD', amount: undefined },
      ...['USD', 'xts'].map((currency) => ({ currency, mobile_money_number: '9' })),
    ]) {
      await ask('POST', '/v1/transactions', payment({ ...flow, ...change }));
    }
  }
  await ask('POST', '/v1/transactions', payment({ currency: 'USD', mobile_money_number: '0970000001' }));
  await ask('POST', '/v1/transactions', JSON.stringify(payment({ email: undefined })), charset);
  const checkout = { publishable_key: publishableKey, currency: 'XTS', amount: 1050 };
  for (const digits of ['1050.0', '1.05e3']) await ask('POST', '/v1/checkout', spelled(checkout, digits), json);
  await ask('POST', '/v1/checkout', JSON.stringify(checkout), charset);
  for (const change of [
    { amount: 100_000 },
    { transaction_reference: 'x'.repeat(120) },
    { transaction_reference: '漢字' },
    { currency: 'USD' },
    { transaction_reference: 'a b' },
    { transaction_reference: 'a & b' },
    { currency: 'USD', transaction_reference: {} },
    { currency: 'USD', amount: {} },
    { currency: 'USD', success_url: 'nowhere' },
    { currency: 'USD', publishable_key: 'other' },
  ]) {
    await start(scribe, change);
  }
};

/** Unusual values and combinations. */
export const unusual: Scenario = async (scribe) => {
  const { ask } = scribe;
  for (const body of [
    mobileMoney({ payment_method_type: 'card', requested_response: 'success' }),
    mobileMoney({ payment_method_code: {}, mobile_money_number: undefined }),
    mobileMoney({ payment_method_code: 'no-such-operator' }),
    payment({ payment_method_type: '' }),
    payment({ requested_response: {} }),
    payment({ transaction_reference: '漢字' }),
    payment({ amount: '1050' }),
    payment({ currency: {} }),
  ]) {
    await ask('POST', '/v1/transactions', body);
  }
  for (const change of [{ amount: '1050' }, { transaction_reference: 7 }, { currency: {} }])
    await start(scribe, change);
  for (const query of ['limit=many', 'page=2']) await ask('GET', `/v1/wallets/list?${query}`);
  const id = await create(scribe);
  for (const change of [
    { description: '漢字' },
    { page: 2 },
    ...[1, 2, 3, 4].map((count) => ({ url: `http://127.0.0.1:9/${count}` })),
    { description: 'off', is_active: false },
  ]) {
    await ask('PUT', `/v1/callback/update/${id}`, change);
    await ask('GET', `/v1/callback/fetch/${id}`);
  }
};

/** Everything once, for faults of every endpoint. */
export const everything: Scenario = async (scribe, sandbox) => {
  const { ask } = scribe;
  await ask('POST', '/v1/transactions', payment());
  await ask('POST', '/v1/transactions', payment({ amount: undefined }));
  for (const change of [
    { payment_method_code: undefined },
    { mobile_money_number: undefined },
    { mobile_money_number: '7' },
    { payment_method_type: 'card' },
  ]) {
    await ask('POST', '/v1/transactions', mobileMoney(change));
  }
  for (const change of [{ amount: true }, { email: {} }]) await ask('POST', '/v1/transactions', payment(change));
  await ask(
    'POST',
    '/v1/transactions',
    mobileMoney({ payment_method_code: 'OPERATOR_A', requested_response: undefined }),
  );
  await ask('POST', '/v1/transactions', {});
  const json = { ...bearer, 'content-type': 'application/json' };
  for (const malformed of ['{"amount": 1', '[]']) {
    for (const path of ['/v1/transactions', '/v1/checkout']) await ask('POST', path, malformed, json);
  }
  await ask('PUT', '/v1/callback/update/cb_0', '{"amount": 1', json);
  for (const key of [publishableKey, 'wrong']) {
    await start(scribe, { publishable_key: key });
    await start(scribe, { publishable_key: key, currency: undefined });
  }
  await walletLists(scribe, sandbox);
  const id = await create(scribe);
  for (const headers of [{}, bearer]) {
    await ask('POST', '/v1/transactions', payment(), headers);
    await ask('GET', '/v1/wallets/list', undefined, headers);
    await ask('GET', '/v1/wallets/balance', undefined, headers);
    await ask('GET', `/v1/callback/fetch/${id}`, undefined, headers);
    await ask('PUT', `/v1/callback/update/${id}`, {}, headers);
    await ask('DELETE', `/v1/callback/delete/${id}`, undefined, headers);
  }
};

/** What a customer does, without a browser. */
export const customers: Scenario = async (scribe) => {
  const { ask } = scribe;
  const pageOf = (address: string): string => new URL(address).pathname;
  const visit = async (page: string, outcome: string, decision = 'pay'): Promise<void> => {
    const framed = { 'sec-fetch-dest': 'iframe' };
    await ask('GET', page, undefined, framed);
    const entry = { amount: '500', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome, decision };
    await ask('POST', page, ...form(entry));
    await ask('GET', `${page}/progress`, undefined, framed);
    await ask('GET', `${page}/outcome`, undefined, framed);
  };
  const ways: ((changes: object) => Promise<string | undefined>)[] = [
    async (changes) => {
      const { text } = await ask('POST', '/v1/transactions', payment(changes));
      return (JSON.parse(text) as { hosted_url?: string }).hosted_url;
    },
    async (changes) => {
      const { text } = await start(scribe, changes);
      return (JSON.parse(text) as { checkout_url?: string }).checkout_url;
    },
    async (changes) => {
      const fields = { publishable_key: publishableKey, currency: 'XTS', ...changes };
      return String((await ask('POST', '/v1/checkout', ...form(fields))).headers['location']);
    },
  ];
  const addresses = { success_url: 'http://shop.test/a/b?x=1&y=2', failure_url: 'http://shop.test/c/d?z=3&w=4' };
  const odd = {
    success_url: 'http://shop.test/a/b/c%2Fd?x=1&x=2&y&status=draft#part',
    failure_url: 'http://shop.test/c/d/e%2Ff?z=3&z=4&w&status=draft#part',
    transaction_reference: 'Order & co. + é #1/2',
  };
  const alone = [{ success_url: addresses.success_url }, { failure_url: addresses.failure_url }];
  for (const way of ways) {
    for (const changes of [odd, { ...addresses, amount: 1050 }, addresses, ...alone, {}]) {
      for (const outcome of ['success', 'failed']) {
        const address = await way(changes);
        if (address !== undefined) await visit(pageOf(address), outcome);
      }
    }
    const address = await way(odd);
    if (address !== undefined) await visit(pageOf(address), 'success', 'cancel');
  }
  const amounts: Record<string, string>[] = [{}, { amount: '5' }];
  for (const amount of amounts) {
    const fields = { currency: 'XTS', ...amount };
    await twice(async () => {
      for (const key of [
        'wrong',
        secretKey,
        '',
        publishableKey.slice(0, -2),
        `${publishableKey.slice(0, -2)}zz`,
        `${publishableKey}x`,
      ]) {
        await ask('POST', '/v1/checkout', ...form({ ...fields, publishable_key: key }));
      }
      await ask('POST', '/v1/checkout', ...form({ ...amount, publishable_key: publishableKey }));
      const faults: Record<string, string>[] = [
        { amount: 'ten' },
        { success_url: 'nowhere' },
        { failure_url: 'nowhere' },
      ];
      for (const faulty of faults)
        await ask('POST', '/v1/checkout', ...form({ ...fields, publishable_key: publishableKey, ...faulty }));
    });
  }
};
