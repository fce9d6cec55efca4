import assert from 'node:assert/strict';
import fs, { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nameRunFolder, runMark } from '../../client/network/run-folder.ts';
import { beginJournal, Journal, journalsIn } from './journal.ts';
import { settingsFor, tear, textOf } from '../tests/ended-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
const settings = settingsFor('http://127.0.0.1:9/base/', folder);
after(() => rmSync(folder, { recursive: true }));

const fields = { url: 'https://a.example', description: 'ä', events: ['payout.created'], is_active: true };

test('a journal lists unsettled callbacks, oldest first', () => {
  const journal = beginJournal(settings);
  journal.append({ what: 'creating', key: 'k1', url: 'https://a.example/1' });
  journal.append({ what: 'borrowed', key: 'cb9', fields, disposable: false });
  journal.append({ what: 'created', key: 'k1', id: 'cb1' });
  journal.append({ what: 'creating', key: 'k2', url: 'https://a.example/2' });
  journal.append({ what: 'settled', key: 'k2' });
  journal.append({ what: 'left', key: 'k1', why: 'unknown' });
  const [made, borrowed, ...none] = new Journal(journal.path).things;
  assert.deepEqual([made?.key, made?.why, made?.kind === 'made' && made.id], ['k1', 'unknown', 'cb1']);
  assert.deepEqual(borrowed?.kind === 'borrowed' && borrowed.fields, fields);
  assert.deepEqual(none, []);
});

test('journals of one run have its mark and distinct names', (t) => {
  t.after(() => delete process.env.CONFORMANCE_RUN_FOLDER);
  nameRunFolder();
  const [one, other] = [beginJournal(settings), beginJournal(settings)];
  assert.ok(one.run.endsWith(`-${runMark()}`));
  assert.notEqual(one.path, other.path);
});

test('records that another worker writes during a read do not count as unwritten', (t) => {
  const journal = beginJournal(settings);
  const other = new Journal(journal.path);
  const read = fs.readFileSync;
  t.mock.method(fs, 'readFileSync', (...all: Parameters<typeof read>) => {
    const text = read(...all);
    other.append({ what: 'creating', key: 'k1', url: 'https://a.example/1' });
    other.append({ what: 'created', key: 'k1', id: 'cb1' });
    return text;
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.deepEqual(journal.unwrittenThings, []);
});

test('a truncated record is ignored and does not affect later records', () => {
  const journal = beginJournal(settings);
  journal.append({ what: 'creating', key: 'k1', url: 'https://a.example/1' });
  tear(journal);
  assert.deepEqual(
    journal.things.map(({ key }) => key),
    ['k1'],
  );
  journal.append({ what: 'creating', key: 'k2', url: 'https://a.example/2' });
  assert.deepEqual(
    journal.things.map(({ key }) => key),
    ['k1', 'k2'],
  );
});

test('a journal contains no key, and only its owner can read it', () => {
  const journal = beginJournal(settings);
  assert.equal(journal.header?.target, 'http://127.0.0.1:9/base');
  for (const key of [settings.secretKey, settings.publishableKey]) assert.ok(!textOf(journal).includes(key));
  assert.equal(statSync(journal.path).mode & 0o077, 0);
});

test('a late record does not recreate a journal that was cleaned up', () => {
  const journal = beginJournal(settings);
  journal.end();
  assert.throws(
    () => journal.plan({ what: 'creating', key: 'k1', url: 'https://a.example' }),
    /ENOENT.*JOURNAL_FOLDER/,
  );
  journal.append({ what: 'settled', key: 'k1' });
  assert.deepEqual([journal.things, existsSync(journal.path)], [[], false]);
});

test('a file that is not a journal has no header', () => {
  writeFileSync(join(folder, '0.jsonl'), '\0\0\0');
  const [first] = journalsIn(folder);
  assert.equal(first?.header, undefined);
});

test('the error for an unwritable folder names the setting', { skip: process.getuid?.() === 0 }, () => {
  chmodSync(folder, 0o500);
  assert.throws(() => beginJournal(settings), /cannot be written \(EACCES\).*JOURNAL_FOLDER/s);
});

test('the error for a folder that cannot be created names the setting', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  assert.throws(() => beginJournal({ ...settings, journalFolder: join(file, 'below') }), /ENOTDIR.*JOURNAL_FOLDER/s);
});
