import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirementsOf, unmet } from './requirements.ts';
import { manifestOf } from '../tests/manifest.ts';

const manifest = (changes = {}) => ({ ...manifestOf(new Date('2026-11-21T12:00:00Z'), changes), files: {} });
const count = (given: Parameters<typeof requirementsOf>[0], changes = {}): number =>
  unmet(manifest(changes), requirementsOf(given)).length;

test('each unmet requirement of a sign-off is reported', () => {
  assert.equal(count({}), 0);
  assert.equal(count({ require: ['GO'] }), 0);
  assert.equal(count({ require: ['go,NO-GO', 'INCONCLUSIVE'] }, { verdict: 'NO-GO' }), 0);
  assert.equal(count({ require: ['GO'] }, { verdict: 'NO-GO' }), 1);
  assert.equal(count({ host: 'Staging.example.com' }, { host: 'staging.example.com:8443' }), 0);
  assert.equal(count({ host: 'staging.example.com:8444' }, { host: 'staging.example.com:8443' }), 1);
  assert.equal(count({ host: 'example.com' }), 1);
  assert.equal(count({ host: '127.0.0.1' }, { host: '' }), 1);
  assert.equal(count({ commit: 'C0FFEE1' }), 0);
  assert.equal(count({ commit: 'c0ffee2' }), 1);
  assert.equal(count({ 'not-before': '2026-11-21' }), 0);
  assert.equal(count({ 'not-before': '2026-11-22' }), 1);
  assert.equal(count({ require: ['GO'], host: 'a', commit: 'c0ffee2' }, { verdict: 'NO-GO' }), 3);
});

test('an invalid requirement is refused with a description of the format', () => {
  assert.throws(() => requirementsOf({ require: ['YES'] }), /--require: write some of GO/);
  assert.throws(() => requirementsOf({ require: [''] }), /--require/);
  assert.throws(() => requirementsOf({ host: 'https://staging.example.com' }), /--host: write a host/);
  assert.throws(() => requirementsOf({ host: '' }), /--host/);
  assert.throws(() => requirementsOf({ commit: 'c0f' }), /--commit: write/);
  assert.throws(() => requirementsOf({ 'not-before': 'yesterday' }), /--not-before: write a date/);
});
