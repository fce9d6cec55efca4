import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { noSettings } from '../../helpers/settings/declarations/declarations.ts';
import { sandboxAsStaging } from '../../helpers/settings/sandbox-account.ts';
import { readResults } from '../../harness/results/read-results.ts';
import type { Results } from '../../harness/results/results-schema.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fromRoot = (path: string): string => pathToFileURL(join(root, path)).href;

const imports = `
import { expect, test } from '${fromRoot('fixtures/index.ts')}';
import { rule } from '${fromRoot('interface/rules/rule.ts')}';
`;

/** A conformance run on a staging, with triage. @param args arguments of `playwright test` */
type Run = (address: string, args: readonly string[]) => Promise<Results>;

/**
 * Provides runs with reports in a temporary folder.
 *
 * @param spec tests that replace those of the suite; the imports are added
 * @param use receives a function that makes a run, which throws the output of a run without results
 */
export const withPlantedSuite = async <T>(spec: string | undefined, use: (run: Run) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '0.0.0' }));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    mkdirSync(join(folder, 'specs'));
    if (spec) writeFileSync(join(folder, 'specs', 'planted.spec.ts'), imports + spec);
    writeFileSync(
      join(folder, 'playwright.config.ts'),
      `import base from '${fromRoot('playwright.config.ts')}';
       const testDir = ${JSON.stringify(spec ? join(folder, 'specs') : join(root, 'tests/api'))};
       export default {
         ...base,
         globalSetup: undefined,
         // Starting another worker takes longer than running a few tests.
         workers: ${spec ? 1 : 'base.workers'},
         reporter: [[${JSON.stringify(join(root, 'harness/reporter/reporter.ts'))}, { triage: true }]],
         projects: [{ ...base.projects.find(({ name }) => name === 'api'), testDir }],
       };`,
    );
    return await use((address, args) => runIn(folder, address, args));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const runIn = async (folder: string, address: string, args: readonly string[]): Promise<Results> => {
  const child = spawn(process.execPath, [playwrightCli, 'test', ...args], {
    cwd: folder,
    env: {
      ...process.env,
      ...noSettings,
      ...sandboxAsStaging(address),
      PREFETCH_CONCURRENCY: '0',
      NODE_TEST_CONTEXT: undefined,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  await once(child, 'close');
  const file = join(folder, 'reports', 'results.json');
  if (!existsSync(file)) throw new Error(`the run ended without results:\n${output}`);
  return readResults(file);
};
