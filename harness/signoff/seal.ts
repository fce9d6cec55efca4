import { createHash, sign, type KeyObject } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The files that seal a folder; all others have their digest in signoff.json. */
export const sealFiles = { manifest: 'signoff.json', signature: 'signoff.sig', sums: 'SHA256SUMS' } as const;

/** Milliseconds between the clocks of two machines that agree all the same. */
export const skewMs = 5 * 60 * 1000;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The content of signoff.json. Further fields are allowed. */
export const manifestSchema = z.object({
  version: z.literal(1),
  verdict: z.enum(['GO', 'NO-GO', 'INCONCLUSIVE']),
  knownDeviations: z.int().nonnegative(),
  reasons: z.array(z.string()),
  rehearsal: z.boolean().describe('of the sandbox: no evidence about any staging'),
  target: z.enum(['sandbox', 'staging']),
  host: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  suite: z.object({
    hash: digest,
    version: z.string(),
    commit: z.string().describe('empty for a package'),
    package: z.string().optional().describe('name and version, where it is installed as a package'),
  }),
  folder: z.object({ commit: z.string() }).optional().describe('of the target, where it has one of its own'),
  packages: z
    .object({ hash: digest, proven: z.int().nonnegative(), unproven: z.array(z.string()) })
    .optional()
    .describe('what lay in node_modules, and how much of it is what package-lock.json names; absent in earlier ones'),
  clock: z
    .object({ answers: z.int().nonnegative(), aheadSeconds: z.int().nullable() })
    .optional()
    .describe("how far the target's clock is ahead of that of this machine; null when no answer said its time"),
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
    .describe('what people decided; absent in earlier ones'),
  settings: z.record(z.string(), z.string()).describe('those that are set; secrets only as "set"'),
  publicKey: z.string().nullable().describe('fingerprint of the key that signed; null when none did'),
  files: z.record(z.string(), digest).describe('SHA-256 of every other file in the folder'),
});
export type Manifest = z.output<typeof manifestSchema>;

export const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/**
 * Seals a folder: digests of all its files in signoff.json, a signature over exactly its bytes, and SHA256SUMS for
 * whoever has nothing but `sha256sum --check`.
 *
 * @param key without one the folder is sealed, but not signed
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

/** A signature as it stands in the file; no other text is accepted for it. */
export const signatureText = (signature: Buffer): string => `${signature.toString('base64')}\n`;

/** What SHA256SUMS says about a folder as it is. */
export const sumsOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name !== sealFiles.sums)
    .sort()
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
    .join('');
