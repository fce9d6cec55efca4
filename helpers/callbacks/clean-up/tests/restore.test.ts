import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { nameRunFolder } from '../../../client/network/run-folder.ts';
import { cleanUpAfterOthers } from '../earlier-runs.ts';
import { endedJournal, settingsFor } from '../../tests/ended-run.ts';
import { foreign, HostileService, type Answer } from '../../tests/hostile-service.ts';

// When a callback counts as deleted.

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
const creates = { CALLBACK_CREATE_PATH: '/v1/callback/create' };
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

/** Cleans up after a run that created one callback, and returns what is left. */
const leftOf = async (id: string, { deleted = false, settings = creates as Record<string, string> } = {}) => {
  const read = settingsFor(address, folder, settings);
  const journal = endedJournal(read);
  journal.append({ what: 'creating', key: 'k1', url: 'https://merchant.example/k1' });
  journal.append({ what: 'created', key: 'k1', id });
  if (deleted) journal.append({ what: 'deleted', key: 'k1' });
  const { left } = await cleanUpAfterOthers(read);
  rmSync(journal.path, { force: true });
  return left.join();
};

/** Answers of a service for an unknown callback, instead of 404. */
const unknown = {
  301: { status: 301, headers: { location: '/login' } },
  302: { status: 302, headers: { location: '/login' } },
  400: { status: 400, body: { result: 'error', message: 'no' } },
  401: { status: 401, body: { result: 'error', message: 'no' } },
  403: { status: 403, body: { result: 'error', message: 'no' } },
  405: { status: 405 },
  407: { status: 407 },
  422: { status: 422, body: { result: 'error', message: 'no' } },
  451: { status: 451, body: '<p>no' },
  500: { status: 500, body: { result: 'error', message: 'no' } },
  200: { status: 200, body: { result: 'error', message: 'no', callback: null } },
} satisfies Record<number, Answer>;

for (const [status, answer] of Object.entries(unknown)) {
  test(`a target that answers ${status} for every callback does not prove a deletion`, async () => {
    service.lie = ({ operation }) => (operation === 'create' ? undefined : answer);
    for (const deleted of [false, true])
      assert.match(
        await leftOf('foreign-1', { deleted }),
        /callback foreign-1 is not deleted: .* which may be so for every callback/,
      );
    service.lie = () => answer;
    assert.match(await leftOf('foreign-1'), /callback foreign-1 is not deleted: .* which may be so for every callback/);
    assert.match(
      await leftOf('foreign-1', { settings: { CALLBACK_ID: 'foreign-2' } }),
      /callback foreign-1 is not deleted: .* which may be so for every callback/,
    );
  });

  test(`${status} proves a deletion where only unknown callbacks are answered so`, async () => {
    service.lie = ({ operation, id }) => (operation === 'create' || service.callbacks.has(id) ? undefined : answer);
    for (const deleted of [false, true]) assert.equal(await leftOf(service.keep({}), { deleted }), '');
    assert.equal(await leftOf('gone-already'), '');
    assert.equal(await leftOf('gone-already', { settings: { CALLBACK_ID: 'foreign-2' } }), '');
    assert.deepEqual(service.foreignNow, foreign, 'the callback created to check the fetch is deleted too');
    assert.equal(service.callbacks.size, foreign.length);
  });
}

test('a deleted callback may have an error message of its own', async () => {
  for (const status of [200, 400]) {
    const error = (message: string): Answer => ({ status, body: { result: 'error', message, callback: null } });
    service.lie = ({ operation, id }) =>
      operation === 'create' || service.callbacks.has(id)
        ? undefined
        : error(id === 'deleted-1' ? 'deleted' : 'unknown');
    assert.equal(await leftOf('deleted-1', { deleted: true }), '');
    service.lie = ({ operation, id }) =>
      operation === 'create' ? undefined : error(id === 'deleted-1' ? 'deleted' : 'unknown');
    assert.match(await leftOf('deleted-1', { deleted: true }), /which may be so for every callback/);
  }
});

test('404 and 410 alone prove a deletion, also where no callback can be created', async () => {
  for (const status of [404, 410]) {
    service.lie = () => ({ status, body: '<p>no' });
    assert.equal(await leftOf('cb1', { settings: {} }), '');
  }
});

test('a callback that is answered differently from an unknown one does not count as deleted', async () => {
  service.lie = ({ id, method }) => (id === 'foreign-1' && method !== 'PUT' ? { status: 403, body: '{}' } : undefined);
  assert.match(await leftOf('foreign-1'), /HTTP 403, and differently for an id that never existed/);
});

test('a disposable callback stays in the journal while access is denied', async () => {
  const settings = settingsFor(address, folder);
  const journal = endedJournal(settings);
  const { id: key, ...fields } = foreign[1] as (typeof foreign)[number];
  journal.append({ what: 'borrowed', key, fields, disposable: true });
  service.lie = () => unknown[403];
  assert.match((await cleanUpAfterOthers(settings)).left.join(), /is not restored: .*HTTP 403/);
  service.lie = () => undefined;
  Object.assign(service.callbacks.get(key) ?? {}, { is_active: false });
  assert.equal((await cleanUpAfterOthers(settings)).restored, 1);
  assert.deepEqual(service.foreignNow, foreign);
});

test('a callback is restored even if the fetch does not show its change yet', async () => {
  const settings = settingsFor(address, folder);
  const journal = endedJournal(settings);
  const { id: key, ...fields } = foreign[1] as (typeof foreign)[number];
  journal.append({ what: 'borrowed', key, fields, disposable: false });
  Object.assign(service.callbacks.get(key) ?? {}, { description: 'changed by a test' });
  service.lie = ({ method }) => (method === 'GET' ? { body: { result: 'success', callback: foreign[1] } } : undefined);
  assert.equal((await cleanUpAfterOthers(settings)).restored, 1);
  assert.deepEqual(service.foreignNow, foreign);
});
