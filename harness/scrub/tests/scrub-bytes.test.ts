import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { maskFor, maskingOf } from '../../../helpers/redaction/secrets.ts';
import { OverBudget } from '../budget.ts';
import { scrubBytes } from '../scrub-bytes.ts';

const secretKey = 'sk_test_"planted"&7f3a';
const publishableKey = 'pk_test_planted_99c1';
const keys = { secretKey, publishableKey };
const mask = maskFor(keys);

/** The encodings in which an artefact may contain a key. */
const forms = [
  secretKey,
  encodeURIComponent(secretKey),
  JSON.stringify({ header: `Bearer ${secretKey}` }),
  `<b>${secretKey.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</b>`,
  Buffer.from(secretKey).toString('base64'),
  ...['', 'a', 'ab', 'user:'].map((before) => Buffer.from(`${before}${secretKey} and more`).toString('base64')),
];

/** Whether bytes contain the key in any of these encodings, including in archives. */
const leaks = (bytes: Buffer): boolean => {
  if (bytes.toString('latin1', 0, 2) === 'PK') {
    return Object.values(unzipSync(bytes)).some((content) => leaks(Buffer.from(content)));
  }
  const text = bytes.toString('latin1');
  const decoded = [...text.matchAll(/[A-Za-z0-9+/]{8,}={0,2}/g)].map(([part]) =>
    Buffer.from(part, 'base64').toString('latin1'),
  );
  return [text, decodeURIComponent(text.replaceAll('%', '%25').replaceAll('%25', '%')), ...decoded].some((one) =>
    /planted|7f3a/.test(one),
  );
};

test('a key is found in every encoding', () => {
  for (const form of forms) {
    const masked = mask(`before ${form} after`);
    assert.ok(masked.startsWith('before ') && masked.endsWith(' after'));
    assert.ok(leaks(Buffer.from(form)), `the test does not see the key in ${form}`);
    assert.ok(!leaks(Buffer.from(masked)), masked);
  }
});

test('a nested archive is masked and stays a valid archive', () => {
  const inner = zipSync({ 'trace.network': strToU8(`{"authorization":"Bearer ${secretKey}"}`) });
  const outer = Buffer.from(
    zipSync({ 'data/trace.zip': inner, 'notes.txt': strToU8(forms.join('\n')), 'kept.txt': strToU8('kept') }),
  );
  const scrubbed = scrubBytes(outer, mask);
  assert.ok(leaks(outer) && !leaks(scrubbed));
  assert.equal(Buffer.from(unzipSync(scrubbed)['kept.txt'] ?? []).toString(), 'kept');
});

test('an archive inside an HTML report is masked', () => {
  const archive = Buffer.from(zipSync({ 'report.json': strToU8(secretKey) })).toString('base64');
  const page = `<template>data:application/zip;base64,${archive}</template>`;
  const scrubbed = scrubBytes(Buffer.from(page), mask).toString();
  const [, base64 = ''] = /base64,([^<]+)/.exec(scrubbed) ?? [];
  assert.equal(Buffer.from(unzipSync(Buffer.from(base64, 'base64'))['report.json'] ?? []).toString(), '<SECRET_KEY>');
});

test('bytes without a key stay unchanged', () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x80]);
  const archive = Buffer.from(zipSync({ 'a.txt': strToU8('nothing here') }));
  for (const bytes of [picture, archive, Buffer.from('plain'), Buffer.alloc(0)])
    assert.equal(scrubBytes(bytes, mask), bytes);
});

test('in binary data only the key is masked', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from(secretKey), Buffer.from([0x80])]);
  const expected = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('<SECRET_KEY>'), Buffer.from([0x80])]);
  assert.deepEqual(scrubBytes(bytes, mask), expected);
});

test('gzip data is masked and compressed again', () => {
  const packed = gzipSync(`Bearer ${secretKey}`);
  const found: string[] = [];
  assert.equal(
    gunzipSync(scrubBytes(packed, maskingOf(keys), (name) => found.push(name))).toString(),
    'Bearer <SECRET_KEY>',
  );
  assert.deepEqual(found, ['SECRET_KEY']);
  assert.equal(
    scrubBytes(Buffer.from(`{"log":"${packed.toString('base64')}"}`), mask).includes(packed.toString('base64')),
    false,
  );
});

test('an embedded archive that cannot be read is removed', () => {
  const found: string[] = [];
  const text = `UEsDBAoAAAAAA${'A'.repeat(40)} ${secretKey}`;
  const scrubbed = scrubBytes(Buffer.from(text), maskingOf(keys), (what) => found.push(what)).toString();
  assert.match(scrubbed, /^\S+ <SECRET_KEY>$/);
  assert.match(
    Buffer.from(scrubbed.split(' ')[0] ?? '', 'base64').toString(),
    /removed: an archive that cannot be read/,
  );
  assert.deepEqual(found, ['an archive that cannot be read', 'SECRET_KEY']);
});

/** Doubly compressed zeros: about a kilobyte that unpacks to this many mebibytes. */
const bomb = (mebibytes: number): Buffer => gzipSync(gzipSync(Buffer.alloc(mebibytes * 1024 * 1024)));

test('an archive over the budget is removed, and the rest of the file is kept', () => {
  const text = JSON.stringify({ log: bomb(400).toString('base64'), kept: 'as it is', key: secretKey });
  assert.ok(text.length < 4_000);
  const found: string[] = [];
  const scrubbed = JSON.parse(scrubBytes(Buffer.from(text), maskingOf(keys), (what) => found.push(what)).toString());
  assert.deepEqual([scrubbed.kept, scrubbed.key], ['as it is', '<SECRET_KEY>']);
  const left = Buffer.from(scrubbed.log, 'base64');
  assert.match(gunzipSync(left).toString(), /removed: an archive that is too large to search/);
  assert.deepEqual(found, ['an archive that is too large to search', 'SECRET_KEY']);
  assert.throws(() => scrubBytes(gzipSync(Buffer.alloc(100 * 1024 * 1024)), mask), OverBudget);
});

test('many archive bombs do not exceed the budget', () => {
  const one = bomb(100);
  const many = Array.from({ length: 40 }, () => one.toString('base64'));
  const found: string[] = [];
  scrubBytes(Buffer.from(many.join(' ')), maskingOf(keys), (what) => found.push(what));
  assert.equal(found.length, 40);
  const zip = Buffer.from(zipSync(Object.fromEntries(many.map((_, index) => [`${index}.gz`, one]))));
  const scrubbed = unzipSync(scrubBytes(zip, mask));
  assert.ok(Object.values(scrubbed).every((content) => content.length < 1000));
});

test('the depth of nested archives and the number of files are limited', () => {
  let deep = Buffer.from(secretKey);
  for (let level = 0; level < 40; level += 1) deep = gzipSync(deep);
  const scrubbed = scrubBytes(deep, mask);
  assert.ok(!leaks(scrubbed));
  const many = zipSync(
    Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [String(index), new Uint8Array()])),
  );
  assert.throws(() => scrubBytes(Buffer.from(many), mask), OverBudget);
});

test('a truncated archive is searched', () => {
  const noise = Array.from({ length: 400 }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
  const whole = gzipSync(`Bearer ${secretKey} ${noise.join('')}`);
  const part = whole.subarray(0, whole.length / 2);
  const inText = scrubBytes(Buffer.from(`{"log":"${part.toString('base64')}"}`), mask).toString();
  const options = { finishFlush: constants.Z_SYNC_FLUSH };
  const left = gunzipSync(Buffer.from(JSON.parse(inText).log, 'base64'), options).toString();
  assert.match(left, /^Bearer <SECRET_KEY>/);
});

test('bytes outside the entries of an archive are removed', () => {
  const packed = gzipSync('nothing');
  const trailing = Buffer.concat([packed, Buffer.from(secretKey)]);
  const stored = Buffer.from(zipSync({ 'a.txt': strToU8(`${'x'.repeat(30)}${secretKey}`) }, { level: 0 }));
  // The archive declares its file as shorter than it is, but some programs read all of it.
  const short = Buffer.from(stored);
  short.writeUInt32LE(30, short.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
  for (const inner of [trailing, short]) {
    const outer = scrubBytes(Buffer.from(zipSync({ inner })), mask);
    assert.ok(!Buffer.from(unzipSync(outer)['inner'] ?? []).includes('planted'));
  }
});
