import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fingerprintOf } from '../keys.ts';
import { sealFiles } from '../seal.ts';
import { manifestOf, sealedFolder } from './manifest.ts';
import { verifySignOff } from '../verify.ts';

const issuer = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const issuedAt = new Date('2026-11-21T12:00:00Z');
const expiresAt = new Date('2026-12-05T12:00:00Z');

const sealed = (t: TestContext, key?: typeof issuer): string => sealedFolder(t, manifestOf(issuedAt), key?.privateKey);

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

test('an unchanged sign-off is valid until it expires', (t) => {
  const folder = sealed(t, issuer);
  const at = (time: Date) => verifySignOff(folder, issuer.publicKey, time.getTime());
  assert.deepEqual([at(issuedAt).changes, at(issuedAt).signature, at(issuedAt).expired], [[], 'good', false]);
  assert.equal(at(new Date(expiresAt.getTime() + 1)).expired, true);
  assert.equal(verifySignOff(sealed(t), undefined).signature, 'unsigned');
  assert.deepEqual(verifySignOff(sealed(t), undefined).changes, []);
});

for (const key of [issuer, undefined]) {
  test(`a changed byte of any file of ${key ? 'a signed' : 'an unsigned'} sign-off is detected`, (t) => {
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
      assert.notDeepEqual(verifySignOff(folder, key?.publicKey).changes, [], `${name}, truncated`);
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

test('added files and folders are detected', (t) => {
  const folder = sealed(t, issuer);
  writeFileSync(join(folder, '.hidden'), '');
  assert.match(verifySignOff(folder, issuer.publicKey).changes.join(), /\.hidden was added/);
  rmSync(join(folder, '.hidden'));
  mkdirSync(join(folder, 'more'));
  assert.match(verifySignOff(folder, issuer.publicKey).changes.join(), /more is not a regular file/);
});

test('only the issuer can seal a sign-off', (t) => {
  const forged = sealed(t, stranger);
  assert.equal(verifySignOff(forged, issuer.publicKey).signature, 'bad');
  const manifest = join(forged, sealFiles.manifest);
  const swapped = readFileSync(manifest, 'utf8').replace(
    fingerprintOf(stranger.publicKey),
    fingerprintOf(issuer.publicKey),
  );
  writeFileSync(manifest, swapped);
  assert.equal(verifySignOff(forged, issuer.publicKey).signature, 'bad');
  assert.equal(verifySignOff(sealed(t), issuer.publicKey).signature, 'bad', 'a removed signature');
  const stripped = sealed(t, issuer);
  rmSync(join(stripped, sealFiles.signature));
  assert.equal(verifySignOff(stripped, undefined).signature, 'bad');
});

test('a sign-off issued in the future is detected', (t) => {
  const folder = sealed(t, issuer);
  const at = (time: number) => verifySignOff(folder, issuer.publicKey, time).fromTheFuture;
  assert.deepEqual(
    [at(issuedAt.getTime() - 10 * 60_000), at(issuedAt.getTime() - 60_000), at(issuedAt.getTime())],
    [true, false, false],
  );
});

test('an unchecked signature is not reported as good', (t) => {
  const { signature, changes } = verifySignOff(sealed(t, issuer), undefined);
  assert.deepEqual([signature, changes], ['no key to check it with', []]);
});
