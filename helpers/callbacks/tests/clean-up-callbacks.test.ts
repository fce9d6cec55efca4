import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, test } from 'node:test';
import { sandboxAsStaging } from '../../settings/sandbox-account.ts';
import { CallbackJournal, journalsIn, originOf, type Line } from '../callback-journal.ts';
import { Callbacks } from '../callbacks.ts';
import { cleanUp, leftovers } from '../clean-up-callbacks.ts';
import { FakeCallbackService } from './fake-callback-service.ts';

const service = new FakeCallbackService();
let folder: string;
before(() => service.start());
beforeEach(() => {
  service.reset();
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const cleanUpAll = (more: Record<string, string> = {}) => {
  const { api, settings } = service.target({ CALLBACK_ID: '7', ...more });
  return cleanUp(api, settings, journalsIn(folder));
};
const nothing = { deleted: 0, restored: 0, leftBehind: [], mayExist: [], notices: [] };

/** The journal of an ended run with these lines. */
const ended = (...lines: object[]): string => {
  const path = join(folder, '2026-01-01T00-00-00-abcdef.jsonl');
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  return path;
};
const creating = (key: string, more: Partial<Line> = {}) => {
  return { ...originOf(service.target().settings), kind: 'creating', key, url: `https://a.example/${key}`, ...more };
};

test('what a killed run left is cleaned up, and never while it runs', async () => {
  const original = structuredClone([...service.callbacks.values()]);
  const env = { ...process.env, ...sandboxAsStaging(service.target().settings.baseUrl), CALLBACK_ID: '7' };
  const program = ['--import', 'tsx', join(__dirname, 'run-to-kill.ts'), folder];
  const run = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(run.stdout, 'data');
  service.changes = [];
  assert.match((await cleanUpAll()).notices.join(), /is in progress/);
  const { api, settings } = service.target({ CALLBACK_CREATE_PATH: '', CALLBACK_ID: '7' });
  const callbacks = new Callbacks(api, settings, new CallbackJournal(join(folder, 'another.jsonl')));
  await assert.rejects(callbacks.toUpdate(), /another run is using the configured callbacks/);
  assert.deepEqual([service.changes, await leftovers(folder)], [[], []]);
  run.kill('SIGKILL');
  await once(run, 'exit');
  assert.equal((await leftovers(folder)).length, 2);
  assert.deepEqual(await cleanUpAll(), { ...nothing, deleted: 1, restored: 1 });
  assert.deepEqual([[...service.callbacks.values()], readdirSync(folder)], [original, []]);
});

test('a callback that is not shown to be ours is never deleted, and reported once', async () => {
  ended(creating('k1', { ids: ['foreign-1'] }), creating('k2'));
  const { mayExist } = await cleanUpAll();
  assert.match(mayExist.sort().join(), /k1 may exist: no fetch shows it .*k2 may exist: its creation got no answer/);
  assert.deepEqual([service.changes, await cleanUpAll()], [[], nothing]);
});

test('what cannot be deleted stays in the journal with its reason, until it can or need not be', async () => {
  service.store({ url: 'https://a.example/k1' }, 'own');
  const path = ended(creating('k1', { ids: ['own'] }), creating('k2', { ids: ['gone'], proven: true }));
  service.lie = ({ method }) => (method === 'DELETE' ? { status: 403, body: { result: 'error' } } : undefined);
  const { leftBehind } = await cleanUpAll();
  assert.match(leftBehind.join(), /^callback own is not deleted: .* answered HTTP 403, and it is still there \([^,]*$/);
  const { notices } = await cleanUpAll({ NOT_APPLICABLE: 'callback-deletion' });
  assert.deepEqual([notices.length, service.callbacks.get('own')?.['is_active'], existsSync(path)], [1, false, false]);
});

test('nothing is concluded with the key of another account, at another target, or from an unreadable journal', async () => {
  const path = ended(creating('k1', { ids: ['own'], proven: true }));
  assert.match(
    (await cleanUpAll({ SECRET_KEY: 'sk_test_of_another_account' })).leftBehind.join(),
    /SECRET_KEY differs/,
  );
  ended(creating('k1', { target: 'https://other.example', ids: ['own'], proven: true }));
  assert.match((await cleanUpAll()).notices.join(), /has callbacks at https:\/\/other.example/);
  ended({ version: 9 });
  assert.match((await cleanUpAll()).notices.join(), /cannot be read/);
  assert.ok(existsSync(path));
});
