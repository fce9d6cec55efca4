import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Proof } from '../faults/proof.ts';
import { catalogue } from '../rules/catalogue.ts';
import { certificateIn } from './certificate.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 24 * 60 * 60 * 1000;

const faultOf = (rule: string): Proof['faults'][number] => ({
  name: `${rule}-broken`,
  rule,
  what: 'breaks it',
  killed: true,
  killedBy: ['a test'],
  missedBy: [],
  collateral: [],
});

/** A proof in which every must rule has a fault that was found. */
const proof: Proof = {
  version: 1,
  suite: 'abc',
  provenAt: new Date(now - day).toISOString(),
  whole: true,
  faults: Object.entries(catalogue).flatMap(([id, { level }]) => (level === 'must' ? [faultOf(id)] : [])),
  rulesWithoutFault: [],
  failedWithoutFault: [],
  testsThatKilledNothing: [],
};

const certificate = (t: TestContext, content: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'faults.json');
  writeFileSync(file, content);
  return certificateIn(file, 'abc', 14, now);
};

const why = (t: TestContext, changes: Partial<Proof>): string => {
  const found = certificate(t, JSON.stringify({ ...proof, ...changes }));
  return 'why' in found ? found.why : 'holds';
};

test('a proof of this suite, whole and fresh, is a certificate', (t) => {
  const found = certificate(t, JSON.stringify(proof));
  assert.deepEqual(found, { suite: 'abc', provenAt: proof.provenAt, faults: proof.faults.length });
});

test('any other says why it is none', (t) => {
  const [first, ...others] = proof.faults;
  assert.ok(first);
  assert.match(why(t, { suite: 'abd' }), /another state of the suite/);
  assert.match(why(t, { suite: null }), /another state of the suite/);
  assert.match(why(t, { provenAt: new Date(now - 15 * day).toISOString() }), /older than 14 days/);
  assert.match(why(t, { provenAt: 'yesterday' }), /older than 14 days/);
  assert.match(why(t, { whole: false }), /a part of the faults/);
  assert.match(why(t, { faults: others }), /a part of the faults/);
  assert.match(why(t, { faults: [{ ...first, killed: false, killedBy: [] }, ...others] }), /does not prove itself/);
  assert.match(why(t, { failedWithoutFault: [{ test: 'x', verdict: 'fail' }] }), /does not prove itself: x/);
  assert.ok('why' in certificate(t, '{"faults":'));
  assert.ok('why' in certificate(t, '{}'));
  assert.ok('why' in certificateIn('/nowhere/faults.json', 'abc', 14));
});
