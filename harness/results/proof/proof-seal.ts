import { sign, verify, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const files = { proof: 'faults.json', signature: 'faults.sig' } as const;

// The prefix prevents the use of other signatures of the key, such as those of sign-offs.
const signedBytes = (proof: string): Buffer => Buffer.from(`proof of faults\n${proof}`);

/**
 * Writes a proof and its signature.
 *
 * @param folder the reports
 * @param key undefined to write no signature and remove an earlier one
 */
export const keepProof = (folder: string, proof: string, key: KeyObject | undefined): void => {
  rmSync(join(folder, files.signature), { force: true });
  writeFileSync(join(folder, files.proof), proof);
  if (!key) return;
  writeFileSync(join(folder, files.signature), `${sign(null, signedBytes(proof), key).toString('base64')}\n`);
};

/**
 * Reads a proof and verifies its signature.
 *
 * @returns its text, or why it cannot be accepted
 */
export const sealedProofIn = (folder: string, publicKey: KeyObject): { text: string } | { why: string } => {
  const [proof, signature] = [join(folder, files.proof), join(folder, files.signature)];
  if (!existsSync(proof)) return { why: 'there is no proof that the suite finds faults' };
  if (!existsSync(signature)) return { why: 'the existing proof is not signed' };
  const text = readFileSync(proof, 'utf8');
  const bytes = Buffer.from(readFileSync(signature, 'utf8'), 'base64');
  return verify(null, signedBytes(text), publicKey, bytes)
    ? { text }
    : { why: 'the existing proof was changed, or signed with another key' };
};
