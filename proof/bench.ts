import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workersFor } from '../harness/preflight/workers.ts';
import { readResults } from '../harness/results/read-results.ts';
import { command } from '../helpers/processes/command.ts';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { startSandbox } from '../helpers/processes/start-sandbox.ts';
import { sandboxAsStaging } from '../helpers/settings/sandbox-account.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { barePayments, bareRequests, plainSpec, storiesOf } from './bench-peers.ts';
import { watchMemory } from './process-memory.ts';

const usage = `npm run bench: how fast the suite is, beside a bare client and plain Playwright.

  npm run bench -- [--rounds 3] [--latency 0,50,200]

In turns and in one run, on a sandbox that answers after so many milliseconds:
  the API specs of this suite; the same requests by undici alone; the same by plain Playwright, a test for each of ours;
  the payments of this suite by redirect; as many by Playwright's browser alone, two at a time.
The others send what the suite has sent, and what followed an answer follows it there as well. Prints the seconds of each
(median, lowest and highest), starts included, ratios to the others, and on Linux the memory of all processes of the suite.
Run it alone on the machine.

Exit codes
  0  measured
  3  something could not be started`;

const folder = join(suiteRoot, 'reports/bench');
const recording = join(folder, 'stories.jsonl');

const options = { rounds: { type: 'string', default: '3' }, latency: { type: 'string', default: '0,50,200' } } as const;

/** Seconds of each round, and the most memory in bytes. */
interface Measured {
  seconds: number[];
  memory: number;
}
type Contest = Record<'suite' | 'bare' | 'playwright', Measured>;
const newContest = (): Contest => {
  const nothing = (): Measured => ({ seconds: [], memory: 0 });
  return { suite: nothing(), bare: nothing(), playwright: nothing() };
};

void command(usage, { options }, async ({ rounds, latency }) => {
  for (const ms of latency.split(',')) {
    const { child, address } = await startSandbox('--quiet', '--latency', ms);
    const [api, browser] = [newContest(), newContest()];
    let [requests, payments] = [0, 0];
    try {
      for (let round = 0; round < Number(rounds); round += 1) {
        rmSync(recording, { force: true });
        mkdirSync(folder, { recursive: true });
        await measure(api.suite, () => playwright(['--config', suiteRoot, '--project=api'], address, api.suite));
        const stories = storiesOf(recording);
        requests = stories.flat().length;
        await measure(api.bare, () => bareRequests(address, stories));
        await measure(api.playwright, () => plainPlaywright(address, Number(ms), api.playwright));
        const byRedirect = ['--config', suiteRoot, '--project=browser', '--grep', 'redirect:'];
        await measure(browser.suite, () => playwright(byRedirect, address, browser.suite));
        payments = readResults(join(folder, 'results.json')).run.sent?.payments ?? 0;
        await measure(browser.playwright, () => barePayments(address, payments));
      }
    } finally {
      child.kill('SIGTERM');
    }
    print(`${ms} ms an answer: ${requests} requests`, api, requests);
    print(`${ms} ms an answer: ${payments} payments by redirect`, browser, payments);
  }
});

async function measure(into: Measured, act: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await act();
  into.seconds.push((performance.now() - startedAt) / 1000);
}

/** Runs Playwright, and notes the memory of its processes. */
async function playwright(args: readonly string[], address: string, into: Measured): Promise<void> {
  const env = {
    ...process.env,
    ENV_FILE: '',
    ...sandboxAsStaging(address),
    // As on the embedded sandbox.
    NOTIFICATION_TIMEOUT_MS: '3000',
    CHECKOUT_PAGE: join(suiteRoot, 'sandbox/payment-page.yaml'),
    REPORTS_FOLDER: folder,
    RECORD_STORIES: recording,
  };
  const child = spawn(process.execPath, [playwrightCli, 'test', ...args], { cwd: suiteRoot, env, stdio: 'ignore' });
  const memory = watchMemory(child.pid ?? 0);
  await once(child, 'exit');
  into.memory = Math.max(into.memory, memory());
}

/** The recorded stories by Playwright's own client, with as many workers as the suite has. */
async function plainPlaywright(address: string, answerMs: number, into: Measured): Promise<void> {
  const plain = join(suiteRoot, 'reports/bench-plain');
  mkdirSync(plain, { recursive: true });
  const from = join(__dirname, 'bench-peers.ts');
  writeFileSync(join(plain, 'plain.spec.ts'), plainSpec(address, recording, from));
  const { api: workers } = workersFor(answerMs, { target: 'staging', maxInFlight: 32 });
  const config = { reporter: 'dot', workers, fullyParallel: true, timeout: 600_000 };
  writeFileSync(join(plain, 'playwright.config.ts'), `export default ${JSON.stringify(config)};\n`);
  try {
    await playwright(['--config', plain], address, into);
  } finally {
    rmSync(plain, { recursive: true, force: true });
  }
}

function print(what: string, contest: Contest, count: number): void {
  console.log(what);
  const middle = (name: keyof Contest): number => median(contest[name].seconds);
  for (const [name, { seconds, memory }] of Object.entries(contest)) {
    if (seconds.length === 0) continue;
    const ratios = (['bare', 'playwright'] as const)
      .filter((peer) => name === 'suite' && contest[peer].seconds.length > 0)
      .map((peer) => `, ${(middle('suite') / middle(peer)).toFixed(1)} times ${peer}`);
    console.log(
      `  ${name.padEnd(12)} ${median(seconds).toFixed(2)} s (${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}), ` +
        `${((1000 * median(seconds)) / count).toFixed(1)} ms each${ratios.join('')}` +
        (memory > 0 ? `, ${(memory / 2 ** 30).toFixed(2)} GB` : ''),
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
