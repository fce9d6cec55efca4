import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Reads the key for signing.
 *
 * @throws when the file contains no Ed25519 private key; the message shows nothing of the file
 */
export const privateKeyIn = (file: string): KeyObject =>
  keyIn('private', 'the signing key', file, createPrivateKey, 'openssl genpkey -algorithm ed25519 -out FILE');

/** Reads the key for verification. Refuses a private key, which verification does not need. */
export const publicKeyIn = (name: string, file: string): KeyObject =>
  keyIn(
    'public',
    name,
    file,
    (pem) => {
      if (pem.includes('PRIVATE KEY')) throw new Error('private');
      return createPublicKey(pem);
    },
    'openssl pkey -in PRIVATE -pubout -out FILE',
  );

const keyIn = (
  kind: 'private' | 'public',
  name: string,
  file: string,
  read: (pem: string) => KeyObject,
  how: string,
): KeyObject => {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${name}: ${file} cannot be read; name a PEM file, made with: ${how}`);
  }
  try {
    const key = read(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Hide the parser's message, which may contain a part of the file.
  }
  throw new Error(`${name}: ${file} contains no Ed25519 ${kind} key; make one with: ${how}`);
};

/** The fingerprint of a public key: SHA256 of its DER form, in base64 without padding. */
export const fingerprintOf = (key: KeyObject): string => {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  const der = half.export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256')
    .update(der)
    .digest('base64')
    .replace(/={1,2}$/, '')}`;
};
