import { form, payment, publishableKey, secretKey } from '../sandbox.ts';
import type { Scenario, Recorder } from './transcript.ts';

const twice = async (run: () => Promise<void>): Promise<void> => {
  await run();
  await run();
};

const start = (recorder: Recorder, changes: object) =>
  recorder.ask('POST', '/v1/checkout', { publishable_key: publishableKey, currency: 'XTS', ...changes }, {});

/** The requests of customers, without a browser. */
export const customers: Scenario = async (recorder) => {
  const { ask } = recorder;
  const pageOf = (address: string): string => new URL(address).pathname;
  const visit = async (page: string, outcome: string, decision = 'pay'): Promise<void> => {
    const framed = { 'sec-fetch-dest': 'iframe' };
    await ask('GET', page, undefined, framed);
    const entry = { amount: '500', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome, decision };
    await ask('POST', page, ...form(entry));
    await ask('GET', `${page}/progress`, undefined, framed);
    await ask('GET', `${page}/outcome`, undefined, framed);
  };
  const starts: ((changes: object) => Promise<string | undefined>)[] = [
    async (changes) => {
      const { text } = await ask('POST', '/v1/transactions', payment(changes));
      return (JSON.parse(text) as { hosted_url?: string }).hosted_url;
    },
    async (changes) => {
      const { text } = await start(recorder, changes);
      return (JSON.parse(text) as { checkout_url?: string }).checkout_url;
    },
    async (changes) => {
      const fields = { publishable_key: publishableKey, currency: 'XTS', ...changes };
      return String((await ask('POST', '/v1/checkout', ...form(fields))).headers['location']);
    },
  ];
  const addresses = { success_url: 'http://shop.test/a/b?x=1&y=2', failure_url: 'http://shop.test/c/d?z=3&w=4' };
  const unusual = {
    success_url: 'http://shop.test/a/b/c%2Fd?x=1&x=2&y&status=draft#part',
    failure_url: 'http://shop.test/c/d/e%2Ff?z=3&z=4&w&status=draft#part',
    transaction_reference: 'Order & co. + é #1/2',
  };
  const alone = [{ success_url: addresses.success_url }, { failure_url: addresses.failure_url }];
  for (const startPayment of starts) {
    for (const changes of [
      unusual,
      { ...addresses, amount: 1050 },
      { currency: 'USD', amount: 1050 },
      addresses,
      ...alone,
      {},
    ]) {
      for (const outcome of ['success', 'failed']) {
        const address = await startPayment(changes);
        if (address !== undefined) await visit(pageOf(address), outcome);
      }
    }
    const address = await startPayment(unusual);
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
