import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { Pool } from 'undici';
import { command } from '../helpers/processes/command.ts';
import { findBrowser } from '../helpers/processes/find-browser.mjs';
import { playwrightCli } from '../helpers/processes/installed.mjs';
import { launchOptionsOf } from '../helpers/processes/launch-options.ts';
import { startSandbox } from '../helpers/processes/start-sandbox.ts';
import { sandboxAccount, sandboxAsStaging } from '../helpers/settings/sandbox-account.ts';
import { readResults } from '../harness/results/read-results.ts';

const usage = `npm run bench: how fast the suite is, beside a bare client and plain Playwright.

  npm run bench -- [--rounds 3] [--latency 0,50,200]

In turns and in one run, on a sandbox that answers after so many milliseconds:
  the API specs of this suite; as many requests by undici alone, 16 in flight; as many by plain Playwright, with a
  request and an assertion for each, 16 in flight in each test;
  the payments of this suite by redirect; as many by Playwright's browser alone, two at a time.
Prints the seconds of each (median, lowest and highest), starts included, and ratios to the bare one. Run it alone on the
machine.

Exit codes
  0  measured
  3  something could not be started`;

const root = join(import.meta.dirname, '..');
const inFlight = 16;

const options = { rounds: { type: 'string', default: '3' }, latency: { type: 'string', default: '0,50,200' } } as const;

await command(usage, { options }, async ({ rounds, latency }) => {
  for (const ms of latency.split(',')) {
    const { child, address } = await startSandbox('--quiet', '--latency', ms);
    const api: Times = { suite: [], bare: [], playwright: [] };
    const browser: Times = { suite: [], bare: [] };
    let [requests, cases, payments] = [0, 0, 0];
    try {
      for (let round = 0; round < Number(rounds); round += 1) {
        api['suite']?.push(seconds(() => runPlaywright(['--config', root, '--project=api'], address)));
        ({ requests, cases } = lastRun());
        api['bare']?.push(await secondsOf(() => bare(address, requests)));
        api['playwright']?.push(plainPlaywright(address, requests));
        const ofRedirect = ['--config', root, '--project=browser', '--grep', 'redirect:'];
        browser['suite']?.push(seconds(() => runPlaywright(ofRedirect, address)));
        ({ payments } = lastRun());
        browser['bare']?.push(await secondsOf(() => barePayments(address, payments)));
      }
    } finally {
      child.kill('SIGTERM');
    }
    print(`${ms} ms an answer: ${requests} requests`, api, `${cases} cases`);
    print(`${ms} ms an answer: payments by redirect`, browser, `${payments} payments`);
  }
});

/** What the last run of the suite has sent, and the cases that it has judged. */
function lastRun(): { requests: number; payments: number; cases: number } {
  const { run, rules } = readResults(join(root, 'reports/bench/results.json'));
  return { requests: 0, payments: 0, ...run.sent, cases: rules.reduce((sum, one) => sum + one.cases.length, 0) };
}

/** Seconds of each round, by what was measured. */
type Times = Record<string, number[]>;

function print(what: string, times: Times, count: string): void {
  console.log(`${what}, ${count}`);
  for (const [name, all] of Object.entries(times)) {
    const middle = median(all);
    console.log(
      `  ${name.padEnd(12)} ${middle.toFixed(2)} s (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}), ` +
        `${(middle / median(times['bare'] ?? [])).toFixed(1)} times the bare one, ` +
        `${((1000 * middle) / Number.parseInt(count)).toFixed(1)} ms each`,
    );
  }
}

function body(more = {}): string {
  return JSON.stringify({ amount: 1000, email: 'customer@example.com', currency: 'XTS', ...more });
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

/** Makes as many payments with Playwright's browser alone, each in a context of its own. */
async function barePayments(address: string, payments: number): Promise<void> {
  const merchant = createServer((_request, response) => response.end('Back at the merchant'));
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  const success_url = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/success`;
  const browser = await chromium.launch(launchOptionsOf(findBrowser()?.path));
  let left = payments;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await pay(browser, `${address}/v1/transactions`, success_url);
    }
  };
  await Promise.all([worker(), worker()]);
  await browser.close();
  merchant.closeAllConnections();
  merchant.close();
}

async function pay(browser: Browser, endpoint: string, success_url: string): Promise<void> {
  const reply = await fetch(endpoint, { method: 'POST', headers: headers(), body: body({ success_url }) });
  const { hosted_url: page_url } = (await reply.json()) as { hosted_url: string };
  const page = await browser.newPage();
  await page.goto(page_url);
  await page.getByLabel('Mobile money operator').selectOption('Operator A');
  await page.getByLabel('Mobile money number').fill(sandboxAccount.MOBILE_MONEY_NUMBER);
  await page.getByLabel('Payment succeeds').check();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL((url) => url.href.startsWith(success_url));
  await page.close();
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
    ...sandboxAsStaging(address),
    // As on the embedded sandbox.
    NOTIFICATION_TIMEOUT_MS: '3000',
    CHECKOUT_PAGE: join(root, 'sandbox/payment-page.yaml'),
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
