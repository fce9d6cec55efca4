// npm run unit: the unit tests of every folder. Further arguments go to Node's test runner.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

// Node 20 takes no patterns, so they are expanded here.
const files = ['interface', 'helpers', 'fixtures', 'harness', 'cli', 'proof', 'sandbox', 'benchmarks'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
);
// Most of these wait for runs of their own. Started last, they would keep the others' end waiting.
const slow = [
  'helpers/callbacks/tests/killed-runs.test.ts',
  'cli/setup/tests/ci-programs.test.ts',
  'helpers/client/tests/bad-ways.test.ts',
  'cli/setup/tests/doctor-report.test.ts',
  'helpers/payments/tests/hosted-checkouts.test.ts',
  'helpers/callbacks/tests/hostile-target.test.ts',
  'cli/repeat/stability.test.ts',
  'cli/shards/merge/real-shards.test.ts',
  'helpers/prefetch/whole-run.test.ts',
  'helpers/guard/whole-run.test.ts',
  'harness/scrub/tests/monsters.test.ts',
  'helpers/payments/tests/ordinary-page.test.ts',
  'helpers/callbacks/tests/left-behind.test.ts',
  'helpers/settings/tests/money-guard.test.ts',
];
const sorted = [...slow.filter((name) => files.includes(name)), ...files.filter((name) => !slow.includes(name)).sort()];
// Node would leave one core idle. A file that takes five minutes hangs: it is ended, and named.
const limits = ['--test-concurrency=3', '--test-timeout=300000'];
const args = ['--import', 'tsx', '--test', ...limits, ...process.argv.slice(2), ...sorted];
// Runs within tests are nobody's summary.
const env = { ...process.env, GITHUB_STEP_SUMMARY: undefined };
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
process.exit(status ?? 1);
