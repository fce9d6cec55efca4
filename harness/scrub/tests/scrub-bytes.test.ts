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

/** Every way in which a key could stand in an artefact. */
const forms = [
  secretKey,
  encodeURIComponent(secretKey),
  JSON.stringify({ header: `Bearer ${secretKey}` }),
  `<b>${secretKey.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</b>`,
  Buffer.from(secretKey).toString('base64'),
  ...['', 'a', 'ab', 'user:'].map((before) => Buffer.from(`${before}${secretKey} and more`).toString('base64')),
];

/** Whether bytes give the key away in any of the ways; archives are opened. */
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

test('a key is found in every form', () => {
  for (const form of forms) {
    const masked = mask(`before ${form} after`);
    assert.ok(masked.startsWith('before ') && masked.endsWith(' after'));
    assert.ok(leaks(Buffer.from(form)), `the test does not see the key in ${form}`);
    assert.ok(!leaks(Buffer.from(masked)), masked);
  }
});

test('an archive in an archive is masked, and still an archive', () => {
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

test('what holds no key is not touched', () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00, 0x80]);
  const archive = Buffer.from(zipSync({ 'a.txt': strToU8('nothing here') }));
  for (const bytes of [picture, archive, Buffer.from('plain'), Buffer.alloc(0)])
    assert.equal(scrubBytes(bytes, mask), bytes);
});

test('bytes that are no text keep everything but the key', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from(secretKey), Buffer.from([0x80])]);
  const expected = Buffer.concat([Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('<SECRET_KEY>'), Buffer.from([0x80])]);
  assert.deepEqual(scrubBytes(bytes, mask), expected);
});

test('what is packed by gzip is masked and packed again', () => {
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

test('what begins like an archive within a text and cannot be read is not kept', () => {
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

/** Zeros in gzip in gzip: a kilobyte that unpacks to so many mebibytes. */
const bomb = (mebibytes: number): Buffer => gzipSync(gzipSync(Buffer.alloc(mebibytes * 1024 * 1024)));

test('what unpacks to more than the budget is not kept, and the rest of a file is', () => {
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

test('many bombs cost no more than the budget', () => {
  const one = bomb(100);
  const many = Array.from({ length: 40 }, () => one.toString('base64'));
  const found: string[] = [];
  scrubBytes(Buffer.from(many.join(' ')), maskingOf(keys), (what) => found.push(what));
  assert.equal(found.length, 40);
  const zip = Buffer.from(zipSync(Object.fromEntries(many.map((_, index) => [`${index}.gz`, one]))));
  const scrubbed = unzipSync(scrubBytes(zip, mask));
  assert.ok(Object.values(scrubbed).every((content) => content.length < 1000));
});

test('archives within archives have an end, and so have the files of one', () => {
  let deep = Buffer.from(secretKey);
  for (let level = 0; level < 40; level += 1) deep = gzipSync(deep);
  const scrubbed = scrubBytes(deep, mask);
  assert.ok(!leaks(scrubbed));
  const many = zipSync(
    Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [String(index), new Uint8Array()])),
  );
  assert.throws(() => scrubBytes(Buffer.from(many), mask), OverBudget);
});

test('the beginning of an archive that was cut off is searched', () => {
  const noise = Array.from({ length: 400 }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
  const whole = gzipSync(`Bearer ${secretKey} ${noise.join('')}`);
  const part = whole.subarray(0, whole.length / 2);
  const inText = scrubBytes(Buffer.from(`{"log":"${part.toString('base64')}"}`), mask).toString();
  const options = { finishFlush: constants.Z_SYNC_FLUSH };
  const left = gunzipSync(Buffer.from(JSON.parse(inText).log, 'base64'), options).toString();
  assert.match(left, /^Bearer <SECRET_KEY>/);
});

test('what stands beside the contents of an archive is not kept', () => {
  const packed = gzipSync('nothing');
  const trailing = Buffer.concat([packed, Buffer.from(secretKey)]);
  const stored = Buffer.from(zipSync({ 'a.txt': strToU8(`${'x'.repeat(30)}${secretKey}`) }, { level: 0 }));
  // The archive says that its file is shorter than it is: some programs read all of it.
  const short = Buffer.from(stored);
  short.writeUInt32LE(30, short.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
  for (const inner of [trailing, short]) {
    const outer = scrubBytes(Buffer.from(zipSync({ inner })), mask);
    assert.ok(!Buffer.from(unzipSync(outer)['inner'] ?? []).includes('planted'));
  }
});
