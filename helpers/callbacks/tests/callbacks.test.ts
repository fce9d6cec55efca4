import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { beginJournal, CallbackJournal } from '../callback-journal.ts';
import { Callbacks } from '../callbacks.ts';
import { FakeCallbackService } from './fake-callback-service.ts';

const service = new FakeCallbackService();
let journal: CallbackJournal;
before(async () => {
  await service.start();
  journal = await beginJournal(mkdtempSync(join(tmpdir(), 'journal-')));
});
beforeEach(() => service.reset());
after(() => rmSync(dirname(journal.path), { recursive: true }));

const callbacksOf = (more: Record<string, string> = {}) => {
  const { api, settings } = service.target(more);
  return { api, callbacks: new Callbacks(api, settings, journal) };
};

const refusesToOwn = async () => {
  const { callbacks } = callbacksOf();
  await assert.rejects(callbacks.create(), /CALLBACK_CREATE_PATH\) was answered 200, and no fetch shows/);
  await callbacks.cleanUp();
  assert.deepEqual(service.changes, []);
};

test('a creation that answers ids of others proves no ownership, and nothing is changed', async () => {
  const ids = [{ merchant: { id: 7 } }, { id: 'foreign-1' }, { callbacks: [{ id: '7' }] }, { id: '../foreign-1' }];
  for (const body of ids) {
    service.lie = ({ operation }) => (operation === 'create' ? { body } : undefined);
    await refusesToOwn();
  }
});

test('a fetch that shows our callback for every id proves nothing', async () => {
  let created: Record<string, unknown> = {};
  service.lie = ({ operation, id, body }) => {
    if (operation === 'fetch') return { body: { result: 'success', callback: { ...created, id } } };
    created = body;
    return { body: { result: 'success', id: 'foreign-1' } };
  };
  await refusesToOwn();
});

test('among several ids, the one whose fetch shows what was sent is ours, even if its url is garbled', async () => {
  service.lie = ({ operation, body }) => {
    if (operation !== 'create') return undefined;
    return {
      body: { id: 'foreign-1', entry: { id: service.store({ ...body, url: 'https://other.example' }, 'own') } },
    };
  };
  const { callbacks } = callbacksOf();
  assert.equal(await callbacks.create(), 'own');
  await callbacks.cleanUp();
  assert.deepEqual(service.changes, ['DELETE own']);
});

test('a configured callback is restored exactly, and a deleted disposable one is left alone', async () => {
  const original = structuredClone(service.callbacks.get('7'));
  const configured = { CALLBACK_CREATE_PATH: '', CALLBACK_ID: '7', DISPOSABLE_CALLBACK_IDS: 'gone,foreign-1' };
  const { api, callbacks } = callbacksOf(configured);
  assert.equal(await callbacks.toUpdate({ description: 'changed' }), '7');
  assert.equal((await callbacks.settings('7', { description: 'changed' })).description, 'changed');
  assert.equal(await callbacks.toDelete(), 'foreign-1');
  await assert.rejects(callbacks.toDelete(), /DISPOSABLE_CALLBACK_IDS/);
  await api.deleteCallback('foreign-1');
  await callbacks.cleanUp();
  assert.deepEqual([...service.callbacks.values()], [original]);
});

test('a callback that could not be restored is not changed, and neither is one that could not be recorded', async () => {
  const { callbacks } = callbacksOf({ CALLBACK_CREATE_PATH: '', CALLBACK_ID: '7' });
  service.callbacks.set('7', { id: '7', url: 'https://a.example' });
  await assert.rejects(callbacks.toUpdate({ description: 'x' }), /7 is not used: .* description, events, is_active/);
  const { api, settings } = service.target();
  const unrecorded = new Callbacks(api, settings, new CallbackJournal(join(tmpdir(), 'no-such-journal.jsonl')));
  await assert.rejects(unrecorded.create(), /journal cannot be written \(Error: ENOENT/);
  assert.deepEqual([service.changes, service.callbacks.size], [[], 2]);
});

test('a restoration that fails is told where no later clean-up repeats it', async () => {
  const { api, settings } = service.target({ CALLBACK_CREATE_PATH: '', CALLBACK_ID: '7' });
  const callbacks = new Callbacks(api, settings);
  await callbacks.toUpdate({ description: 'changed' });
  service.lie = ({ method }) => (method === 'PUT' ? { status: 500, body: {} } : undefined);
  await assert.rejects(
    callbacks.cleanUp(),
    /callback 7 could not be restored: an update does not restore its description/,
  );
});

test('without callbacks, the settings that help are named', async () => {
  const { callbacks } = callbacksOf({ CALLBACK_CREATE_PATH: '' });
  for (const missing of [callbacks.create(), callbacks.toFetch(), callbacks.toUpdate(), callbacks.toDelete()]) {
    await assert.rejects(missing, { name: 'NotTested', message: /set CALLBACK_CREATE_PATH/ });
  }
});

test('a lost answer to a creation makes a new callback, and one to a deletion is looked up; the journal has both', async () => {
  const lost = new Set<string>();
  service.loses = ({ method }) => /POST|DELETE/.test(method) && lost.size < lost.add(method).size;
  const { callbacks } = callbacksOf();
  const earlier = journal.leftovers.length;
  const id = await callbacks.create();
  assert.equal(id, [...service.callbacks.keys()].at(-1));
  assert.deepEqual(
    journal.leftovers.slice(earlier).map(({ ids }) => ids),
    [undefined, [id]],
  );
  await callbacks.cleanUp();
  assert.deepEqual(service.changes, [`DELETE ${id}`]);
  assert.deepEqual(
    journal.leftovers.slice(earlier).map(({ ids }) => ids),
    [undefined],
  );
});
