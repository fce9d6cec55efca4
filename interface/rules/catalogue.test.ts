import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilityOf } from './capabilities.ts';
import { catalogue, type RuleId } from './catalogue.ts';
import { hasTests } from './levels.ts';
import { rule, ruleOfTags } from './rule.ts';

const rows = Object.entries(catalogue);

test('the catalogue has more than 150 rows', () => {
  assert.ok(rows.length > 150, `${rows.length} rows`);
});

test('no id is a prefix of another one, so that --grep @id selects one rule', () => {
  const clashes = rows.flatMap(([id]) =>
    rows.map(([other]) => [id, other]).filter(([a, b]) => a !== b && b?.startsWith(a ?? '')),
  );
  assert.deepEqual(clashes, []);
});

test('ids are a subject and a name in lower case', () => {
  for (const [id] of rows) assert.match(id, /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('no two rules have the same sentence', () => {
  assert.equal(new Set(rows.map(([, { sentence, sections }]) => `${sentence} ${sections[0]}`)).size, rows.length);
});

test('observe rules are questions, all others are statements, and none says "should"', () => {
  for (const [id, { level, sentence }] of rows) {
    assert.doesNotMatch(sentence, /\bshould\b/, id);
    assert.doesNotMatch(sentence, /\.$/, id);
    if (level !== 'excluded') assert.equal(sentence.endsWith('?'), level === 'observe', id);
  }
});

test('every rule names its sections once, and rules without tests give a reason', () => {
  for (const [id, { level, sections, reason }] of rows) {
    assert.ok(sections.length > 0 && sections.every((section) => /^\d+(\.\d+)?$/.test(section)), id);
    assert.equal(new Set(sections).size, sections.length, id);
    assert.equal(reason !== undefined && reason.length > 10, !hasTests(level), id);
  }
});

test('the evidence for reviews consists of observe rules', () => {
  for (const [id, { evidence = [] }] of rows)
    for (const one of evidence) assert.equal(catalogue[one as RuleId]?.level, 'observe', `${id}: ${one}`);
});

test('the tags of a test name its rule and the capabilities it needs', () => {
  const [title, { tag, annotation }] = rule('txn.amount-type', 'operator B');
  assert.equal(title, `${catalogue['txn.amount-type'].sentence} · operator B`);
  assert.deepEqual(tag, [
    '@txn.amount-type',
    '@must',
    '@needs-operator-b',
    '@section-4.1',
    '@section-2.1',
    '@section-7',
  ]);
  assert.ok(
    annotation.some(({ type, description }) => type === 'allure.label.story' && description === 'txn.amount-type'),
  );
  assert.equal(ruleOfTags(tag)?.id, 'txn.amount-type');
  assert.equal(ruleOfTags(['@nothing']), undefined);
});

test('capabilities follow from ids', () => {
  assert.equal(capabilityOf('callback-delete.unknown-id' as RuleId), 'callback-deletion');
  assert.equal(capabilityOf('txn.amount-type'), undefined);
});
