import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type SuiteRun, Workspace } from '../../../helpers/callbacks/tests/suite-run.ts';
import { startSandbox } from '../../../helpers/processes/start-sandbox.ts';
import { startTarget, type Target } from '../../../harness/preflight/tests/target.ts';

// Starts the programs as a user does, with reports in a separate folder.

const wallets = ['4.3', '--grep', '@wallets.accepted'];

const workspace = new Workspace();
let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await target.close();
  workspace.remove();
});

const ended = async (run: SuiteRun) => ({ code: await run.ended(), output: run.output });
const doctor = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  ended(workspace.doctor(settings, ...args));

test('doctor reports the sandbox as ready, as JSON', async () => {
  const { code, output } = await doctor({}, '--json');
  assert.equal(code, 0, output);
  const { ready, target: name, checks } = JSON.parse(output) as { ready: boolean; target: string; checks: unknown[] };
  assert.deepEqual([ready, name], [true, 'sandbox']);
  assert.ok(checks.length > 10);
});

test('doctor names wrong settings and ends with 3', async () => {
  const wrong = await doctor({ TARGET: 'staging', SECRET_KEY: 'sk_live_of_somebody' }, '--json');
  assert.equal(wrong.code, 3);
  assert.equal((JSON.parse(wrong.output) as { ready: boolean }).ready, false);
  for (const name of ['BASE_URL', 'CURRENCY', 'SECRET_KEY: looks like a live key'])
    assert.ok(wrong.output.includes(name));
  assert.ok(!wrong.output.includes('sk_live_of_somebody'));
});

test('doctor ends with 2 when the target cannot be tested, and says how to fix it', async () => {
  const { code, output } = await doctor({ ...target.environment, BASE_URL: target.address.replace('http:', 'https:') });
  assert.equal(code, 2, output);
  assert.match(output, /fail {2}encryption .*\n.*fix: /);
});

test('npx playwright test on a target that is not ready is inconclusive and runs no test', async () => {
  target.change = () => ({ status: 503 });
  target.asked.length = 0;
  const run = workspace.run(target.environment, ...wallets);
  const { code, output } = await ended(run);
  target.change = () => undefined;
  assert.equal(code, 2, output);
  assert.match(output, /fail {2}answer .*503[\s\S]*No test is run/);
  const { verdict, tests, preflight } = run.results().run;
  assert.equal(verdict, 'inconclusive');
  assert.ok(tests.environment > 0 && tests.pass === 0);
  assert.equal(preflight?.find((check) => check.verdict === 'fail')?.name, 'answer');
  assert.ok(target.asked.length <= 5, 'only the preflight sent requests to the target');
});

test('a wrong secret key ends npm start before its first test, a fault of one endpoint does not', async () => {
  const wrong = workspace.npmStart({ ...target.environment, SECRET_KEY: 'sk_test_x' }, ...wallets);
  assert.equal(await wrong.ended(), 2, wrong.output);
  assert.match(wrong.output, /No test is run/);
  assert.equal(wrong.results().run.tests.fail, 0);

  const faulty = await startSandbox('--quiet', '--fault', 'wallets-is-404');
  try {
    const judged = workspace.run({ ...target.environment, BASE_URL: faulty.address }, ...wallets);
    assert.equal(await judged.ended(), 1, judged.output);
    const { verdict, preflight } = judged.results().run;
    assert.equal(verdict, 'non-conforming');
    assert.deepEqual(
      preflight?.filter((check) => check.verdict !== 'ok').map(({ name }) => name),
      ['wallets'],
    );
  } finally {
    faulty.child.kill('SIGTERM');
  }
});
