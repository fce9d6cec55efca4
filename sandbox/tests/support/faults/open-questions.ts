import { bearer, form, mobileMoney, payment, publishableKey, secretKey } from '../sandbox.ts';
import type { Method, Scenario } from './transcript.ts';

const json = { ...bearer, 'content-type': 'application/json' };
const addresses = { success_url: 'http://shop.test/a?x=1', failure_url: 'http://shop.test/b?y=2' };

const oddInitiations: object[] = [
  ...['1000', 0, 10.5, 100, 2_000_000].map((amount) => payment({ amount })),
  ...['', 'customer', "o'brien@example.com"].map((email) => payment({ email })),
  ...['QQQ', 'xts', 'money'].map((currency) => payment({ currency })),
  ...[null, '', 'r'.repeat(40), 'r'.repeat(70), 'r'.repeat(120), 'a b'].map((reference) =>
    payment({ transaction_reference: reference }),
  ),
  ...['merchant-app://paid', '/paid', 'http://shop.test/', `https://shop.test/${'p'.repeat(400)}`].map((success_url) =>
    payment({ success_url }),
  ),
  payment({ payment_method_type: 'card' }),
  ...[{ payment_method_type: 'MOBILE_MONEY' }, { currency: 'USD' }].map((change) => mobileMoney(change)),
  payment({ payment_method_code: 'OPERATOR_B' }),
  payment({ requested_response: 'success' }),
  payment({ requested_response: 'maybe' }),
  payment({ no_such_field: 1 }),
  payment({ mobile_money_number: '0970000001' }),
  payment({ transaction_reference: 'twice' }),
  payment({ transaction_reference: 'twice' }),
  mobileMoney({ success_url: 'not a url' }),
  mobileMoney({ payment_method_type: 'card' }),
  ...['0ABC', '0970 000 001', '0123', '+0970000001'].map((number) => mobileMoney({ mobile_money_number: number })),
  mobileMoney({ payment_method_code: 'nobody' }),
  mobileMoney({ payment_method_code: undefined, mobile_money_number: undefined }),
  ...['A', 'B', 'C'].flatMap((letter) =>
    ['success', 'failed'].map((outcome) =>
      mobileMoney({ payment_method_code: `OPERATOR_${letter}`, requested_response: outcome }),
    ),
  ),
  mobileMoney({ payment_method_code: 'OPERATOR_C' }),
  {},
];

/** Requests for which the interface leaves the answer open, and a customer's payment on the hosted page. */
export const openQuestions: Scenario = async ({ ask }) => {
  const look = (method: Method, url: string, body?: object | string, headers: object = json) =>
    ask(method, url, body, headers);
  await look('POST', '/v1/transactions', payment());
  for (const path of ['/v1/nowhere', '/transactions', '/v1/wallets/list?limit=1']) await look('GET', path);
  await look('DELETE', '/v1/wallets/list');
  await look('POST', '/transactions', payment());
  await look('POST', '/v1/transactions', {}, {});
  await look('POST', '/v1/transactions', payment(), { authorization: `bearer ${secretKey}` });
  await look('POST', '/v1/transactions', payment(), { authorization: secretKey });
  await look('POST', '/v1/transactions', payment(), { authorization: `Basic ${secretKey}` });
  await look('POST', '/v1/transactions', payment(), { authorization: `Bearer ${secretKey.toUpperCase()}` });
  await look('POST', '/v1/transactions', JSON.stringify(payment()), { ...bearer, 'content-type': 'text/plain' });
  await look('POST', '/v1/transactions', '[]');

  for (const path of ['/v1/wallets/balance', '/v1/wallet/balance']) {
    for (const query of ['', '?currency=XTS', '?currency=QQQ']) await look('GET', `${path}${query}`);
  }
  for (const query of [
    'limit=1',
    'limit=0',
    'limit=1000',
    'limit=10',
    'start_date=2024-02-31',
    'start_date=2024-03-02&end_date=2024-03-01',
    'start_date=2000-01-01&end_date=2000-01-31',
    'start_date=2029-01-01&end_date=2029-12-31',
    'start_date=2030-01-01&end_date=2030-01-08',
  ]) {
    await look('GET', `/v1/wallets/list?${query}`);
  }
  await look('GET', '/v1/wallets/list');

  for (const fields of [{ publishable_key: publishableKey }, {}, { publishable_key: publishableKey, amount: '100' }]) {
    await look('POST', '/v1/checkout', { currency: 'XTS', ...fields });
  }

  for (const events of ['payout.updated,payout.created', ['payment.failed']]) {
    const made = await look('POST', '/v1/callback/create', {
      url: 'http://127.0.0.1:9/',
      description: 'first',
      events,
    });
    const id = (JSON.parse(made.text || '{}') as { id?: string }).id ?? 'none';
    const changes = [
      {},
      { description: 7 },
      { description: null },
      { events: ['payment.created'] },
      { events: 'parcel.lost' },
      { events: '' },
    ];
    await look('GET', `/v1/callback/fetch/${id}`);
    const unusual = [
      { url: `http://127.0.0.1:9/#${'long'.repeat(70)}` },
      { description: 'long '.repeat(70) },
      { description: '🙂' },
    ];
    const odd = [...changes, ...unusual, { events: 'payment.created, payment.failed' }];
    for (const change of [...odd, { url: 'http://127.0.0.1:9/' }]) {
      await look('PUT', `/v1/callback/update/${id}`, change);
      await look('GET', `/v1/callback/fetch/${id}`);
    }
    await look('PUT', `/v1/callback/update/${id}`, { is_active: true });
    await look('GET', `/v1/callback/fetch/${id}`);
    for (let time = 0; time < 2; time += 1) await look('DELETE', `/v1/callback/delete/${id}`);
    await look('GET', `/v1/callback/fetch/${id}`);
  }

  for (const fields of [
    { currency: 'XTS', ...addresses },
    { currency: 'XTS', ...addresses, amount: '500' },
  ]) {
    const { text, headers } = await look(
      'POST',
      '/v1/checkout',
      ...form({ publishable_key: publishableKey, ...fields }),
    );
    const page = String(headers['location'] ?? '') || (/http[^"]*\/checkout\/\w+/.exec(text)?.[0] ?? '/checkout/none');
    await look('GET', page, undefined, { 'sec-fetch-dest': 'iframe' });
    const entry = { amount: '500', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome: 'success' };
    await look('POST', page, ...form(entry));
    await look('GET', `${page}/outcome`);
    await look('GET', page);
    await look('GET', `${page}/receipt`);
  }
  await look('POST', '/v1/checkout', ...form({ publishable_key: 'wrong', currency: 'XTS' }));
  for (const body of oddInitiations) await look('POST', '/v1/transactions', body);
};
