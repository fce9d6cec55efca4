import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { join } from 'node:path';
import { parseOptions, usage } from '../sandbox-options.ts';

const main = join(__dirname, '../main.ts');

function run(...options: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));
  return { child, output, ended: once(child, 'close') };
}

test('prints its address first, serves its fault there, and ends on SIGTERM', async () => {
  const { child, output, ended } = run('--fault', 'wallets-is-404');
  while (!output.out.includes('  fault ')) await once(child.stdout, 'data');
  const address = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(output.out)?.[1];
  assert.match(await (await fetch(`${address}/`)).text(), /sk_test_sandbox_4f1c9a7d2e/);
  const headers = { authorization: 'Bearer sk_test_sandbox_4f1c9a7d2e' };
  assert.equal((await fetch(`${address}/v1/wallets/list`, { headers })).status, 404);
  child.kill();
  assert.deepEqual([await ended, output.err], [[0, null], '']);
});

test('an invalid argument is named in one line, with exit code 3', async () => {
  for (const [options, reason] of [
    [['--port', '70000'], /--port must be a number/],
    [['--while', 'x'], /--while must be the id of a process/],
    [['--latency', '10001'], /--latency must be/],
    [['--fault', 'wallet-is-404'], /There is no fault 'wallet-is-404'/],
    [['--variant', 'gold'], /There is no variant 'gold'/],
    [['--fault', 'wallets-is-404', '--each-fault'], /--each-fault without --fault/],
  ] as const)
    assert.throws(() => parseOptions(options), reason);
  const { output, ended } = run('--colour');
  assert.deepEqual([await ended, output.out], [[3, null], '']);
  assert.match(output.err, /^sandbox: [^\n]+\n$/);
  for (const name of ['port', 'fault', 'variant', 'each-fault', 'while']) assert.match(usage, new RegExp(`--${name} `));
});

test('--faults and --variants print rows as JSON', async () => {
  const [faults, variants] = [run('--faults'), run('--variants')];
  await Promise.all([faults.ended, variants.ended]);
  const find = (text: string, name: string) =>
    (JSON.parse(text) as { name: string }[]).find((row) => row.name === name);
  assert.deepEqual(find(faults.output.out, 'wallets-is-404'), { name: 'wallets-is-404', rule: 'wallets.accepted' });
  const needs = { MERCHANT_ORIGIN: 'https://merchant.example' };
  const areas = ['initiations', 'operators', 'checkouts', 'ways-back'];
  const row = { name: 'addresses-https-only', question: 'addresses to return to', answers: [], areas, needs };
  assert.deepEqual(find(variants.output.out, row.name), row);
});
