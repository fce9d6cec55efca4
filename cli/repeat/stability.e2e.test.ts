import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { orderInWords, standingOf, type StartedTest } from './order.ts';
import { repeat } from './repeat.ts';
import { inWords } from './unstable.ts';

const suite = fileURLToPath(new URL('../../', import.meta.url));

/** A suite of three tests, one of which fails when it begins before another one. */
const planted = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stability-test-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"0.0.0"}');
  symlinkSync(join(suite, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `import { rmSync } from 'node:fs';
     import { useOurExitCodes } from ${JSON.stringify(`${suite}harness/results/exit-code.ts`)};
     import { nameRunFolder } from ${JSON.stringify(`${suite}helpers/client/network/run-folder.ts`)};
     if (process.env.TEST_WORKER_INDEX === undefined) {
       nameRunFolder();
       useOurExitCodes();
       rmSync('begun', { force: true });
     }
     const fullyParallel = process.env.CONFORMANCE_PROFILE === 'stability';
     const reporter = [[${JSON.stringify(`${suite}harness/reporter/reporter.ts`)}]];
     export default { fullyParallel, workers: 1, reporter, projects: [{ name: 'api', testDir: '.' }] };`,
  );
  writeFileSync(
    join(folder, '4.1-planted.spec.ts'),
    `import { existsSync, writeFileSync } from 'node:fs';
     import { test } from '@playwright/test';
     import { expect } from ${JSON.stringify(`${suite}fixtures/expect.ts`)};
     import { rule } from ${JSON.stringify(`${suite}interface/rules/rule.ts`)};
     test(...rule('txn.amount-type', 'one that others need'), () => writeFileSync('begun', ''));
     test(...rule('txn.email-type', 'one that needs another'), () => expect(existsSync('begun')).toBe(true));
     test(...rule('txn.currency-type', 'one that needs nobody'), () => expect(1).toBe(1));`,
  );
  return folder;
};

test('a test that depends on an earlier one is found, with seed and order; other tests are stable', async (t) => {
  const root = planted();
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const { NODE_TEST_CONTEXT: context } = process.env;
  // Node's test runner marks its child processes with this variable, which would also affect those of Playwright.
  delete process.env.NODE_TEST_CONTEXT;
  t.after(() => context && (process.env.NODE_TEST_CONTEXT = context));
  const said: string[] = [];
  const wanted = { root, times: 2, underLoad: false, say: (line: string) => said.push(line) };
  const never = new AbortController().signal;

  // With a selection, the results list only the rules of these tests.
  const all = ['--grep', '.'];
  const found = await repeat({ ...wanted, seed: 1, args: all, stop: never });
  const [unstable] = found.unstable;
  assert.deepEqual([found.unstable.length, found.doubt], [1, undefined], said.join('\n'));
  assert.equal(unstable?.rule, 'txn.email-type');
  const failed = unstable.outcomes.find(({ verdict }) => verdict === 'fail') ?? assert.fail('it never failed');
  assert.doesNotMatch(failed.after.join('\n'), /others need/);
  assert.match(inWords(unstable).join('\n'), new RegExp(`fail +seed (\\d, )*${failed.seed}`));

  const hasFailed = new Set(unstable.outcomes.flatMap(({ verdict, seed }) => (verdict === 'fail' ? seed : [])));
  const written = JSON.parse(readFileSync(join(root, 'reports', 'stability.json'), 'utf8')) as typeof found & {
    repetitions: { seed: number; kept: string | null }[];
  };
  assert.deepEqual(written.unstable, found.unstable);
  for (const { seed, kept } of written.repetitions) {
    assert.equal(kept !== null, hasFailed.has(seed));
    if (kept) assert.ok(existsSync(join(root, kept, 'results.json')) && existsSync(join(root, kept, 'order.txt')));
  }
  assert.ok(!existsSync(join(root, 'reports', 'history')), 'repetitions are not kept in the history');

  // The same seed gives the same order.
  const again = await repeat({ ...wanted, times: 1, seed: failed.seed, args: all, stop: never });
  assert.match(again.doubt ?? '', /cannot be compared with another one/);
  assert.match(said.at(-1) ?? '', /non-conforming/);
});

test('the position of a test includes the tests before it on its worker and those on other workers', () => {
  const begun = (worker: number, title: string): StartedTest => ({
    worker,
    project: 'api',
    file: 'a.ts',
    line: 1,
    title,
  });
  const order = [begun(0, 'a'), begun(1, 'b'), begun(0, 'c'), begun(1, 'd'), begun(0, 'e')];
  assert.deepEqual(
    standingOf(order, ({ title }) => title === 'e'),
    { position: 5, after: ['[api] a.ts:1 c', '[api] a.ts:1 a'], beside: ['[api] a.ts:1 d'] },
  );
  assert.equal(standingOf(order, () => false).position, 0);
  assert.equal(orderInWords(order.slice(0, 1)), 'worker 0  [api] a.ts:1 a\n');
});
