import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fingerprintOf } from './keys.ts';
import { seal, sealFiles, type Manifest } from './seal.ts';
import { verifySignOff } from './verify.ts';

const issuer = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const issuedAt = new Date('2026-11-21T12:00:00Z');
const expiresAt = new Date('2026-12-05T12:00:00Z');

/** A sealed folder with two artefacts. */
const sealed = (t: TestContext, key?: typeof issuer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>GO</title>');
  writeFileSync(join(folder, 'signoff.pdf'), Buffer.from([0x25, 0x50, 0xff, 0x00, 0x0a]));
  const facts: Omit<Manifest, 'files'> = {
    version: 1,
    verdict: 'GO',
    knownDeviations: 0,
    reasons: ['none is broken'],
    rehearsal: false,
    target: 'staging',
    host: 'staging.example.com',
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    suite: { hash: '0'.repeat(64), version: '1.0.0', commit: 'abc' },
    proof: { provenAt: issuedAt.toISOString(), faults: 1 },
    run: { startedAt: issuedAt.toISOString(), verdict: 'conforming' },
    settings: { SECRET_KEY: 'set' },
    publicKey: key ? fingerprintOf(key.publicKey) : null,
  };
  seal(folder, facts, key?.privateKey);
  return folder;
};

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

test('a sign-off is as it was issued until it expires', (t) => {
  const folder = sealed(t, issuer);
  const at = (time: Date) => verifySignOff(folder, issuer.publicKey, time.getTime());
  assert.deepEqual([at(issuedAt).changes, at(issuedAt).signature, at(issuedAt).expired], [[], 'good', false]);
  assert.equal(at(new Date(expiresAt.getTime() + 1)).expired, true);
  assert.equal(verifySignOff(sealed(t), undefined).signature, 'unsigned');
  assert.deepEqual(verifySignOff(sealed(t), undefined).changes, []);
});

for (const key of [issuer, undefined]) {
  test(`a changed byte of any file of ${key ? 'a signed' : 'an unsigned'} sign-off is noticed`, (t) => {
    const folder = sealed(t, key);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const whole = readFileSync(file);
      const isSeal = Object.values<string>(sealFiles).includes(name);
      const some = [0, whole.length >> 1, whole.length - 1];
      for (const at of isSeal ? whole.keys() : some) {
        flip(file, at);
        assert.notDeepEqual(verifySignOff(folder, key?.publicKey).changes, [], `${name}, byte ${at}`);
        writeFileSync(file, whole);
      }
      writeFileSync(file, whole.subarray(0, -1));
      assert.notDeepEqual(verifySignOff(folder, key?.publicKey).changes, [], `${name}, cut off`);
      writeFileSync(file, whole);
      appendFileSync(file, '\n');
      assert.notDeepEqual(verifySignOff(folder, key?.publicKey).changes, [], `${name}, longer`);
      writeFileSync(file, '');
      assert.notDeepEqual(verifySignOff(folder, key?.publicKey).changes, [], `${name}, empty`);
      rmSync(file);
      assert.notDeepEqual(verifySignOff(folder, key?.publicKey).changes, [], `${name}, missing`);
      writeFileSync(file, whole);
    }
    assert.deepEqual(verifySignOff(folder, key?.publicKey).changes, []);
  });
}

test('what was added is noticed, whatever it is', (t) => {
  const folder = sealed(t, issuer);
  writeFileSync(join(folder, '.hidden'), '');
  assert.match(verifySignOff(folder, issuer.publicKey).changes.join(), /\.hidden was added/);
  rmSync(join(folder, '.hidden'));
  mkdirSync(join(folder, 'more'));
  assert.match(verifySignOff(folder, issuer.publicKey).changes.join(), /more is no ordinary file/);
});

test('nobody but the issuer can seal anew', (t) => {
  const forged = sealed(t, stranger);
  assert.equal(verifySignOff(forged, issuer.publicKey).signature, 'bad');
  const manifest = join(forged, sealFiles.manifest);
  const swapped = readFileSync(manifest, 'utf8').replace(
    fingerprintOf(stranger.publicKey),
    fingerprintOf(issuer.publicKey),
  );
  writeFileSync(manifest, swapped);
  assert.equal(verifySignOff(forged, issuer.publicKey).signature, 'bad');
  assert.equal(verifySignOff(sealed(t), issuer.publicKey).signature, 'bad', 'a signature that was taken away');
  const stripped = sealed(t, issuer);
  rmSync(join(stripped, sealFiles.signature));
  assert.equal(verifySignOff(stripped, undefined).signature, 'bad');
});

test('a signature that nobody checked is not called good', (t) => {
  const { signature, changes } = verifySignOff(sealed(t, issuer), undefined);
  assert.deepEqual([signature, changes], ['no key to check it with', []]);
});
