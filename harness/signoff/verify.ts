import { verify as isSignedBy, type KeyObject } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './keys.ts';
import { manifestSchema, sealFiles, sha256, signatureText, skewMs, sumsOf, type Manifest } from './seal.ts';

/** The result of verifying a sign-off. */
export interface Verification {
  /** Undefined when signoff.json cannot be read. */
  manifest: Manifest | undefined;
  /** The changes since it was issued; empty when there are none. */
  changes: string[];
  /** With `unsigned`, changes of both files and digests cannot be detected. */
  signature: 'good' | 'bad' | 'unsigned' | 'no key to check it with';
  expired: boolean;
  /** Whether it was issued later than now, by more than the accepted clock difference. */
  fromTheFuture: boolean;
}

/**
 * Verifies that a sign-off is unchanged. All returned facts come from the signed bytes, or are compared with a digest
 * in them.
 *
 * @param key the trusted public key; never read from the folder itself
 * @throws when there is no such folder
 */
export const verifySignOff = (folder: string, key: KeyObject | undefined, now = Date.now()): Verification => {
  const names = readdirSync(folder);
  const has = (name: string): boolean => names.includes(name) && lstatSync(join(folder, name)).isFile();
  const irregular = names.filter((name) => !has(name)).map((name) => `${name} is not a regular file`);
  // Read once, so that the file cannot be replaced between check and use.
  const bytes = has(sealFiles.manifest) ? readFileSync(join(folder, sealFiles.manifest)) : undefined;
  const manifest = bytes && manifestIn(bytes);
  const signature = signatureOf(has(sealFiles.signature) ? folder : undefined, bytes, manifest, key);
  const fromTheFuture = manifest !== undefined && Date.parse(manifest.issuedAt) > now + skewMs;
  if (!manifest || irregular.length > 0) {
    const unreadable = manifest ? [] : [`${sealFiles.manifest} is missing or not readable`];
    return { manifest, changes: [...unreadable, ...irregular], signature, expired: false, fromTheFuture };
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
      ? [`${sealFiles.manifest} or ${sealFiles.signature} was changed, or signed with another key`]
      : []),
    ...(hasSums(folder, has(sealFiles.sums)) ? [] : [`${sealFiles.sums} does not match the files`]),
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
 * Checks the signature. With a trusted key, a missing signature is as bad as a wrong one.
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
