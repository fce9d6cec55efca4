import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { groupsIn, runPlanted } from './meet.ts';

test('triage names a regression with its smallest request, an unstable endpoint and a bug of the suite', async (t) => {
  const { child, address } = await startSandbox('--each-fault');
  t.after(() => child.kill());
  let posts = 0;
  const results = await runPlanted(address, {
    name: 'three at once',
    faults: { '/v1/transactions': 'hosted-url-left-out' },
    proxy: {
      instead: ({ method, path, count }) => {
        if (method === 'POST') posts += 1;
        return path === '/v1/wallets/list' && count % 2 === 0
          ? { status: 500, body: '{"result":"error","message":"x"}' }
          : undefined;
      },
    },
    before: '@hosted.url',
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
      { cause: 'changed', rules: ['hosted.url'], asked: ['hosted.url'] },
      { cause: 'suite', rules: ['checkout.result'], asked: ['checkout.result'] },
      { cause: 'unstable', rules: ['wallets.accepted'], asked: ['wallets.accepted'] },
    ],
  );
  // Requests to the sandbox are not part of the ledger of the target.
  assert.ok((results.run.ledger?.intents ?? Infinity) <= posts);
  const change = groupsIn(results).find(({ cause }) => cause === 'changed');
  assert.match(
    change?.said ?? '',
    /^since the last conforming run POST \/v1\/transactions: hosted_url was a string, is missing; failed 3/,
  );
  const smallest = change?.smallest ?? '';
  assert.match(smallest, /^curl [^]*"currency"/);
  assert.doesNotMatch(smallest, /success_url|transaction_reference|sk_test/);
});
