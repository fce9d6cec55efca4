import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fingerprintOf } from '../keys.ts';
import { seal, type Manifest } from '../seal.ts';

const day = 24 * 60 * 60 * 1000;

/** The content of signoff.json for a GO of a staging target, without its files. */
export const manifestOf = (issuedAt: Date, changes: Partial<Manifest> = {}): Omit<Manifest, 'files'> => ({
  version: 1,
  verdict: 'GO',
  knownDeviations: 0,
  reasons: ['none is broken'],
  rehearsal: false,
  target: 'staging',
  host: 'staging.example.com',
  issuedAt: issuedAt.toISOString(),
  expiresAt: new Date(issuedAt.getTime() + 14 * day).toISOString(),
  suite: { hash: '0'.repeat(64), version: '1.0.0', commit: 'c0ffee1'.padEnd(40, '0') },
  proof: { provenAt: issuedAt.toISOString(), faults: 1 },
  run: { startedAt: issuedAt.toISOString(), verdict: 'conforming' },
  settings: { SECRET_KEY: 'set' },
  publicKey: null,
  ...changes,
});

/** A sealed folder with two artefacts. */
export const sealedFolder = (t: TestContext, manifest: Omit<Manifest, 'files'>, key?: KeyObject): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>GO</title>');
  writeFileSync(join(folder, 'signoff.pdf'), Buffer.from([0x25, 0x50, 0xff, 0x00, 0x0a]));
  seal(folder, { ...manifest, publicKey: key ? fingerprintOf(key) : null }, key);
  return folder;
};
