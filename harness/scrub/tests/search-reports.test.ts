import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { maskingOf } from '../../../helpers/redaction/secrets.ts';
import { parseSettings } from '../../../helpers/settings/settings.ts';
import { canaries } from '../canaries.ts';
import { BlindSearch, searchReports } from '../search-reports.ts';

const secrets = {
  secretKey: 'sk_test_planted_7f3a/"&+',
  publishableKey: 'pk_test_planted_99c1',
  customerEmail: 'somebody@example.com',
  mobileMoneyNumber: '0712345678',
};
const { secretKey } = secrets;
const zipped = (files: Record<string, string | Uint8Array>) => {
  const all = Object.entries(files).map(([name, one]) => [name, typeof one === 'string' ? strToU8(one) : one]);
  return Buffer.from(zipSync(Object.fromEntries(all)));
};
const unzipped = (bytes: Uint8Array, name: string) => Buffer.from(unzipSync(bytes)[name] ?? []);

/** A folder with files, which is removed after the test. */
const folderWith = (t: TestContext, files: Record<string, string | Uint8Array> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'deep'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

test('an attachment in the report of a shard stays readable, also where its base64 looks like a value', async (t) => {
  // The digit before the other letters ends in the same bits as the first letter of the address.
  const text = JSON.stringify({ body: '{"email":"\\u0073omebody@example.com"}', almost: '3omebody@example.com' });
  const lines = ['', ' ', '  '].map((before) => ({ base64: Buffer.from(before + text).toString('base64') }));
  const folder = folderWith(t, { 'report.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
  await searchReports(folder, secrets);
  for (const line of readFileSync(join(folder, 'report.jsonl'), 'utf8').split('\n')) {
    const { body, almost } = JSON.parse(String(Buffer.from(JSON.parse(line).base64, 'base64')));
    assert.deepEqual([body, almost], ['{"email":"<CUSTOMER_EMAIL>"}', '3omebody@example.com']);
  }
});

test('every file is masked, and removals are reported without the value', async (t) => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x80]);
  const folder = folderWith(t, {
    'deep/a.md': `see ${secrets.publishableKey} of ${secrets.customerEmail}`,
    'trace.zip': zipped({ 'a.json': JSON.stringify({ secretKey }), 'b.txt': 'kept' }),
    'blob.zip': zipped({ 'trace.zip': zipped({ 'a.txt': secretKey }) }),
    'report.html': `d('a.zip','${zipped({ 'a.txt': secretKey }).toString('base64')}')`,
    'page.html': `<i>data:application/zip;base64,${zipped({ 'r.json': secretKey }).toString('base64')}</i>`,
    'binary.dat': Buffer.concat([picture, Buffer.from(secretKey), picture]),
    'picture.png': picture,
    'other.zip': zipped({ 'a.txt': 'nothing' }),
  });
  const before = readFileSync(join(folder, 'other.zip'));
  const { removed, unsearched } = await searchReports(folder, secrets);
  assert.deepEqual(unsearched, []);
  assert.deepEqual(
    removed.toSorted((a, b) => a.file.localeCompare(b.file)),
    [
      { file: 'binary.dat', what: ['SECRET_KEY'] },
      { file: 'blob.zip > trace.zip > a.txt', what: ['SECRET_KEY'] },
      { file: 'deep/a.md', what: ['CUSTOMER_EMAIL', 'PUBLISHABLE_KEY'] },
      { file: 'page.html > r.json', what: ['SECRET_KEY'] },
      { file: 'report.html > a.txt', what: ['SECRET_KEY'] },
      { file: 'trace.zip > a.json', what: ['SECRET_KEY'] },
    ],
  );
  const read = (name: string) => readFileSync(join(folder, name));
  assert.equal(String(read('deep/a.md')), 'see <PUBLISHABLE_KEY> of <CUSTOMER_EMAIL>');
  assert.equal(String(unzipped(read('trace.zip'), 'b.txt')), 'kept');
  assert.equal(String(unzipped(unzipped(read('blob.zip'), 'trace.zip'), 'a.txt')), '<SECRET_KEY>');
  const [, base64 = ''] = /base64,([^<]+)/.exec(String(read('page.html'))) ?? [];
  assert.equal(String(unzipped(Buffer.from(base64, 'base64'), 'r.json')), '<SECRET_KEY>');
  assert.deepEqual(read('binary.dat'), Buffer.concat([picture, Buffer.from('<SECRET_KEY>'), picture]));
  assert.deepEqual([read('picture.png'), read('other.zip')], [picture, before]);
  assert.deepEqual((await searchReports(folder, secrets)).removed, []);
});

test('what cannot be masked is removed, and no more than that', async (t) => {
  let deep: Uint8Array = zipped({ 'a.txt': secretKey });
  for (let level = 0; level < 6; level += 1) deep = zipped({ 'b.zip': deep });
  // An archive that claims to unpack to four gigabytes.
  const huge = zipped({ 'a.txt': 'nothing' });
  huge.writeUInt32LE(0xffff_fff0, huge.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
  const packed = gzipSync(secretKey);
  const folder = folderWith(t, {
    'damaged.zip': `PK\u0003\u0004${secretKey}`,
    'log.gz': packed,
    'huge.zip': huge,
    'deep/of-pk_test_planted_99c1.txt': 'nothing',
    'deep.zip': deep,
    'page.html': `<b>PKR 10</b> data:application/gzip;base64,${packed.toString('base64')} kept`,
    'trace.zip': zipped({ 'huge.zip': huge, 'a.txt': 'kept' }),
  });
  const { removed } = await searchReports(folder, secrets);
  assert.equal(removed.length, 7);
  assert.ok(removed.every(({ what }) => what.some((one) => one.endsWith('so it was removed'))));
  assert.ok(removed.some(({ file }) => file === 'deep/of-<PUBLISHABLE_KEY>.txt'));
  assert.deepEqual(readdirSync(folder, { recursive: true }).toSorted(), ['deep', 'deep.zip', 'page.html', 'trace.zip']);
  const [page, trace] = ['page.html', 'trace.zip'].map((name) => readFileSync(join(folder, name)));
  assert.match(String(page), /^<b>PKR 10<\/b> data:application\/gzip;base64,\S+ kept$/);
  assert.ok(!String(page).includes(packed.toString('base64')));
  assert.equal(String(unzipped(trace ?? deep, 'a.txt')), 'kept');
  assert.match(String(unzipped(trace ?? deep, 'huge.zip')), /cannot be searched/);
});

test('pictures of a trace are removed where its texts contain a value', async (t) => {
  const frame = { 'screencast/page@1-2.jpeg': 'x', 'attachments/film.jpeg': 'x' };
  const folder = folderWith(t, {
    'clean.zip': zipped({ ...frame, 'a.trace': 'nothing' }),
    'trace.zip': zipped({ ...frame, 'a.trace': secretKey }),
  });
  await searchReports(folder, secrets);
  const kept = ['clean.zip', 'trace.zip'].map(
    (name) => Object.keys(unzipSync(readFileSync(join(folder, name)))).length,
  );
  assert.deepEqual(kept, [3, 2]);
});

test('bytes outside the files of an archive are removed', async (t) => {
  const folder = folderWith(t, {
    'a.zip': Buffer.concat([Buffer.from(zipped({ 'a.txt': 'x' })), Buffer.from(secretKey)]),
  });
  await searchReports(folder, secrets);
  assert.ok(!readFileSync(join(folder, 'a.zip'), 'latin1').includes('planted'));
});

test('a search that misses any notation is detected, and the planted values are in each of them', async (t) => {
  const folder = folderWith(t);
  const blindTo =
    (form: RegExp): typeof maskingOf =>
    (...given) => {
      const mask = maskingOf(...given);
      return (text, found) => (form.test(text) ? text : mask(text, found));
    };
  for (const [form, names] of [
    [/^Bearer canary/, 'plain.txt'],
    [/\\\\/, 'nested.json'],
    [/%2B/, 'address.txt'],
    [/&amp;/, 'page.html'],
    [/^\{"body"/, 'base64-0.json, base64-1.json, base64-2.json'],
    [/^canary/, 'trace.zip, report.html'],
  ] as const) {
    const missed = new RegExp(`\\(${names.replaceAll('.', '\\.')}\\); the reports may contain keys`);
    await assert.rejects(
      searchReports(folder, secrets, blindTo(form)),
      (error) => error instanceof BlindSearch && missed.test(error.message),
      names,
    );
  }
  for (const { plant, reveal } of Object.values(canaries))
    assert.ok(reveal(Buffer.from(plant('canary+/"&12'))).includes('canary+/"&12'));
});

test('keys that are ordinary words are not searched for, and are listed', async (t) => {
  const folder = folderWith(t, { 'a.txt': 'callback of somebody@example.com' });
  for (const word of ['test', 'expected', 'non-conforming', 'callback']) {
    const { unsearched } = await searchReports(folder, { ...secrets, secretKey: word });
    assert.deepEqual(unsearched, ['SECRET_KEY'], word);
  }
  assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'callback of <CUSTOMER_EMAIL>');
  assert.deepEqual((await searchReports(folder, parseSettings({}))).unsearched, []);
});
