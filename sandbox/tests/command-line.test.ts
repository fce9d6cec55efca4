import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseOptions, usage } from '../program/options.ts';
import { test } from './support/test.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

function run(...options: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  return { child, output, ended: once(child, 'close') };
}

test('prints its address first, serves its fault there, and ends on SIGTERM at once', async () => {
  const { child, output, ended } = run('--fault', 'wallets-is-404');
  while (!output.out.includes('  fault ')) await once(child.stdout, 'data');
  const address = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output.out.split('\n')[0]!)?.[1];
  const home = await fetch(`${address}/`);
  assert.match(await home.text(), /sk_test_sandbox_4f1c9a7d2e/);
  const headers = { authorization: 'Bearer sk_test_sandbox_4f1c9a7d2e' };
  assert.equal((await fetch(`${address}/v1/wallets/list`, { headers })).status, 404);
  assert.match(output.out, /OPERATOR_A OPERATOR_B OPERATOR_C/);
  assert.match(output.out, /create callback/);
  const begin = Date.now();
  child.kill();
  assert.deepEqual(await ended, [0, null]);
  assert.ok(Date.now() - begin < 1_000);
  assert.equal(output.err, '');
});

test('--while stops the sandbox when another process ends', async () => {
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(other, 'spawn');
  const { child, output, ended } = run('--quiet', '--while', String(other.pid));
  await once(child.stdout, 'data');
  other.kill('SIGKILL');
  assert.deepEqual(await ended, [0, null]);
  assert.equal(output.err, '');
});

test('--quiet prints only the address, and SIGINT stops the sandbox', async () => {
  const { child, output, ended } = run('--quiet');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null]);
  assert.match(output.out, /^sandbox listening on http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('a port in use ends it with one line and exit code 3', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { output, ended } = run('--port', String((taken.address() as AddressInfo).port));
  assert.deepEqual(await ended, [3, null]);
  assert.match(output.err, /^sandbox: [^\n]+\n$/);
  assert.equal(output.out, '');
  taken.close();
});

test('an invalid argument is named, and similar faults are suggested', async () => {
  for (const [options, reason] of [
    [['--port', 'x'], /--port must be a number/],
    [['--while', 'x'], /--while must be the id of a process/],
    [['--port', '70000'], /--port must be/],
    [['--latency', '10001'], /--latency must be/],
    [['--colour'], /--colour/],
    [['extra'], /extra/],
    [['--fault', 'wallet-is-404'], /There is no fault 'wallet-is-404'\. Did you mean .*wallets-is-404/],
    [['--fault', 'wallets-is-404', '--each-fault'], /either --fault or --each-fault, not both/],
  ] as const) {
    assert.throws(() => parseOptions(options), reason, options.join(' '));
  }
  const { output, ended } = run('--colour');
  assert.deepEqual(await ended, [3, null]);
  assert.match(output.err, /^sandbox: [^\n]+\n$/);
  assert.equal(output.out, '');
});

test('--faults prints the catalogue as JSON', async () => {
  const { output, ended } = run('--faults');
  assert.deepEqual(await ended, [0, null]);
  const rows = JSON.parse(output.out) as { name: string; rule: string; what: string; browser?: true }[];
  assert.ok(rows.length >= 330);
  assert.deepEqual(
    rows.find(({ name }) => name === 'page-is-404'),
    { name: 'page-is-404', rule: 'page.opens', what: 'does not find the page of hosted_url', browser: true },
  );
});

test('--each-fault serves sandboxes, and stops all of them when it ends', async () => {
  const { child, output, ended } = run('--each-fault', '--quiet');
  await once(child.stdout, 'data');
  const control = /^sandbox listening on (\S+)$/m.exec(output.out)?.[1];
  const answer = await fetch(`${control}/sandbox/instances/wallets-is-404`);
  const { address } = (await answer.json()) as { address: string };
  assert.equal((await fetch(address)).status, 200);
  child.kill();
  assert.deepEqual(await ended, [0, null]);
  await assert.rejects(fetch(address));
});

test('--help explains the options', () => {
  assert.equal(parseOptions(['--help']).listing, 'help');
  for (const name of ['port', 'fault', 'reading', 'each-fault', 'while']) assert.match(usage, new RegExp(`--${name} `));
});
