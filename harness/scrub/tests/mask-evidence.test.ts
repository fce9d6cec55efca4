import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { maskFor } from '../../../helpers/redaction/secrets.ts';
import { failureKinds, kindOf, reportedKind } from '../../../helpers/errors/failure-kind.ts';
import { maskEvidence } from '../mask-evidence.ts';

const key = 'sk_test_planted';

test('errors, attachments, their files and output are masked in place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const path = join(folder, 'error-context.md');
    writeFileSync(path, `see ${key}`);
    const error = { message: `Bearer ${key}`, stack: `at ${key}`, snippet: key, value: key };
    const body = Buffer.from(JSON.stringify({ key }));
    const result = {
      error,
      errors: [error],
      attachments: [
        { name: 'a', contentType: 'text/plain', body },
        { name: 'b', contentType: 'text/markdown', path },
        { name: 'c', contentType: 'text/plain', path: join(folder, 'gone') },
      ],
      stdout: [key, Buffer.from(key)],
      stderr: [`the key is ${key}`],
    };
    maskEvidence(result, (text) => text.replaceAll(key, '<KEY>'));
    assert.ok(!JSON.stringify({ ...result, body: result.attachments[0]?.body?.toString() }).includes(key));
    assert.equal(result.attachments[0]?.body?.toString(), '{"key":"<KEY>"}');
    assert.equal(readFileSync(path, 'utf8'), 'see <KEY>');
    assert.deepEqual(result.stdout, ['<KEY><KEY>']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a value split between two chunks of output is masked, and values in steps and annotations', () => {
  const step = { title: `fill ${key}`, error: { message: key }, steps: [{ title: key, steps: [] }] };
  const result = {
    errors: [],
    attachments: [],
    stdout: [key.slice(0, 5), key.slice(5)],
    stderr: [],
    steps: [step],
    annotations: [{ type: 'observed', description: `\u001b[2J${key}` }],
  } as unknown as Parameters<typeof maskEvidence>[0];
  maskEvidence(result, (text) => text.replaceAll(key, '<KEY>'));
  assert.ok(!JSON.stringify(result).includes(key));
  assert.equal(result.annotations?.[0]?.description, String.raw`\u001b[2J<KEY>`);
});

test('masking keeps the kind of a failure, whatever the key', () => {
  for (const kind of failureKinds) {
    const error = { message: `Error: ${kind}`, cause: reportedKind(kind) };
    const result = { errors: [error], attachments: [], stdout: [], stderr: [] };
    maskEvidence(result, maskFor({ secretKey: kind, publishableKey: '' }));
    assert.equal(kindOf(error), kind);
    assert.equal(error.message, 'Error: <SECRET_KEY>');
  }
});

test('active content is attached as plain text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const path = join(folder, 'page.html');
    writeFileSync(path, '<script>alert(1)</script>');
    const attachments = [
      { name: 'a', contentType: 'text/html', body: Buffer.from('<script>') },
      { name: 'b', contentType: 'image/svg+xml; charset=utf-8', path },
      { name: 'd', contentType: 'text/markdown', body: Buffer.from('![picture](https://example.com)') },
      { name: 'c', contentType: 'image/png', body: Buffer.from('kept') },
    ];
    maskEvidence({ errors: [], attachments, stdout: [], stderr: [] }, (text) => text);
    assert.deepEqual(
      attachments.map(({ contentType }) => contentType),
      ['text/plain', 'text/plain', 'text/plain', 'image/png'],
    );
    assert.equal(attachments[1]?.path, undefined);
    assert.equal(attachments[1]?.body?.toString(), '<script>alert(1)</script>');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a huge error is shortened with a note of its size', () => {
  const result = { errors: [{ message: 'x'.repeat(1_000_000) }], attachments: [], stdout: [], stderr: [] };
  maskEvidence(result, (text) => text);
  assert.ok(result.errors[0]!.message.length < 30_000);
  assert.match(result.errors[0]!.message, /1000000 characters in all\)$/);
});
