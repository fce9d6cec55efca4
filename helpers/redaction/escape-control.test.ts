import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, escapeControlChars } from './escape-control.ts';

test('characters that control a terminal or the text direction are escaped', () => {
  const hostile = 'a\u001b[2J\u001b]0;title\u0007b\u009b31m\u202ec\u2066d\u200be\u0000\rf\u{e0041}';
  const shown = escapeControlChars(hostile);
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u200b-\u206f]|\u{e0041}/u);
  for (const part of [
    String.raw`\u001b[2J`,
    String.raw`\u202e`,
    String.raw`\u009b`,
    String.raw`\u000d`,
    String.raw`\ue0041`,
  ]) {
    assert.ok(shown.includes(part), `${part} in ${shown}`);
  }
  assert.equal(escapeControlChars('lines\r\n\tand émoji 👍🏽 عربي'), 'lines\n\tand émoji 👍🏽 عربي');
});

test('a truncated text states its original length', () => {
  assert.equal(cut('abc', 3), 'abc');
  assert.equal(cut('x'.repeat(70_000), 3), 'xxx… (cut, 70000 characters in all)');
});
