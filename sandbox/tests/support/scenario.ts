import type { SandboxOptions } from '../../create-sandbox.ts';
import { createSandbox } from '../../create-sandbox.ts';
import { askOf, bearer, form, mobileMoney, payment, publishableKey, secretKey } from './sandbox.ts';

/** The answers of a sandbox to many requests, with ids replaced. `check` may return false to end early. */
export async function transcript(options: SandboxOptions, check = (_line: string, _index: number): boolean => true) {
  const sandbox = createSandbox({ ...options, timings: { hostedPayment: 0, prompt: 60_000 } });
  const tokens = new Map<string, string>();
  const token = (id: string): string => tokens.get(id) ?? (tokens.set(id, `#${tokens.size}`), `#${tokens.size - 1}`);
  const lines: string[] = [];
  const ask = askOf(sandbox);
  const recorded: typeof ask = async (...request) => {
    const answer = await ask(...request);
    const { date: _, 'content-length': _length, ...headers } = answer.headers;
    const line = `${answer.status} ${JSON.stringify(headers)} ${answer.text}`;
    lines.push(line.replace(/[0-9a-f]{24}|REF-[0-9A-F]{12}|\b\d{8}\b/g, token));
    if (!check(lines.at(-1) ?? '', lines.length - 1)) throw new Error('ended early');
    return answer;
  };
  await scenario(recorded).catch((error: Error) => {
    if (error.message !== 'ended early') throw error;
  });
  await sandbox.close();
  return lines;
}

const json = { ...bearer, 'content-type': 'application/json' };
const addresses = { success_url: 'http://shop.test/a/b?x=1&y=2', failure_url: 'http://shop.test/c/d?z=3&w=4' };
const unusual = {
  success_url: 'http://shop.test/a/b/c%2Fd/?x=1&x=2&flag&status=draft#part',
  failure_url: 'http://shop.test/c/d/e%2Ff?z=3&z=4&w&status=draft#part',
  transaction_reference: 'Order & co. + é #1/2',
};
const values: Record<string, unknown[]> = {
  amount: ['1000', 0, 10.5, 100, 2_000_000],
  email: ['', 'customer', 'customer+tag@example.com', "o'brien@example.com"],
  currency: ['QQQ', 'xts', 'money', 'USD'],
  transaction_reference: [null, '', 'r'.repeat(40), 'r'.repeat(70), 'a b', 'twice', 'twice'],
  success_url: ['merchant-app://paid', '/paid', 'http://shop.test/', `https://shop.test/${'p'.repeat(400)}`],
  payment_method_type: ['card', 'MOBILE_MONEY'],
  payment_method_code: ['OPERATOR_B', 'OPERATOR_C', 'nobody', 'operator_b', undefined],
  mobile_money_number: ['0970000001', '0ABC', '0970 000 001', '0123', '+0970000001', '97', undefined],
  requested_response: ['success', 'maybe'],
  no_such_field: [1],
};
const updates = [
  { url: `http://127.0.0.1:9/#${'long'.repeat(70)}` },
  { url: 'http://127.0.0.1:9/' },
  ...[7, null, 'long '.repeat(70), '🙂'].map((description) => ({ description })),
  ...[['payment.created'], 'parcel.lost', '', 'payment.failed, payment.created'].map((events) => ({ events })),
  {},
  { is_active: true },
];

/** Requests of merchants and customers that show every variant. */
async function scenario(ask: ReturnType<typeof askOf>): Promise<void> {
  const start = '/v1/transactions';
  for (const [name, list] of Object.entries(values)) {
    for (const value of list) {
      await ask('POST', start, payment({ [name]: value }));
      await ask('POST', start, mobileMoney({ [name]: value }));
    }
  }
  for (const letter of ['A', 'B', 'C']) {
    for (const requested_response of ['success', 'failed'])
      await ask('POST', start, mobileMoney({ payment_method_code: `OPERATOR_${letter}`, requested_response }));
  }
  for (const key of [`bearer ${secretKey}`, secretKey, `Basic ${secretKey}`, `Bearer ${secretKey.toUpperCase()}`])
    await ask('POST', start, payment(), { authorization: key });
  for (const body of ['[]', '{}']) for (const headers of [json, {}]) await ask('POST', start, body, headers);
  await ask('POST', start, JSON.stringify(payment()), { ...bearer, 'content-type': 'text/plain' });
  await ask('POST', start, JSON.stringify(payment()).replace(/("amount":\d+)/, '$1.0'), json);
  await ask('POST', start, mobileMoney({ payment_method_code: undefined, mobile_money_number: undefined }));
  for (const path of ['nowhere', 'wallets/balance', 'wallet/balance', 'wallet/balance?currency=XTS', 'wallets/list'])
    await ask('GET', `/v1/${path}`);
  for (const currency of ['XTS', 'QQQ']) await ask('GET', `/v1/wallets/balance?currency=${currency}`);
  for (const limit of [0, 1, 10, 1000]) await ask('GET', `/v1/wallets/list?limit=${limit}`);
  for (const [from, to] of [
    ['2024-03-02', '2024-03-01'],
    ['2000-01-01', '2000-01-31'],
    ['2029-01-01', '2030-01-08'],
  ])
    await ask('GET', `/v1/wallets/list?start_date=${from}&end_date=${to}`);
  await ask('GET', '/v1/wallets/list?start_date=2024-02-31');
  await ask('DELETE', '/v1/wallets/list');
  await ask('POST', '/transactions', payment());

  for (const events of ['payout.updated,payout.created', ['payment.failed']]) {
    const { body } = await ask('POST', '/v1/callback/create', {
      url: 'http://127.0.0.1:9/',
      description: 'first',
      events,
    });
    await ask('GET', `/v1/callback/fetch/${body?.id}`);
    for (const change of updates) {
      await ask('PUT', `/v1/callback/update/${body?.id}`, change);
      await ask('GET', `/v1/callback/fetch/${body?.id}`);
    }
    for (const method of ['DELETE', 'DELETE', 'GET'] as const)
      await ask(method, `/v1/callback/${method === 'GET' ? 'fetch' : 'delete'}/${body?.id}`);
  }

  const checkout = { publishable_key: publishableKey, currency: 'XTS' };
  for (const fields of [{ currency: 'XTS' }, { ...checkout, amount: '100' }])
    await ask('POST', '/v1/checkout', fields, {});
  for (const startPayment of [
    async (fields: object) => (await ask('POST', start, payment(fields))).body?.hosted_url,
    async (fields: object) => (await ask('POST', '/v1/checkout', { ...checkout, ...fields }, {})).body?.checkout_url,
    async (fields: object) => {
      const { headers, text } = await ask('POST', '/v1/checkout', ...form({ ...checkout, ...fields } as never));
      return headers['location'] ?? /http[^"]*\/checkout\/\w+/.exec(text)?.[0];
    },
  ]) {
    const [one, other] = [{ success_url: addresses.success_url }, { failure_url: addresses.failure_url }];
    for (const fields of [
      unusual,
      { ...addresses, amount: 1050 },
      { currency: 'USD', amount: 1050 },
      addresses,
      one,
      other,
      {},
    ]) {
      for (const [outcome, decision] of [
        ['success', 'pay'],
        ['failed', 'pay'],
        ['success', 'cancel'],
      ] as const) {
        const address = await startPayment(fields);
        const page = URL.canParse(String(address)) ? new URL(String(address)).pathname : '/checkout/none';
        const framed = { 'sec-fetch-dest': 'iframe' };
        await ask('GET', page, undefined, framed);
        const entry = { amount: '500', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome, decision };
        await ask('POST', page, ...form(entry));
        for (const step of ['/progress', '/outcome', '/receipt', ''])
          await ask('GET', `${page}${step}`, undefined, framed);
      }
    }
  }
  const wrong = [secretKey, '', publishableKey.slice(0, -2), `${publishableKey.slice(0, -2)}zz`, `${publishableKey}x`];
  for (const amount of [{}, { amount: '5' }] as Record<string, string>[]) {
    for (const key of ['wrong', 'wrong', ...wrong])
      await ask('POST', '/v1/checkout', ...form({ ...checkout, ...amount, publishable_key: key }));
    for (const faulty of [{ amount: 'ten' }, { success_url: 'no' }, { failure_url: 'no' }] as Record<string, string>[])
      await ask('POST', '/v1/checkout', ...form({ ...checkout, ...amount, ...faulty }));
    await ask('POST', '/v1/checkout', ...form({ ...amount, publishable_key: publishableKey }));
  }
}
