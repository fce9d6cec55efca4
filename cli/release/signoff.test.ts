import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verify as verifyHere } from './verify-signoff.ts';
import { sealFiles, sumsOf, type Manifest } from '../../harness/signoff/seal.ts';
import { manifestOf, sealedFolder } from '../../harness/signoff/tests/manifest.ts';

const program = fileURLToPath(new URL('./signoff.ts', import.meta.url));
const issuer = generateKeyPairSync('ed25519');

/** Runs the program as a user does, without any settings. */
const verify = (folder: string, ...args: string[]): number | null =>
  spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), program, '--verify', folder, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
  }).status;

test('--verify ends with 0 only for what is signed, valid and as required', (t) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'verifier-'));
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }));
  const publicKey = join(elsewhere, 'public.pem');
  writeFileSync(publicKey, issuer.publicKey.export({ type: 'spki', format: 'pem' }));
  const key = ['--public-key', publicKey];
  t.mock.method(console, 'log', () => {});
  const found = (folder: string, asked: Parameters<typeof verifyHere>[1] = {}): number =>
    verifyHere(folder, { 'public-key': publicKey, ...asked });
  const folder = (changes: Partial<Manifest> = {}, issuedAt = new Date()) =>
    sealedFolder(t, manifestOf(issuedAt, changes), issuer.privateKey);

  const good = folder();
  const commit = 'c0ffee10';
  assert.equal(verify(good, ...key, '--require', 'GO', '--host', 'staging.example.com', '--commit', commit), 0);
  assert.equal(verify(good, ...key, '--host', 'other.example.com'), 1);
  assert.equal(found(good, { commit: 'c0ffee2' }), 1);
  assert.equal(verify(good), 3, 'a signature without a key to check it');

  const refused = folder({ verdict: 'NO-GO' });
  assert.equal(found(refused), 0);
  assert.equal(found(refused, { require: ['GO'] }), 1);
  assert.equal(found(folder({}, new Date('2036-01-01')), { require: ['GO'] }), 2, 'of the future');
  assert.equal(found(folder({}, new Date('2025-01-01'))), 2, 'expired');

  // A forger who removes the signature also changes the signed files.
  const manifest = join(refused, sealFiles.manifest);
  const forged = { ...(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest), verdict: 'GO', publicKey: null };
  writeFileSync(manifest, JSON.stringify(forged));
  rmSync(join(refused, sealFiles.signature));
  writeFileSync(join(refused, sealFiles.sums), sumsOf(refused));
  assert.equal(verify(refused), 1, 'unsigned');
  assert.equal(found(refused, { 'allow-unsigned': true }), 1, 'unsigned, where a key is known');
  assert.equal(verify(refused, '--allow-unsigned'), 0);
  assert.throws(() => found(good, { require: ['PERHAPS'] }), /--require: write some of GO/);
});

test('the decisions of people are printed, and an altered one is detected', (t) => {
  const log = t.mock.method(console, 'log', () => {});
  const decision = { decision: 'rejected', by: 'Ada', at: '2026-11-20T12:00:00Z', until: '2027-05-19' };
  const reviews = [{ id: 'page.understood', required: true, state: 'rejected', decision }];
  const elsewhere = mkdtempSync(join(tmpdir(), 'verifier-'));
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }));
  const publicKey = join(elsewhere, 'public.pem');
  writeFileSync(publicKey, issuer.publicKey.export({ type: 'spki', format: 'pem' }));
  const folder = sealedFolder(t, manifestOf(new Date(), { reviews }), issuer.privateKey);
  assert.equal(verifyHere(folder, { 'public-key': publicKey }), 0);
  assert.match(
    String(log.mock.calls[0]?.arguments[0]),
    /^People {5}page\.understood rejected \(Ada, until 2027-05-19\)$/m,
  );
  const manifest = join(folder, sealFiles.manifest);
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('rejected', 'accepted'));
  writeFileSync(join(folder, sealFiles.sums), sumsOf(folder));
  assert.equal(verifyHere(folder, { 'public-key': publicKey }), 1);
});
