import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DeviationsError, isFor, readKnownDeviations } from './known-deviations.ts';

const entry = {
  rule: 'txn.amount-required',
  target: 'staging.example.com',
  fails: { error: 'the HTTP status is 200, not 400' },
  owner: 'payments-core',
  ticket: 'PAY-1',
  expires: '2027-01-31',
  reason: 'is being worked on',
};

const read = (content: unknown): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'known-'));
  const file = join(folder, 'list.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  try {
    readKnownDeviations(file);
    return [];
  } catch (error) {
    assert.ok(error instanceof DeviationsError);
    assert.match(error.message, /^The list of known deviations does not allow a run:\n {2}- /);
    return error.problems;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

test('a valid list is read, and a missing file is an error when the settings name it', () => {
  assert.deepEqual(read([entry, { ...entry, target: 'sandbox' }]), []);
  assert.deepEqual(read([{ ...entry, fails: { error: ['one finding', 'another one'], tests: ['operator A'] } }]), []);
  assert.throws(() => readKnownDeviations('/nowhere/known.json'), /KNOWN_DEVIATIONS: there is no file/);
});

test('all problems are reported at once, with entry and field', () => {
  const problems = read([
    { ...entry, expires: 'soon', ticket: '' },
    { ...entry, rule: 'txn.no-such-rule' },
    { ...entry, rule: 'balance.singular-path' },
    { ...entry, rule: 'webhook.signature' },
    { ...entry, target: 'https://staging.example.com', note: 'x' },
    { ...entry, fails: { error: 'Received:' } },
    { ...entry, fails: 'always' },
    'nonsense',
  ]);
  for (const part of [
    'entry 1 (txn.amount-required): expires: write a date, for example 2027-01-31',
    'entry 1 (txn.amount-required): ticket: write something',
    'entry 2 (txn.no-such-rule): there is no such rule; npm run rules lists them',
    'entry 3 (balance.singular-path): is no rule that can fail, its level is observe',
    'entry 4 (webhook.signature): is no rule that can fail, its level is excluded',
    'entry 5 (txn.amount-required): target: write sandbox, or a host such as',
    'entry 5 (txn.amount-required): has no field note',
    'entry 6 (txn.amount-required): fails.error: this is part of every failure',
    'entry 7 (txn.amount-required): fails: write { "error": ',
    'entry 8: ',
  ]) {
    assert.ok(
      problems.some((problem) => problem.startsWith(part)),
      `${part}\nis not in\n${problems.join('\n')}`,
    );
  }
});

test('a file that is not a list, repeats an entry or is too long is refused', () => {
  assert.match(read('{').join(), /is not valid JSON/);
  assert.match(read({}).join(), /write a list of entries/);
  assert.match(
    read([entry, { ...entry, target: 'STAGING.example.com:8443' }]).join(),
    /same rule and target as entry 1/,
  );
  const rules = ['txn.amount-type', 'txn.email-required', 'txn.currency-required'];
  assert.deepEqual(read(rules.map((rule) => ({ ...entry, rule }))), []);
  const many = Array.from({ length: 21 }, () => entry);
  assert.ok(read(many).some((one) => one.startsWith('staging.example.com: has 21 entries')));
});

test('a host without a port matches all its ports and no other host', () => {
  assert.ok(isFor({ target: '127.0.0.1:4000' }, '127.0.0.1-4000'));
  assert.ok(isFor({ target: 'Staging.Example.com' }, 'staging.example.com-8443'));
  assert.ok(isFor({ target: 'staging.example.com' }, 'staging.example.com'));
  assert.ok(!isFor({ target: 'staging.example.com:8443' }, 'staging.example.com'));
  assert.ok(!isFor({ target: 'staging' }, 'staging-two.example.com'));
  assert.ok(!isFor({ target: 'sandbox' }, 'sandbox-1'));
});
