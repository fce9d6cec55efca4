import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseResults } from '../../harness/results/results-schema.ts';
import { FreshCopy } from './fresh-copy.ts';

// npm run walk: README's chapter about a staging, step by step, on a fresh copy and against another service.

const usage = `npm run walk: does what README says about a staging, on a fresh copy and against another service than the sandbox.

  npm run walk              all rules over HTTP, and the main ways through the browser
  npm run walk -- --whole   the whole run

Exit codes  0  every step went as README says    1  one did not; its output is shown`;

/** A payment of each kind that only a browser can make. */
const mainWays = '@(page.opens|redirect.(success-url|failure-url)|form.success|iframe.failure)\\b';

const runs = process.argv.includes('--whole') ? [[]] : [['--project=api'], ['--project=browser', '--grep', mainWays]];

/** Starts the other service, which prints the settings that a merchant would be told. */
const startService = async (): Promise<{ child: ChildProcess; told: Map<string, string> }> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/another-service/main.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    told.set(name, value);
    if (name === 'DISPOSABLE_CALLBACK_IDS') return { child, told };
  }
  throw new Error('the other service ended before it listened');
};

/** Fills in .env as a person would: each value behind the name that .env.example gives it. */
const fillIn = (folder: string, told: ReadonlyMap<string, string>): void => {
  const file = join(folder, '.env');
  copyFileSync(join(folder, '.env.example'), file);
  const text = readFileSync(file, 'utf8');
  const filled = text.replace(/^([A-Z_]+)=$/gm, (line, name: string) => `${line}${told.get(name) ?? ''}`);
  for (const [name, value] of told) {
    if (!filled.includes(`\n${name}=${value}\n`)) throw new Error(`.env.example has no place for ${name}`);
  }
  writeFileSync(file, filled);
};

const walk = async (): Promise<void> => {
  using copy = new FreshCopy();
  const step = async (name: string, args: readonly string[], expected: RegExp): Promise<void> => {
    const startedAt = Date.now();
    const { code, output } = await copy.run(args);
    if (code !== 0 || !expected.test(output)) throw new Error(`${name} ended with ${code}:\n${output}`);
    console.log(`ok  ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  };
  for (const run of runs) {
    // Every run uses callbacks up, and there is no operation to make new ones.
    const { child, told } = await startService();
    try {
      fillIn(copy.folder, told);
      await step('npm run doctor', ['cli/setup/doctor.mjs'], /^Ready: npm start checks it$/m);
      const command = ['npm start', ...(run.length > 0 ? ['--', ...run] : [])].join(' ');
      await step(command, ['cli/setup/start.mjs', ...run], /^Verdict +conforming$/m);
      const { target, verdict, tests } = parseResults(copy.read('reports/results.json')).run;
      if (target !== 'staging' || verdict !== 'conforming' || tests.pass === 0) throw new Error('nothing was judged');
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
};

if (process.argv.includes('--help')) {
  console.log(usage);
} else {
  await walk().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
