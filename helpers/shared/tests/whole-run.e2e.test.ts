import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Relay } from '../../callbacks/tests/relay.ts';
import { Workspace } from '../../callbacks/tests/suite-run.ts';
import { stagingAt } from '../../callbacks/tests/target.ts';
import { startSandbox } from '../../processes/start-sandbox.ts';

/** The verdicts of all tests, all requests, and the highest number of concurrent POST requests. */
const runOn = async (baseUrl: string, settings: Record<string, string>, ...args: string[]) => {
  const relay = new Relay(baseUrl);
  const asked: string[] = [];
  let [underWay, most] = [0, 0];
  relay.keepsBack = (one) => {
    asked.push(one);
    if (one.startsWith('POST')) underWay -= 1;
    return false;
  };
  // The preflight checks only read.
  relay.drops = (one) => {
    if (one.startsWith('POST')) most = Math.max(most, ++underWay);
    return false;
  };
  const workspace = new Workspace();
  try {
    const address = await relay.start();
    const rules = '@txn.code-missing|@txn.number-no-method|@error.field-type|@wallets.accepted';
    const run = workspace.run({ ...stagingAt(address), ...settings }, '--grep', rules, ...args);
    const code = await run.ended();
    const { rules: judged } = run.results();
    const verdicts = judged.flatMap(({ tests }) => tests.map(({ title, verdict }) => `${verdict} ${title}`)).sort();
    return { code, verdicts, asked, most };
  } finally {
    relay.stop();
    workspace.remove();
  }
};

const sorted = (asked: readonly string[]): string[] => asked.map((one) => one.replace(/Ref-[\da-f-]+-X/, 'Ref')).sort();

test('prefetching for a slow target sends each request once, without changing verdicts', async () => {
  const faulty = ['--fault', 'code-missing-with-response', '--latency', '150'];
  const { child, address } = await startSandbox('--quiet', ...faulty);
  try {
    // With this option, each failure ends its worker.
    const anew = '--max-failures=1000';
    const [off, ahead] = await Promise.all([
      runOn(address, { PREFETCH_CONCURRENCY: '0' }, anew),
      runOn(address, {}, anew),
    ]);
    assert.equal(off.code, 1);
    assert.equal(ahead.code, 1);
    assert.ok(
      ahead.verdicts.some((one) => one.startsWith('fail ')) && ahead.verdicts.some((one) => one.startsWith('pass ')),
    );
    assert.deepEqual(ahead.verdicts, off.verdicts);
    // Prefetched requests are limited; requests that tests send themselves are additional.
    assert.ok(ahead.most > 3, `${ahead.most} at once`);
    // One per worker.
    assert.ok(off.most <= 4, `${off.most} at once`);
    // The preflight checks a slow target twice.
    const ofTests = (asked: readonly string[]) =>
      sorted(asked).filter((one) => !/^GET \S+(?:list|balance) $/.test(one));
    assert.deepEqual(ofTests(ahead.asked), ofTests(off.asked));
    // One test of each of two rules, and one test that repeats its request.
    const withoutCode = ahead.asked.filter((one) => /"mobile_money"(?!.*_code|.*Ref-|.*requested)/.test(one));
    assert.equal(withoutCode.length, 3);
    const references = ahead.asked.flatMap((one) => /Ref-[\da-f-]+-X/.exec(one) ?? []);
    assert.equal(new Set(references).size, references.length, 'no reference is used twice');
  } finally {
    child.kill();
  }
});
