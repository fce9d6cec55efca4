import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fingerprintOf } from './signing-keys.ts';

const manifestFile = 'signoff.json';
const signatureFile = 'signoff.sig';
/** Of a second person, over the same document. */
const secondFile = 'signoff-second.json';
const secondSignatureFile = 'signoff-second.sig';
const ownFiles: readonly string[] = [manifestFile, signatureFile, secondFile, secondSignatureFile];
/** The accepted difference between the clocks of two machines, in milliseconds. */
const skewMs = 5 * 60_000;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const manifestSchema = z.object({
  version: z.literal(2),
  decision: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE']),
  reasons: z.array(z.string()),
  rehearsal: z.boolean().describe('of the sandbox: no evidence about a staging'),
  approver: z.string(),
  approvals: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('how many people have to sign'),
  target: z.enum(['sandbox', 'staging']),
  host: z.string(),
  commit: z.string().describe('of the suite'),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  publicKey: z.string().nullable().describe('fingerprint of the signing key; null when unsigned'),
  files: z.record(z.string(), digest).describe('SHA-256 of every other file in the folder'),
});

/** The facts of a sign-off, as in signoff.json. */
export type Manifest = z.output<typeof manifestSchema>;

/** Writes signoff.json with the digests of all files of a folder, and its signature when there is a key. */
export const seal = (
  folder: string,
  facts: Omit<Manifest, 'version' | 'files' | 'publicKey'>,
  key: KeyObject | undefined,
): void => {
  const manifest: Manifest = {
    version: 2,
    ...facts,
    publicKey: key ? fingerprintOf(key) : null,
    files: digestsOf(folder),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, manifestFile), text);
  if (key) writeFileSync(join(folder, signatureFile), signatureOf(text, key));
};

const signatureOf = (text: string, key: KeyObject): string =>
  `${sign(null, Buffer.from(text), key).toString('base64')}\n`;

const secondSchema = z.object({
  approver: z.string(),
  signedAt: z.iso.datetime(),
  document: digest.describe('SHA-256 of signoff.json'),
});

/** The approval of a second person, as in signoff-second.json. */
type Second = z.output<typeof secondSchema>;

/**
 * Adds the approval of a second person to a sign-off that was verified.
 *
 * @throws Error when the name or the key is that of the first one
 */
export const signAgain = (folder: string, manifest: Manifest, approver: string, key: KeyObject): void => {
  const isSame = approver.trim().toLowerCase() === manifest.approver.trim().toLowerCase();
  if (isSame || fingerprintOf(key) === manifest.publicKey)
    throw new Error('A second person signs, with a name and a key of their own.');
  if (manifest.publicKey === null) throw new Error('Nobody has signed it: the first person signs when it is issued.');
  const document = sha256(readFileSync(join(folder, manifestFile)));
  const text = `${JSON.stringify({ approver, signedAt: new Date().toISOString(), document } satisfies Second, null, 2)}\n`;
  writeFileSync(join(folder, secondFile), text);
  writeFileSync(join(folder, secondSignatureFile), signatureOf(text, key));
};

/** What a verified sign-off has to be. */
export interface Requirements {
  /**
   * The keys of those who sign, one or two; as many signatures are required. Without one, an unsigned sign-off is accepted,
   * which is only checked for consistency.
   */
  keys: readonly KeyObject[];
  decisions?: readonly string[] | undefined;
  host?: string | undefined;
  commit?: string | undefined;
}

/**
 * Checks that a folder is as it was issued, valid and as required.
 *
 * @returns the manifest, a second approval, the problems that refuse it, and whether it is only out of its time
 * @throws Error when the folder holds no sign-off
 */
export const verifySeal = (folder: string, { keys, decisions, host, commit }: Requirements, now = Date.now()) => {
  let text: string;
  let manifest: Manifest;
  try {
    text = readFileSync(join(folder, manifestFile), 'utf8');
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${folder} holds no sign-off of this version: ${manifestFile} is missing or damaged`);
  }
  const found = digestsOf(folder);
  const names = [...new Set([...Object.keys(manifest.files), ...Object.keys(found)])];
  const [first] = keys.filter((key) => isSignedBy(key, folder, signatureFile, text));
  const others = keys.filter((key) => key !== first);
  const second = secondIn(folder, text, others);
  const needed = keys.length === 0 ? 0 : Math.max(keys.length, manifest.approvals);
  const problems = [
    ...names.filter((name) => manifest.files[name] !== found[name]).map((name) => `${name}: changed, missing or added`),
    ...(keys.length > 0 && !first ? [`${manifestFile}: not signed by the given key`] : []),
    ...(needed > 1 && !second
      ? [`${secondFile}: not signed by a second person, whose key has to be given as well (--sign adds it)`]
      : []),
    ...(decisions && !decisions.includes(manifest.decision)
      ? [`the decision is ${manifest.decision}, not ${decisions.join(' or ')}`]
      : []),
    ...(host !== undefined && manifest.host !== host ? [`the target is ${manifest.host}, not ${host}`] : []),
    ...(commit !== undefined && !manifest.commit.startsWith(commit)
      ? [`the commit is ${manifest.commit}, not ${commit}`]
      : []),
  ];
  const isOutOfTime = Date.parse(manifest.issuedAt) > now + skewMs || Date.parse(manifest.expiresAt) < now;
  return { manifest, second, problems, isOutOfTime };
};

/** The second approval; undefined when there is none, or it is not of this document and by one of the keys. */
const secondIn = (folder: string, manifest: string, keys: readonly KeyObject[]): Second | undefined => {
  try {
    const text = readFileSync(join(folder, secondFile), 'utf8');
    const second = secondSchema.parse(JSON.parse(text));
    const isSigned = keys.some((key) => isSignedBy(key, folder, secondSignatureFile, text));
    return isSigned && second.document === sha256(manifest) ? second : undefined;
  } catch {
    return undefined;
  }
};

const isSignedBy = (key: KeyObject, folder: string, file: string, text: string): boolean => {
  try {
    return verify(null, Buffer.from(text), key, Buffer.from(readFileSync(join(folder, file), 'utf8'), 'base64'));
  } catch {
    return false;
  }
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

const digestsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !ownFiles.includes(name))
      .toSorted()
      .map((name) => [name, sha256(readFileSync(join(folder, name)))]),
  );
