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
const args = ['--import', 'tsx', '--test', ...process.argv.slice(2), ...files.sort()];
// Runs within tests are nobody's summary.
const env = { ...process.env, GITHUB_STEP_SUMMARY: undefined };
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
process.exit(status ?? 1);
