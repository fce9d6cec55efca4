import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameRunFolder, runMark } from '../network/run-folder.ts';
import { freshReference, newReference, withReference } from '../references.ts';

const form = /^Ref-[\da-f]{16}-X$/;

test('references are unique and begin with the mark of the run', (t) => {
  t.after(() => delete process.env.CONFORMANCE_RUN_FOLDER);
  assert.notEqual(newReference(), newReference());
  assert.match(newReference(), form);
  nameRunFolder();
  const mark = runMark() ?? '';
  assert.match(newReference(), form);
  assert.ok(mark.length === 6 && newReference().startsWith(`Ref-${mark}`));
});

test('a placeholder is replaced by a new reference each time a body is sent', () => {
  const body = JSON.stringify({ transaction_reference: freshReference });
  const [first, second] = [1, 2].map(() => String(JSON.parse(withReference(body)).transaction_reference));
  assert.match(first ?? '', form);
  assert.notEqual(first, second);
  assert.equal(withReference('{"amount":1}'), '{"amount":1}');
});
