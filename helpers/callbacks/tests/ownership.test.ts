import assert from 'node:assert/strict';
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, mock, test } from 'node:test';
import { Api } from '../../client/api.ts';
import { configuredIds } from '../ownership/ownership.ts';
import { Http } from '../../client/http.ts';
import { nameRunFolder } from '../../client/network/run-folder.ts';
import { CallbackRegistry } from '../ownership/callback-registry.ts';
import { beginJournal } from '../journal/journal.ts';
import { cleanUp } from '../clean-up/clean-up.ts';
import { leftBehind } from '../clean-up/earlier-runs.ts';
import { settingsFor, textOf } from './ended-run.ts';
import { foreign, HostileService, type Answer, type Asked } from './hostile-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
const path = '/v1/callback/create';
const service = new HostileService();
let address: string;
before(async () => {
  nameRunFolder();
  address = await service.start();
});
after(() => {
  service.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => service.reset());

/** Creates a callback and cleans up as a test does, then cleans up as a run does. */
const makeAndCleanUp = async (more: Record<string, string> = {}) => {
  const settings = settingsFor(address, folder, more);
  const journal = beginJournal(settings);
  const http = new Http({ baseUrl: address, timeoutMs: 2_000, mask: (text) => text, record: () => {} });
  const registry = new CallbackRegistry(new Api(http, settings), journal, configuredIds(settings));
  const made = await registry.create(path);
  const written = textOf(journal);
  await registry.cleanUp();
  await http.close();
  await cleanUp(journal, settings);
  const left = leftBehind(settings, journal);
  journal.end();
  return { ...made, written, left };
};

const ofCreation =
  (answer: (asked: Asked) => Answer) =>
  (asked: Asked): Answer | undefined =>
    asked.operation === 'create' ? answer(asked) : undefined;

const foreignAnswers: Record<string, (asked: Asked) => Answer> = {
  'the id of a merchant': () => ({ body: { result: 'success', merchant: { id: 7 } } }),
  'the id of a foreign callback': () => ({ body: { result: 'success', id: 'foreign-1' } }),
  'the id of a foreign callback, beside our address': ({ body }) => ({
    body: { result: 'success', callback: { ...body, id: 'foreign-1' } },
  }),
  'a list of foreign callbacks': () => ({ body: { callbacks: foreign } }),
  'forty ids': () => ({ body: Array.from({ length: 40 }, (_, index) => ({ id: `foreign-${index}` })) }),
  'a Location with dot segments': () => ({
    status: 201,
    headers: { location: '/v1/callback/fetch/../fetch/foreign-1' },
  }),
};

for (const [name, answer] of Object.entries(foreignAnswers)) {
  test(`a creation that answers ${name} proves no ownership`, async () => {
    service.lie = ofCreation((asked) => {
      service.keep(asked.body, 'nobody-knows');
      return answer(asked);
    });
    const { id, written, left } = await makeAndCleanUp();
    assert.equal(id, undefined);
    assert.deepEqual(service.changes, []);
    assert.deepEqual(service.foreignNow, foreign);
    assert.doesNotMatch(written, /"created"/);
    assert.ok(service.asked.length <= 25, 'fetches are bounded');
    assert.match(left.join(), /^a callback with the url \S+ may exist: no fetch shows it/);
  });
}

test('a callback that the settings name is not ours, even if a creation has overwritten it', async () => {
  service.lie = ofCreation(({ body }) => {
    service.keep(body, 'foreign-1');
    return { body: { result: 'success', id: 'foreign-1' } };
  });
  assert.equal((await makeAndCleanUp({ CALLBACK_ID: 'foreign-1' })).id, undefined);
  assert.equal((await makeAndCleanUp({ DISPOSABLE_CALLBACK_IDS: 'foreign-2,foreign-1' })).id, undefined);
  assert.deepEqual(service.changes, []);
});

test('a fetch that shows our callback for every id proves nothing', async () => {
  for (const shownId of [({ id }: Asked) => ({ id }), () => ({ id: 'foreign-1' }), () => ({})]) {
    service.reset();
    let sent: Asked['body'] = {};
    service.lie = (asked) => {
      if (asked.method === 'GET') return { body: { result: 'success', callback: { ...sent, ...shownId(asked) } } };
      if (asked.operation !== 'create') return undefined;
      sent = asked.body;
      return { body: { result: 'success', id: 'foreign-2' } };
    };
    assert.equal((await makeAndCleanUp()).id, undefined);
    assert.deepEqual(service.changes, []);
  }
});

test('among several ids, the one whose fetch shows what was sent is ours', async () => {
  service.lie = ofCreation(({ body }) => ({
    body: {
      id: 'foreign-1',
      callback_id: 'foreign-2',
      request: { id: 7 },
      entry: { id: service.keep(body, 'cb-own') },
    },
  }));
  assert.deepEqual([(await makeAndCleanUp()).id, service.changes], ['cb-own', ['DELETE cb-own']]);
  assert.deepEqual(service.foreignNow, foreign);
});

const faultyFetches: Record<string, (callback: Record<string, unknown>) => unknown> = {
  'another url': (callback) => ({ ...callback, url: 'https://other.example/' }),
  'no url': ({ url: _url, ...callback }) => callback,
  'no description': ({ description: _description, ...callback }) => callback,
  'the url in capitals': ({ url, ...callback }) => ({ ...callback, url: String(url).toUpperCase(), description: '' }),
  'a slash at the end': ({ url, ...callback }) => ({ ...callback, url: `${String(url)}/`, description: '' }),
  'the default port': ({ url, ...callback }) => ({
    ...callback,
    url: String(url).replace('.example', '.example:443'),
    description: '',
  }),
  'no id': ({ id: _id, ...callback }) => callback,
  'another id': (callback) => ({ ...callback, id: 'foreign-1' }),
};

for (const [name, change] of Object.entries(faultyFetches)) {
  test(`a faulty fetch that shows ${name} still proves ownership, so that it is judged`, async () => {
    service.lie = ({ method, id }) => {
      const callback = service.callbacks.get(id);
      return method === 'GET' && callback
        ? { body: { result: 'success', callback: change({ ...callback }) } }
        : undefined;
    };
    const { id, left } = await makeAndCleanUp();
    assert.match(id ?? '', /^cb-/);
    assert.deepEqual([service.changes, left], [[`DELETE ${id}`], []]);
  });
}

test('a callback that no fetch shows is named for a fetch and left behind', async () => {
  service.lie = ({ method }) => (method === 'GET' ? { status: 500, body: { result: 'error' } } : undefined);
  const { id, named, left } = await makeAndCleanUp();
  assert.deepEqual([id, service.changes, left.length], [undefined, [], 1]);
  assert.match(named ?? '', /^cb-/);
});

test('an id that would alter the path is refused, and the creation is listed', async () => {
  for (const id of [
    '\ud800x',
    '',
    '.',
    '..',
    'a/../b',
    '..\\x',
    'a\nb',
    '\u001b[2J',
    'x'.repeat(501),
    { id: '..' },
    true,
  ]) {
    service.reset();
    service.lie = ofCreation(() => ({ body: { result: 'success', id } }));
    const { id: proven, left } = await makeAndCleanUp();
    assert.deepEqual([proven, service.asked], [undefined, [`POST ${path}`]], JSON.stringify(id));
    assert.match(left.join(), /^a callback with the url \S+ may exist: its creation was answered without a usable id/);
  }
});

test('an id that a full disk cannot take is kept in memory and reported, and its callback is deleted', async () => {
  const settings = settingsFor(address, folder);
  const journal = beginJournal(settings);
  const http = new Http({ baseUrl: address, timeoutMs: 2_000, mask: (text) => text, record: () => {} });
  const registry = new CallbackRegistry(new Api(http, settings), journal, []);
  let isFull = false;
  const write = fs.writeFileSync;
  mock.method(fs, 'writeFileSync', (...all: Parameters<typeof write>) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    return write(...all);
  });
  syncBuiltinESMExports();
  try {
    service.lie = ofCreation(() => void (isFull = true) as unknown as Answer);
    const { id } = await registry.create(path);
    assert.match(id ?? '', /^cb-/);
    assert.deepEqual(
      journal.unwrittenThings.map((thing) => thing.kind === 'made' && thing.id),
      [id],
    );
    await assert.rejects(registry.create(path), /journal cannot be written \(ENOSPC\).*JOURNAL_FOLDER/);
    await registry.cleanUp();
    assert.deepEqual([service.changes, journal.unwrittenThings], [[`DELETE ${id}`], []]);
  } finally {
    mock.restoreAll();
    syncBuiltinESMExports();
    await http.close();
  }
  isFull = false;
  await cleanUp(journal, settings);
  assert.deepEqual(leftBehind(settings, journal), []);
});

test('a borrowed callback is restored to what it was at first, even if a later read lags behind', async () => {
  const settings = settingsFor(address, folder, { CALLBACK_ID: 'foreign-1' });
  const journal = beginJournal(settings);
  const http = new Http({ baseUrl: address, timeoutMs: 2_000, mask: (text) => text, record: () => {} });
  const api = new Api(http, settings);
  const change = { description: 'changed by a test' };
  const asChanged: Answer = { body: { result: 'success', callback: { ...foreign[1], ...change } } };
  for (const lags of [false, true]) {
    const registry = new CallbackRegistry(api, journal, configuredIds(settings));
    service.lie = () => (lags ? asChanged : undefined);
    await registry.borrow('foreign-1');
    service.lie = () => undefined;
    await api.updateCallback('foreign-1', change);
    await registry.cleanUp();
    assert.deepEqual(service.foreignNow, foreign);
  }
  await http.close();
  journal.end();
});
