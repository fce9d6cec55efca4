import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { command } from '../helpers/processes/command.ts';
import { playwrightCli } from '../helpers/processes/installed.mjs';
import { startSandbox } from '../helpers/processes/start-sandbox.ts';
import { sandboxAccount } from '../helpers/settings/sandbox-account.ts';
import { readResults } from '../harness/results/read-results.ts';

const usage = `npm run bench: how fast the suite is, beside a bare client and plain Playwright.

  npm run bench -- [--rounds 3] [--latency 0,50,200]

In turns and in one run, on a sandbox that answers after so many milliseconds: the API specs of this suite; as many
requests by undici alone, 16 in flight; as many by plain Playwright, with a request and an assertion for each, 16 in
flight in each test. Prints the seconds of each (median, lowest and highest), and ratios to the bare client. Run it
alone on the machine.

Exit codes
  0  measured
  3  something could not be started`;

const root = join(import.meta.dirname, '..');
const inFlight = 16;

const options = { rounds: { type: 'string', default: '3' }, latency: { type: 'string', default: '0,50,200' } } as const;

await command(usage, { options }, async ({ rounds, latency }) => {
  for (const ms of latency.split(',')) {
    const { child, address } = await startSandbox('--quiet', '--latency', ms);
    try {
      const times: Record<string, number[]> = { suite: [], bare: [], playwright: [] };
      let requests = 0;
      let checks = 0;
      for (let round = 0; round < Number(rounds); round += 1) {
        times['suite']?.push(seconds(() => runPlaywright(['--config', root, '--project=api'], address)));
        const { run, rules } = readResults(join(root, 'reports/bench/results.json'));
        requests = run.sent?.requests ?? 0;
        checks = rules.reduce((sum, { cases }) => sum + cases.length, 0);
        times['bare']?.push(await secondsOf(() => bare(address, requests)));
        times['playwright']?.push(plainPlaywright(address, requests));
      }
      console.log(`${ms} ms an answer: ${requests} requests, ${checks} cases`);
      const base = median(times['bare'] ?? []);
      for (const [name, all] of Object.entries(times)) {
        const middle = median(all);
        console.log(
          `  ${name.padEnd(12)} ${middle.toFixed(2)} s (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}), ` +
            `${(middle / base).toFixed(1)} times the bare client, ${((1000 * middle) / checks).toFixed(1)} ms a case`,
        );
      }
    } finally {
      child.kill('SIGTERM');
    }
  }
});

function body(): string {
  const { CURRENCY: currency } = sandboxAccount;
  return JSON.stringify({ amount: 1000, email: 'customer@example.com', currency });
}

function headers(): Record<string, string> {
  return { authorization: `Bearer ${sandboxAccount.SECRET_KEY}`, 'content-type': 'application/json' };
}

/** Sends as many initiations with undici alone. */
async function bare(address: string, requests: number): Promise<void> {
  const pool = new Pool(address, { connections: inFlight });
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { body: answer, statusCode } = await pool.request({
        path: '/v1/transactions',
        method: 'POST',
        headers: headers(),
        body: body(),
      });
      await answer.json();
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  await pool.close();
}

/** The same with Playwright's own client, in tests of 64 requests. @returns seconds, the start of Playwright included */
function plainPlaywright(address: string, requests: number): number {
  mkdirSync(join(root, 'reports'), { recursive: true });
  const folder = mkdtempSync(join(root, 'reports', 'bench-'));
  const spec = `import { expect, test } from '@playwright/test';
for (let first = 0; first < ${requests}; first += 64) {
  test(\`initiations from \${first}\`, async ({ request }) => {
    for (let at = first; at < Math.min(first + 64, ${requests}); at += ${inFlight}) {
      const count = Math.min(${inFlight}, ${requests} - at);
      await Promise.all(Array.from({ length: count }, async () => {
        const reply = await request.post(${JSON.stringify(`${address}/v1/transactions`)}, { headers: ${JSON.stringify(headers())}, data: ${JSON.stringify(body())} });
        expect(reply.status()).toBe(200);
        expect(await reply.json()).toHaveProperty('transaction_id');
      }));
    }
  });
}
`;
  writeFileSync(join(folder, 'plain.spec.ts'), spec);
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    "export default { reporter: 'dot', workers: 2, fullyParallel: true };\n",
  );
  try {
    return seconds(() => runPlaywright(['--config', folder], address));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runPlaywright(args: readonly string[], address: string): void {
  const env = {
    ...process.env,
    ENV_FILE: '',
    TARGET: 'staging',
    ...sandboxAccount,
    BASE_URL: address,
    REPORTS_FOLDER: join(root, 'reports/bench'),
  };
  const { status, error } = spawnSync(process.execPath, [playwrightCli, 'test', ...args], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  if (error || status === null) throw new Error('Playwright could not be started');
}

function seconds(act: () => void): number {
  const startedAt = performance.now();
  act();
  return (performance.now() - startedAt) / 1000;
}

async function secondsOf(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return (performance.now() - startedAt) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
