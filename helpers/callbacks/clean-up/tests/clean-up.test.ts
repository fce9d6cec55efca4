import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { cleanUpAfterOthers, leftBehind } from '../earlier-runs.ts';
import { beginJournal } from '../../journal/journal.ts';
import { endedJournal, settingsFor, tear } from '../../tests/ended-run.ts';
import { Relay } from '../../tests/relay.ts';
import { nameRunFolder } from '../../../client/network/run-folder.ts';
import { Target } from '../../tests/target.ts';

const url = 'https://shop.example/Hook?token=a%20b';
const original = { url, description: 'naïve “shop”', events: ['payout.updated', 'payment.created'], is_active: false };
const change = { url: 'https://a.example', description: 'x', events: 'payment.failed', is_active: true };
const folder = mkdtempSync(join(tmpdir(), 'journal-'));

let target: Target;
let undeletable: Target;
before(async () => {
  nameRunFolder();
  [target, undeletable] = await Promise.all([Target.start(), Target.start('--fault', 'delete-does-nothing')]);
});
after(async () => {
  await Promise.all([target.stop(), undeletable.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

test('callbacks that an ended run created are deleted, and those it changed are restored exactly', async () => {
  const settings = settingsFor(target.address, folder);
  const journal = endedJournal(settings);
  const [made, changed, gone] = await Promise.all([1, 2, 3].map(() => target.create(original)));
  journal.append({ what: 'creating', key: 'k1', url });
  journal.append({ what: 'created', key: 'k1', id: String(made) });
  journal.append({ what: 'borrowed', key: String(changed), fields: original, disposable: false });
  journal.append({ what: 'borrowed', key: String(gone), fields: original, disposable: true });
  tear(journal);
  await target.ask('PUT', `/v1/callback/update/${changed}`, change);
  await target.ask('DELETE', `/v1/callback/delete/${gone}`);
  const found = await cleanUpAfterOthers(settings);
  assert.deepEqual(found, { removed: 1, restored: 1, deactivated: 0, left: [], notices: [] });
  assert.deepEqual(await target.ids(), [changed]);
  assert.deepEqual(await target.fieldsOf(String(changed)), original);
  assert.ok(!existsSync(journal.path));
});

test('a callback that still exists after an acknowledged deletion is deleted again', async () => {
  const settings = settingsFor(target.address, folder);
  const journal = endedJournal(settings);
  const id = await target.create(original);
  journal.append({ what: 'creating', key: 'k1', url });
  journal.append({ what: 'created', key: 'k1', id });
  journal.append({ what: 'deleted', key: 'k1' });
  assert.equal((await cleanUpAfterOthers(settings)).removed, 1);
  assert.equal(await target.fieldsOf(id), undefined);
});

test('the callbacks of a run in progress are not touched', async () => {
  const settings = settingsFor(target.address, folder);
  const journal = beginJournal(settings);
  const id = await target.create(original);
  journal.append({ what: 'creating', key: 'k1', url });
  journal.append({ what: 'created', key: 'k1', id });
  const found = await cleanUpAfterOthers(settings);
  assert.match(found.notices.join(), /belongs to a run in progress/);
  assert.deepEqual(await target.fieldsOf(id), original);
  assert.deepEqual(leftBehind(settings, undefined), []);
});

test('a target that drops one request in five is cleaned up completely', async (t) => {
  const relay = new Relay(target.address);
  t.after(() => relay.stop());
  const settings = settingsFor(await relay.start(), folder);
  const dropped = new Set<string>();
  let asked = 0;
  // None is dropped twice, so that no order of the requests uses up the attempts of one.
  relay.drops = (request) => ++asked % 5 === 0 && dropped.size < dropped.add(request).size;
  const journal = endedJournal(settings);
  for (const key of ['k1', 'k2', 'k3', 'k4', 'k5']) {
    journal.append({ what: 'creating', key, url });
    journal.append({ what: 'created', key, id: await target.create(original) });
  }
  assert.deepEqual((await cleanUpAfterOthers(settings)).left, []);
  assert.ok(dropped.size > 0);
});

test('while the target is down, its callbacks stay in the journal and are listed', async () => {
  const settings = settingsFor(target.address, folder);
  const down = settingsFor('http://127.0.0.1:9', folder);
  const journal = endedJournal(down);
  for (const key of ['k1', 'k2', 'k3', 'k4', 'k5']) {
    journal.append({ what: 'creating', key, url });
    journal.append({ what: 'created', key, id: `cb-${key}` });
  }
  assert.deepEqual(leftBehind(down, undefined), [], 'no clean-up was attempted yet');
  const found = await cleanUpAfterOthers(down);
  assert.equal(found.left.length, 5);
  assert.match(found.left.join(), /callback \S+ is not deleted: .*refused/i);
  assert.deepEqual(leftBehind(down, undefined), found.left);
  assert.match((await cleanUpAfterOthers(settings)).notices.join(), /another target: http:\/\/127\.0\.0\.1:9$/);
  assert.equal(journal.things.length, 5);
});

test('a callback that may exist is reported by one run only', async () => {
  const settings = settingsFor(target.address, folder);
  endedJournal(settings).append({ what: 'creating', key: 'k1', url });
  await cleanUpAfterOthers(settings);
  assert.match(
    leftBehind(settings, undefined).join(),
    /a callback with the url \S+ may exist: its creation got no answer/,
  );
  await cleanUpAfterOthers(settings);
  assert.deepEqual(leftBehind(settings, undefined), []);
});

test('a callback that cannot be deleted is listed, or deactivated where that is declared', async () => {
  const settings = settingsFor(undeletable.address, folder);
  const journal = endedJournal(settings);
  const id = await undeletable.create({ ...original, is_active: true });
  journal.append({ what: 'creating', key: 'k1', url });
  journal.append({ what: 'created', key: 'k1', id });
  await cleanUpAfterOthers(settings);
  assert.match(leftBehind(settings, undefined).join(), /its deletion was answered HTTP 200, and it is still there/);
  const declared = settingsFor(undeletable.address, folder, { NOT_APPLICABLE: 'callback-deletion' });
  assert.equal((await cleanUpAfterOthers(declared)).deactivated, 1);
  assert.deepEqual(leftBehind(declared, undefined), []);
  assert.deepEqual(await undeletable.fieldsOf(id), original);
});

test('a callback that a different key cannot fetch does not count as deleted', async () => {
  const settings = settingsFor(target.address, folder);
  const journal = endedJournal({ ...settings, secretKey: 'sk_test_of_another_account' });
  journal.append({ what: 'creating', key: 'k1', url });
  journal.append({ what: 'created', key: 'k1', id: 'cb-of-another-account' });
  assert.match((await cleanUpAfterOthers(settings)).left.join(), /SECRET_KEY differs from that of the run/);
});
