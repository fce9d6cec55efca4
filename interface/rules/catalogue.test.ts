import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from './catalogue.ts';
import { capabilitiesOfTags, covers, needs, rulesOfTags } from './covers.ts';
import { hasTests } from './levels.ts';

const rows = Object.entries(catalogue);

test('no id is a prefix of another one, so that --grep @id selects one rule', () => {
  for (const [id] of rows) {
    assert.match(id, /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.deepEqual(
      rows.filter(([other]) => other !== id && other.startsWith(id)),
      [],
    );
  }
});

test('observe rules are questions, and no two rules have the same sentence in a section', () => {
  for (const [id, { level, sentence }] of rows) {
    if (level !== 'excluded') assert.equal(sentence.endsWith('?'), level === 'observe', id);
  }
  assert.equal(new Set(rows.map(([, { sentence, sections }]) => `${sentence} ${sections[0]}`)).size, rows.length);
});

test('every rule names its sections once, and rules without tests give a reason', () => {
  for (const [id, { level, sections, reason }] of rows) {
    assert.ok(sections.length > 0 && sections.every((section) => /^\d+(\.\d+)?$/.test(section)), id);
    assert.equal(new Set(sections).size, sections.length, id);
    assert.equal(reason !== undefined && reason.length > 10, !hasTests(level), id);
  }
});

test('the tags of a test name its rules and the capabilities it needs', () => {
  const { tag } = needs('operator-b', covers('txn.amount-type', 'checkout.url'));
  assert.deepEqual(rulesOfTags(tag), ['txn.amount-type', 'checkout.url']);
  assert.deepEqual(capabilitiesOfTags(tag), ['operator-b', 'checkout']);
  assert.ok(tag.includes('@section-2.1') && tag.includes('@must'));
});
