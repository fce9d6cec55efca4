import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { maskEvidence } from './mask-evidence.ts';

const key = 'sk_test_planted';

test('errors, attachments, their files and output are masked where they are', () => {
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
    assert.deepEqual(result.stdout, ['<KEY>', '<KEY>']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
