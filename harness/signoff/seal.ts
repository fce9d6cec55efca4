import { createHash, sign, type KeyObject } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The files that seal a folder; signoff.json has the digests of all others. */
export const sealFiles = { manifest: 'signoff.json', signature: 'signoff.sig', sums: 'SHA256SUMS' } as const;

/** The accepted difference between the clocks of two machines, in milliseconds. */
export const skewMs = 5 * 60 * 1000;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The content of signoff.json. Further fields are allowed. */
export const manifestSchema = z.object({
  version: z.literal(1),
  verdict: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE']),
  knownDeviations: z.int().nonnegative(),
  reasons: z.array(z.string()),
  rehearsal: z.boolean().describe('of the sandbox: no evidence about a staging system'),
  target: z.enum(['sandbox', 'staging']),
  host: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  suite: z.object({
    hash: digest,
    version: z.string(),
    commit: z.string().describe('empty for a package'),
    package: z.string().optional().describe('name and version, if it is installed as a package'),
  }),
  folder: z.object({ commit: z.string() }).optional().describe('of the target, if it has one'),
  packages: z
    .object({ hash: digest, proven: z.int().nonnegative(), unproven: z.array(z.string()) })
    .optional()
    .describe('the installed packages, and how many match package-lock.json; absent in earlier versions'),
  clock: z
    .object({ answers: z.int().nonnegative(), aheadSeconds: z.int().nullable() })
    .optional()
    .describe("seconds by which the target's clock is ahead of this machine's; null without Date headers"),
  proof: z.object({ provenAt: z.iso.datetime(), faults: z.int().positive() }),
  run: z.object({ startedAt: z.iso.datetime(), verdict: z.string() }),
  reviews: z
    .array(
      z.object({
        id: z.string(),
        required: z.boolean(),
        state: z.string(),
        decision: z
          .object({ decision: z.string(), by: z.string(), at: z.iso.datetime(), until: z.iso.date() })
          .nullable(),
      }),
    )
    .optional()
    .describe('the manual reviews; absent in earlier versions'),
  settings: z.record(z.string(), z.string()).describe('the settings that are set; secrets only as "set"'),
  publicKey: z.string().nullable().describe('fingerprint of the signing key; null when unsigned'),
  files: z.record(z.string(), digest).describe('SHA-256 of every other file in the folder'),
});
export type Manifest = z.output<typeof manifestSchema>;

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/**
 * Seals a folder: writes the digests of all files to signoff.json, a signature of that file, and SHA256SUMS for
 * verification with `sha256sum --check`.
 *
 * @param key undefined to seal without signature
 */
export const seal = (folder: string, facts: Omit<Manifest, 'files'>, key: KeyObject | undefined): void => {
  const content = (name: string): Buffer => readFileSync(join(folder, name));
  const files = Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, sha256(content(name))]),
  );
  writeFileSync(join(folder, sealFiles.manifest), `${JSON.stringify({ ...facts, files }, null, 2)}\n`);
  if (key) {
    const signature = sign(null, content(sealFiles.manifest), key);
    writeFileSync(join(folder, sealFiles.signature), signatureText(signature));
  }
  writeFileSync(join(folder, sealFiles.sums), sumsOf(folder));
};

/** The exact text of a signature file; verification accepts no other. */
export const signatureText = (signature: Buffer): string => `${signature.toString('base64')}\n`;

/** The content of SHA256SUMS for the current files of a folder. */
export const sumsOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name !== sealFiles.sums)
    .sort()
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
    .join('');
