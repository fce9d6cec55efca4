import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSandbox } from '../../../helpers/processes/start-sandbox.ts';
import { FreshCopy } from './fresh-copy.ts';
import { parseResults } from '../../../harness/results/results-schema.ts';
import { selfSigned } from '../../../harness/preflight/tests/self-signed.ts';
import { startTarget, type Target } from '../../../harness/preflight/tests/target.ts';

// The programs as they are started, in a copy of their own because a run writes reports.

const doctor = ['cli/setup/prepared.mjs', 'cli/setup/doctor-report.ts'];
const starts = {
  'npm start': ['cli/setup/start.mjs'],
  'npx playwright test': ['node_modules/@playwright/test/cli.js', 'test'],
};
const wallets = ['--project=api', '--grep', '@wallets.accepted'];

let copy: FreshCopy;
let target: Target;
before(async () => {
  copy = new FreshCopy();
  target = await startTarget();
});
after(async () => {
  await target.close();
  copy[Symbol.dispose]();
});

const results = () => parseResults(copy.read('reports/results.json')).run;

test('the sandbox is ready, for people and for programs', async () => {
  const { code, output } = await copy.run([...doctor, '--json']);
  assert.equal(code, 0, output);
  const { ready, target: name, checks } = JSON.parse(output) as { ready: boolean; target: string; checks: unknown[] };
  assert.deepEqual([ready, name], [true, 'sandbox']);
  assert.ok(checks.length > 10);
});

test('wrong settings are named with 3, and help needs none', async () => {
  const wrong = await copy.run([...doctor], { TARGET: 'staging', SECRET_KEY: 'sk_live_of_somebody' });
  assert.equal(wrong.code, 3);
  for (const name of ['BASE_URL', 'CURRENCY', 'SECRET_KEY: looks like a live key'])
    assert.ok(wrong.output.includes(name));
  assert.ok(!wrong.output.includes('sk_live_of_somebody'));
  const json = await copy.run([...doctor, '--json'], { TARGET: 'nowhere' });
  assert.equal((JSON.parse(json.output) as { ready: boolean }).ready, false);
  assert.equal((await copy.run([...doctor, '--colour'])).code, 3);
  assert.match((await copy.run([...doctor, '--help'], { TARGET: 'nowhere' })).output, /Exit codes/);
});

test('a certificate of an unknown authority ends with 2, and one that was made known does not', async () => {
  const encrypted = await startTarget(selfSigned);
  try {
    const unknown = await copy.run([...doctor], encrypted.environment);
    assert.equal(unknown.code, 2, unknown.output);
    assert.match(unknown.output, /fail {2}encryption .*self.signed.*\n.*NODE_EXTRA_CA_CERTS/i);
    const file = join(copy.folder, 'authority.pem');
    writeFileSync(file, selfSigned.cert);
    const known = await copy.run([...doctor], { ...encrypted.environment, NODE_EXTRA_CA_CERTS: file });
    assert.equal(known.code, 0, known.output);
    assert.match(known.output, /ok {4}encryption/);
  } finally {
    await encrypted.close();
  }
});

for (const [name, start] of Object.entries(starts)) {
  test(`${name} on a target that is not ready ends as inconclusive, with no test run`, async () => {
    target.change = () => ({ status: 503 });
    target.asked.length = 0;
    const { code, output } = await copy.run([...start, ...wallets], target.environment);
    target.change = () => undefined;
    assert.equal(code, 2, output);
    assert.match(output, /fail {2}answer .*503[\s\S]*No test is run/);
    const { verdict, tests, preflight } = results();
    assert.equal(verdict, 'inconclusive');
    assert.ok(tests.environment > 0 && tests.pass === 0);
    assert.equal(preflight?.find((check) => check.verdict === 'fail')?.name, 'answer');
    assert.ok(target.asked.length <= 5, 'nothing but the preflight has asked the target');
  });
}

test('a wrong secret key ends a run before its first test, a fault of one endpoint does not', async () => {
  const wrong = await copy.run([...starts['npm start'], ...wallets], {
    ...target.environment,
    SECRET_KEY: 'sk_test_x',
  });
  assert.equal(wrong.code, 2, wrong.output);
  assert.equal(results().tests.fail, 0);

  const faulty = await startSandbox('--quiet', '--fault', 'wallets-is-404');
  try {
    const judged = await copy.run([...starts['npm start'], ...wallets], {
      ...target.environment,
      BASE_URL: faulty.address,
    });
    assert.equal(judged.code, 1, judged.output);
    assert.equal(results().verdict, 'non-conforming');
    assert.deepEqual(
      results()
        .preflight?.filter(({ verdict }) => verdict !== 'ok')
        .map(({ name }) => name),
      ['wallets'],
    );
  } finally {
    faulty.child.kill('SIGTERM');
  }
});
