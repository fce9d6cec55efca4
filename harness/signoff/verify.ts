import { verify as isSignedBy, type KeyObject } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './keys.ts';
import { manifestSchema, sealFiles, sha256, signatureText, skewMs, sumsOf, type Manifest } from './seal.ts';

/** What became of a sign-off since it was issued. */
export interface Verification {
  /** Undefined when signoff.json cannot be read. */
  manifest: Manifest | undefined;
  /** What is not as it was; empty when everything is. */
  changes: string[];
  /** `unsigned`: changes by somebody who also changes the digests cannot be seen. */
  signature: 'good' | 'bad' | 'unsigned' | 'no key to check it with';
  expired: boolean;
  /** Issued later than now, by more than clocks differ. */
  fromTheFuture: boolean;
}

/**
 * Looks whether a sign-off is as it was issued. Whatever is told about it stands in the bytes that the signature is
 * over, or is held against a digest in them.
 *
 * @param key the public key that is trusted; the folder itself is never asked for one
 * @throws when there is no such folder
 */
export const verifySignOff = (folder: string, key: KeyObject | undefined, now = Date.now()): Verification => {
  const names = readdirSync(folder);
  const has = (name: string): boolean => names.includes(name) && lstatSync(join(folder, name)).isFile();
  const strange = names.filter((name) => !has(name)).map((name) => `${name} is no ordinary file`);
  // Read once, so that nobody puts other bytes there between the check and the reading.
  const bytes = has(sealFiles.manifest) ? readFileSync(join(folder, sealFiles.manifest)) : undefined;
  const manifest = bytes && manifestIn(bytes);
  const signature = signatureOf(has(sealFiles.signature) ? folder : undefined, bytes, manifest, key);
  const fromTheFuture = manifest !== undefined && Date.parse(manifest.issuedAt) > now + skewMs;
  if (!manifest || strange.length > 0) {
    const unreadable = manifest ? [] : [`${sealFiles.manifest} is missing or not readable`];
    return { manifest, changes: [...unreadable, ...strange], signature, expired: false, fromTheFuture };
  }

  const seals: readonly string[] = Object.values(sealFiles);
  const others = names.filter((name) => !seals.includes(name));
  const changes = [
    ...Object.entries(manifest.files).flatMap(([name, digest]) => {
      if (!has(name)) return [`${name} is missing`];
      return sha256(readFileSync(join(folder, name))) === digest ? [] : [`${name} was changed`];
    }),
    ...others.filter((name) => !Object.hasOwn(manifest.files, name)).map((name) => `${name} was added`),
    ...(signature === 'bad'
      ? [`${sealFiles.manifest} or ${sealFiles.signature} was changed, or another key signed`]
      : []),
    ...(hasSums(folder, has(sealFiles.sums)) ? [] : [`${sealFiles.sums} does not fit the files`]),
  ];
  return { manifest, changes, signature, expired: now > Date.parse(manifest.expiresAt), fromTheFuture };
};

const manifestIn = (bytes: Buffer): Manifest | undefined => {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
};

/**
 * Whoever trusts a key expects a signature: one that was taken away is as bad as a wrong one.
 *
 * @param folder undefined when it has no signature
 */
const signatureOf = (
  folder: string | undefined,
  bytes: Buffer | undefined,
  manifest: Manifest | undefined,
  key: KeyObject | undefined,
): Verification['signature'] => {
  if (!folder) return key || manifest?.publicKey ? 'bad' : 'unsigned';
  if (!bytes || !manifest || manifest.publicKey === null) return 'bad';
  const text = readFileSync(join(folder, sealFiles.signature), 'utf8');
  const signature = Buffer.from(text, 'base64');
  if (text !== signatureText(signature)) return 'bad';
  if (!key) return 'no key to check it with';
  const fits = manifest.publicKey === fingerprintOf(key) && isSignedBy(null, bytes, key, signature);
  return fits ? 'good' : 'bad';
};

const hasSums = (folder: string, isThere: boolean): boolean =>
  isThere && readFileSync(join(folder, sealFiles.sums), 'utf8') === sumsOf(folder);
