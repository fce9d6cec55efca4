import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteHash } from '../faults/suite-hash.ts';
import { profileVariable } from '../profiles/profile.mjs';
import { maskingOf } from '../target/secrets.ts';
import { parseResults, type Results } from '../report/results-schema.ts';
import { searchable } from '../report/scrub/scan.ts';
import { targetName } from '../report/target-name.ts';
import type { Settings } from '../settings/settings.ts';
import { certificateIn, type Certificate } from './certificate.ts';
import { decide } from './decision.ts';
import type { SignOff } from './document/facts.ts';
import { evidenceIn } from './evidence.ts';
import { fingerprintOf, privateKeyIn } from './keys.ts';
import { cleanCommit } from './commit.ts';
import { settingsFacts } from './settings-facts.ts';
import { writeSignOff } from './write.ts';

/** Whoever asked for the sign-off does not want it any more. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted: no sign-off was written.');
  }
}

const say = (line: string): void => console.log(line);

/**
 * Proves the suite if it has to, runs the whole of it once and writes the sign-off.
 *
 * @returns the folder of the sign-off, and what stands in it
 * @throws when a precondition is not met, before the target is asked for anything; Interrupted at Ctrl-C
 */
export const issueSignOff = async (root: string, settings: Settings): Promise<{ folder: string; signOff: SignOff }> => {
  const commit = cleanCommit(root);
  const { privateKeyFile, validDays } = settings.signoff;
  const key = privateKeyFile ? privateKeyIn(privateKeyFile) : undefined;
  const suite = suiteHash(root);
  const certificate = await proven(root, suite, validDays);
  say(`Proof      ${certificate.faults} faults found, ${certificate.provenAt}`);

  const results = await runWhole(root);
  // Whatever was changed in the meantime, the run may have been with it or without.
  if (cleanCommit(root) !== commit || suiteHash(root) !== suite)
    throw new Error('The suite changed while it ran: what was run is not known. Sign off again.');

  const issuedAt = new Date();
  const decided = decide(results, commit, issuedAt.toISOString().slice(0, 10));
  const { run } = results;
  const manifest: SignOff['manifest'] = {
    version: 1,
    verdict: decided.decision,
    knownDeviations: decided.known.length,
    reasons: decided.reasons,
    rehearsal: run.target === 'sandbox',
    target: run.target,
    host: run.host,
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiry(
      issuedAt,
      validDays,
      decided.known.flatMap(({ known }) => known?.expires ?? []),
    ),
    suite: { hash: suite, version: run.suiteVersion, commit },
    proof: { provenAt: certificate.provenAt, faults: certificate.faults },
    run: { startedAt: run.startedAt, verdict: run.verdict },
    settings: settingsFacts(process.env),
    publicKey: key ? fingerprintOf(key) : null,
  };
  const evidence = evidenceIn(join(root, 'reports', 'allure-results'));
  const { absenceReasons } = settings;
  const signOff: SignOff = { decided, results, certificate, manifest, evidence, absenceReasons };
  const name = `${run.startedAt.slice(0, 19).replaceAll(':', '-')}Z-${targetName(run)}`;
  const folder = join(root, 'reports', 'signoff', name);
  const mask = maskingOf(searchable(settings));
  await writeSignOff(folder, signOff, key, (text) => mask(text), settings.browserAddress);
  return { folder, signOff };
};

/** A sign-off does not outlive the known deviations it lives with; each is valid to the end of its last day. */
const expiry = (issuedAt: Date, validDays: number, expires: readonly string[]): string => {
  const day = 24 * 60 * 60 * 1000;
  const ends = expires.map((date) => Date.parse(date) + day - 1000).filter((end) => end > issuedAt.getTime());
  return new Date(Math.min(issuedAt.getTime() + validDays * day, ...ends)).toISOString();
};

/** The certificate for this suite, by a new proof where there is none that holds. */
const proven = async (root: string, suite: string, validDays: number): Promise<Certificate> => {
  const file = join(root, 'reports', 'faults.json');
  const found = certificateIn(file, suite, validDays);
  if (!('why' in found)) return found;
  if (!found.survivors) {
    say(`Proving the suite first, which takes some minutes (npm run faults): ${found.why}.`);
    await finished(root, ['--import', 'tsx', join('helpers', 'faults', 'faults.ts')]);
    const made = certificateIn(file, suite, validDays);
    if (!('why' in made)) return made;
    throw new Error(`The proof does not hold: ${made.why}. See npm run faults.`);
  }
  throw new Error(`The proof does not hold: ${found.why}. See npm run faults.`);
};

const runWhole = async (root: string): Promise<Results> => {
  const file = join(root, 'reports', 'results.json');
  rmSync(file, { force: true });
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  await finished(root, ['--disable-warning=ExperimentalWarning', cli, 'test'], { [profileVariable]: 'signoff' });
  if (!existsSync(file)) throw new Error('The run gave no judgement; see above.');
  return parseResults(readFileSync(file, 'utf8'));
};

/** Runs a program of the suite to its end. A signal ends it in order first, and then everything. */
const finished = async (root: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  let stopped = false;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = (): void => {
    stopped = true;
    child.kill('SIGINT');
  };
  for (const signal of signals) process.on(signal, stop);
  await once(child, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (stopped) throw new Interrupted();
};
