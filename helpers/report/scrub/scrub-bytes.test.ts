import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { gunzipSync, gzipSync } from 'node:zlib';
import { maskFor, maskingOf } from '../../target/secrets.ts';
import { scrubBytes } from './scrub-bytes.ts';

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

test('what only looks like an archive is text', () => {
  const text = `UEsDBAoAAAAAA${'A'.repeat(40)} ${secretKey}`;
  assert.ok(scrubBytes(Buffer.from(text), mask).toString().endsWith('A <SECRET_KEY>'));
});
