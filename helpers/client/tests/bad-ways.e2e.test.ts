import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { conformanceRun, startSandbox } from './conformance-run.ts';
import { FaultProxy, type Fault } from './fault-proxy.ts';

// Real runs against a sandbox behind an unreliable network. They mostly wait, so they run concurrently.

describe('unreliable networks', { concurrency: true }, () => {
  test('lost requests do not change the verdict', async (t) => {
    const faults: Fault[] = ['reset', 'reset-after-request', 'cut', { status: 502 }, { status: 503 }, { status: 504 }];
    // Each failed attempt ends its worker, so each kind of fault occurs once.
    let reads = 0;
    const proxy = new FaultProxy(await startSandbox(t), (number, head) => {
      // Only a read is repeated within its test. The first ones belong to the preflight.
      if (head.startsWith('GET /v1/wallets/balance') && (reads += 1) === 12) return 'reset';
      return number % 18 === 0 ? (faults[number / 18 - 1] ?? 'pass') : 'pass';
    });
    t.after(() => proxy.stop());
    // One worker, so that the requests of a second attempt come before the next fault even on a slow machine.
    const args = ['--workers=1', '4.2-checkout-json', '4.4-wallets-balance'];
    const { exitCode, output, results, folder } = await conformanceRun(t, await proxy.start(), args, {
      PREFETCH_CONCURRENCY: '0',
    });
    assert.equal(results.run.verdict, 'conforming', output);
    assert.equal(exitCode, 0);
    assert.ok(proxy.heads.length >= 18 * faults.length, 'some faults did not occur');
    const tests = results.rules.flatMap((rule) => rule.tests);
    const afresh = tests.filter((one) => one.note === 'second attempt after an environment fault');
    assert.ok(afresh.length > 0, 'no test was repeated');
    for (const one of afresh) {
      assert.equal(one.attempts?.[0]?.verdict, 'environment');
      assert.ok(one.environment?.some(({ at, kind, waitMs }) => at && kind && waitMs === null));
      assert.ok(output.includes(one.title));
    }
    assert.ok(
      tests.some((one) => one.environment?.some(({ waitMs }) => waitMs !== null)),
      'no request was repeated',
    );
    const allure = join(folder, 'reports', 'allure-results');
    const told = readdirSync(allure).filter((name) =>
      readFileSync(join(allure, name), 'utf8').includes('second attempt'),
    );
    assert.ok(told.length >= afresh.length);
  });

  test('an endpoint that never answers leaves only its own rules undecided', async (t) => {
    const proxy = new FaultProxy(await startSandbox(t), (_, head) =>
      head.startsWith('GET /v1/wallets/list') ? 'reset' : 'pass',
    );
    t.after(() => proxy.stop());
    const args = ['--workers=1', 'api/4.[34]-wallets', '--grep=@wallets.result|@balance.plural-path'];
    const { exitCode, results } = await conformanceRun(t, await proxy.start(), args);
    assert.equal(exitCode, 2);
    assert.equal(results.rules.length, 2);
    for (const { id, verdict } of results.rules) {
      assert.equal(verdict === 'environment', id.startsWith('wallets.'), `${id}: ${verdict}`);
    }
    assert.equal(results.run.outage, undefined);
  });

  test('a target that goes down ends the run with one message', async (t) => {
    const proxy = new FaultProxy(await startSandbox(t));
    t.after(() => proxy.stop());
    proxy.choose = (number) => {
      if (number < 30) return 'pass';
      void proxy.stop();
      return 'reset';
    };
    const { exitCode, output, results } = await conformanceRun(t, await proxy.start(), [
      'api/4.1-transactions',
      'api/4.1-request',
      '--project=api',
      '--workers=2',
    ]);
    assert.equal(exitCode, 2);
    assert.ok(results.run.tests.environment > 80);
    assert.equal(results.run.tests.fail + results.run.tests.harness, 0);
    assert.match(results.run.outage ?? '', /does not answer any more/);
    assert.ok(output.split('\n').filter((line) => line.includes('does not answer any more')).length <= 3, output);
    const tried = results.rules.flatMap((rule) => rule.tests).filter((one) => one.environment);
    assert.ok(tried.length <= 4, `${tried.length} tests waited for the outage themselves`);
  });
});
