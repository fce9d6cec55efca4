import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { groupsIn, met } from './meet.ts';

test('a run names a fault, an endpoint that flaps and a bug of the suite, each with what it takes to see it', async (t) => {
  const { child, address } = await startSandbox('--each-fault');
  t.after(() => child.kill());
  const results = await met(address, {
    name: 'three at once',
    faults: { '/v1/transactions': 'hosted-url-left-out' },
    way: {
      instead: ({ path, count }) =>
        path === '/v1/wallets/list' && count % 2 === 0
          ? { status: 500, body: '{"result":"error","message":"x"}' }
          : undefined,
    },
    grep: '.',
    spec: `
      test(...rule('hosted.url', 'every optional field'), async ({ api, bodies }) => {
        const reply = await api.initiate(bodies.hostedPage(bodies.optional()));
        expect(typeof reply.field('hosted_url')).toBe('string');
      });
      test(...rule('wallets.accepted'), async ({ api }) => expect(await api.wallets()).toBeAccepted());
      test(...rule('checkout.result'), async ({ api, bodies }) => {
        const reply = await api.checkout(bodies.checkout());
        expect(reply.field('result')).toBe('done');
      });
      test(...rule('checkout.accepted'), async ({ api, bodies }) =>
        expect(await api.checkout(bodies.checkout())).toBeAccepted());`,
    expected: [],
  });
  assert.equal(results.run.verdict, 'non-conforming');
  assert.deepEqual(
    groupsIn(results)
      .map(({ cause, rules, asked }) => ({ cause, rules, asked }))
      .sort((one, other) => one.cause.localeCompare(other.cause)),
    [
      { cause: 'product', rules: ['hosted.url'], asked: ['hosted.url'] },
      { cause: 'suite', rules: ['checkout.result'], asked: ['checkout.result'] },
      { cause: 'unstable', rules: ['wallets.accepted'], asked: ['wallets.accepted'] },
    ],
  );
  const smallest = groupsIn(results).find(({ cause }) => cause === 'product')?.smallest ?? '';
  assert.match(smallest, /^curl [^]*"currency"/);
  assert.doesNotMatch(smallest, /success_url|transaction_reference|sk_test/);
});
