import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fingerprintOf } from './signing-keys.ts';

const manifestFile = 'signoff.json';
const signatureFile = 'signoff.sig';
/** The accepted difference between the clocks of two machines, in milliseconds. */
const skewMs = 5 * 60_000;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const manifestSchema = z.object({
  version: z.literal(2),
  decision: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE']),
  reasons: z.array(z.string()),
  rehearsal: z.boolean().describe('of the sandbox: no evidence about a staging'),
  approver: z.string(),
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
  if (key) writeFileSync(join(folder, signatureFile), `${sign(null, Buffer.from(text), key).toString('base64')}\n`);
};

/** What a verified sign-off has to be. */
export interface Requirements {
  /** Undefined accepts an unsigned one, which is only checked for consistency. */
  key: KeyObject | undefined;
  decisions?: readonly string[] | undefined;
  host?: string | undefined;
  commit?: string | undefined;
}

/**
 * Checks that a folder is as it was issued, valid and as required.
 *
 * @returns the manifest, the problems that refuse it, and whether it is only out of its time
 * @throws Error when the folder holds no sign-off
 */
export const verifySeal = (folder: string, { key, decisions, host, commit }: Requirements, now = Date.now()) => {
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
  const problems = [
    ...names.filter((name) => manifest.files[name] !== found[name]).map((name) => `${name}: changed, missing or added`),
    ...(key === undefined || isSignedBy(key, folder, text) ? [] : [`${manifestFile}: not signed by the given key`]),
    ...(decisions && !decisions.includes(manifest.decision)
      ? [`the decision is ${manifest.decision}, not ${decisions.join(' or ')}`]
      : []),
    ...(host !== undefined && manifest.host !== host ? [`the target is ${manifest.host}, not ${host}`] : []),
    ...(commit !== undefined && !manifest.commit.startsWith(commit)
      ? [`the commit is ${manifest.commit}, not ${commit}`]
      : []),
  ];
  const isOutOfTime = Date.parse(manifest.issuedAt) > now + skewMs || Date.parse(manifest.expiresAt) < now;
  return { manifest, problems, isOutOfTime };
};

const isSignedBy = (key: KeyObject, folder: string, text: string): boolean => {
  try {
    const signature = Buffer.from(readFileSync(join(folder, signatureFile), 'utf8'), 'base64');
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
};

const digestsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== manifestFile && name !== signatureFile)
      .toSorted()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
