import { sign, verify, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const files = { proof: 'faults.json', signature: 'faults.sig' } as const;

// A signature under anything else, such as a sign-off, is none under a proof.
const signedBytes = (proof: string): Buffer => Buffer.from(`proof of faults\n${proof}`);

/**
 * Writes the text of a proof, and beside it a signature over exactly these bytes.
 *
 * @param folder the reports
 * @param key without one there is no signature, and an earlier one goes
 */
export const keepProof = (folder: string, proof: string, key: KeyObject | undefined): void => {
  rmSync(join(folder, files.signature), { force: true });
  writeFileSync(join(folder, files.proof), proof);
  if (!key) return;
  writeFileSync(join(folder, files.signature), `${sign(null, signedBytes(proof), key).toString('base64')}\n`);
};

/**
 * The text of the proof in a folder, if the holder of a key has signed it: anybody can write a file.
 *
 * @returns why it is not to be relied on, where it is not
 */
export const sealedProofIn = (folder: string, publicKey: KeyObject): { text: string } | { why: string } => {
  const [proof, signature] = [join(folder, files.proof), join(folder, files.signature)];
  if (!existsSync(proof)) return { why: 'there is no proof that the suite finds faults' };
  if (!existsSync(signature)) return { why: 'the proof that is there is not signed' };
  const text = readFileSync(proof, 'utf8');
  const bytes = Buffer.from(readFileSync(signature, 'utf8'), 'base64');
  return verify(null, signedBytes(text), publicKey, bytes)
    ? { text }
    : { why: 'the proof that is there was changed, or signed by another key' };
};
