import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwrightCli } from '../../helpers/processes/installed.mjs';
import { passSignals } from '../../helpers/processes/signals.mjs';
import { writeFrontPage } from '../html/front/write.ts';
import { keepProof, sealedProofIn } from '../results/proof/proof-seal.ts';
import { suiteHash } from '../results/proof/suite-hash.ts';
import { packagesRoot, targetFolder, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { profileVariable } from '../../helpers/settings/command-line/profile.mjs';
import { maskingOf } from '../../helpers/redaction/secrets.ts';
import { parseResults, type Results } from '../results/results-schema.ts';
import { searchable } from '../scrub/scan.ts';
import { signOffOf } from '../results/target-name.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { certificateIn, type Certificate, type State } from './certificate.ts';
import { childEnvironment, refuseForeignCode } from './requirements/child-environment.ts';
import { clockInWords, compareClocks } from './requirements/clock.ts';
import { decide } from './decision.ts';
import type { SignOff } from './document/facts.ts';
import { evidenceIn } from './evidence.ts';
import { subjectOf } from './requirements/subject.ts';
import { fingerprintOf, privateKeyIn } from './keys.ts';
import { checkPackages, packagesHash } from './requirements/packages.ts';
import { settingsFacts } from './document/settings-facts.ts';
import { writeSignOff } from './write.ts';

/** The user interrupted the sign-off. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted: no sign-off was written.');
  }
}

const say = (line: string): void => console.log(line);

/**
 * Proves the suite if necessary, runs it completely once, and writes the sign-off.
 *
 * @returns the folder of the sign-off, and its content
 * @throws when a precondition is not met, before any request to the target except for the time; Interrupted at Ctrl-C
 */
export const issueSignOff = async (root: string, settings: Settings): Promise<{ folder: string; signOff: SignOff }> => {
  refuseForeignCode(process.env);
  const subject = subjectOf();
  const { privateKeyFile, validDays } = settings.signoff;
  const key = privateKeyFile ? privateKeyIn(privateKeyFile) : undefined;
  await compareClocks(settings);
  const packages = checkPackages(packagesRoot);
  const state: State = { suite: suiteHash(root), packages: packages.hash };
  say(`Packages   ${packages.proven} match package-lock.json${notProven(packages.unproven)}`);
  const certificate = await proven(root, state, validDays, key);
  say(`Proof      ${certificate.faults} faults found, ${certificate.provenAt}`);

  const results = await runWhole(root, join(targetFolder(), 'reports'));
  // If anything changed in the meantime, it is unknown which version ran.
  const isSame = JSON.stringify(subjectOf()) === JSON.stringify(subject);
  if (!isSame || suiteHash(root) !== state.suite || packagesHash(packagesRoot) !== state.packages)
    throw new Error(
      'The suite changed during the run, so it is unknown which version ran. Sign off again without changes.',
    );

  const clock = await compareClocks(settings);
  if (results.run.target !== 'sandbox') say(`Clock      ${clockInWords(clock)}`);
  const issuedAt = new Date();
  const decided = decide(results, subject.commit, issuedAt.toISOString().slice(0, 10));
  const { run } = results;
  const { reviews = [] } = run;
  const manifest: SignOff['manifest'] = {
    version: 1,
    verdict: decided.decision,
    knownDeviations: decided.known.length,
    reasons: decided.reasons,
    rehearsal: run.target === 'sandbox',
    target: run.target,
    host: run.host,
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiry(issuedAt, validDays, [
      ...decided.known.flatMap(({ known }) => known?.expires ?? []),
      ...reviews.flatMap(({ required, decision }) => (required && decision ? decision.until : [])),
    ]),
    suite: {
      hash: state.suite,
      version: run.suiteVersion,
      commit: subject.commit ?? '',
      ...(subject.package && { package: subject.package }),
    },
    ...(subject.folder && { folder: subject.folder }),
    packages,
    clock,
    proof: { provenAt: certificate.provenAt, faults: certificate.faults },
    run: { startedAt: run.startedAt, verdict: run.verdict },
    reviews: reviews.map(({ id, required, state, decision }) => ({ id, required, state, decision })),
    settings: settingsFacts(process.env),
    publicKey: key ? fingerprintOf(key) : null,
  };
  const reports = join(targetFolder(), 'reports');
  const evidence = evidenceIn(join(reports, 'allure-results'));
  const { absenceReasons } = settings;
  const signOff: SignOff = { decided, results, certificate, manifest, evidence, absenceReasons };
  const folder = join(reports, 'signoff', signOffOf(run));
  const mask = maskingOf(searchable(settings));
  await writeSignOff(folder, signOff, key, (text) => mask(text), settings.browserAddress);
  // Write the front page again, with a link to the sign-off.
  writeFrontPage(results, { root: targetFolder() }, mask);
  return { folder, signOff };
};

/** A sign-off expires with the first of its known deviations and required decisions, at the end of their last day. */
const expiry = (issuedAt: Date, validDays: number, expires: readonly string[]): string => {
  const day = 24 * 60 * 60 * 1000;
  const ends = expires.map((date) => Date.parse(date) + day - 1000).filter((end) => end > issuedAt.getTime());
  return new Date(Math.min(issuedAt.getTime() + validDays * day, ...ends)).toISOString();
};

const notProven = (names: readonly string[]): string =>
  names.length === 0 ? '' : `; ${names.length} could not be compared, because npm's cache has no tarball of them`;

/**
 * The certificate for this state: from a proof signed with the same key, or from a new proof received directly from the
 * program. An unsigned reports/faults.json is not accepted.
 */
const proven = async (
  root: string,
  state: State,
  validDays: number,
  key: KeyObject | undefined,
): Promise<Certificate> => {
  const reports = join(root, 'reports');
  const kept = key
    ? sealedProofIn(reports, createPublicKey(key))
    : { why: 'without a signing key earlier proofs cannot be trusted' };
  const found = 'text' in kept ? certificateIn(kept.text, state, validDays) : kept;
  if (!('why' in found)) return found;
  say(`Proving the suite first, which takes some minutes (${toRun('faults')}): ${found.why}.`);
  const text = await finished(root, ['--import', 'tsx', join('proof', 'faults', 'faults.ts')], {}, true);
  const made = certificateIn(text ?? '', state, validDays);
  if ('why' in made) throw new Error(`The proof is not valid: ${made.why}. See ${toRun('faults')}.`);
  if (text && key) keepProof(reports, text, key);
  return made;
};

const runWhole = async (root: string, reports: string): Promise<Results> => {
  const file = join(reports, 'results.json');
  rmSync(file, { force: true });
  await finished(root, ['--disable-warning=ExperimentalWarning', playwrightCli, 'test'], {
    [profileVariable]: 'signoff',
  });
  if (!existsSync(file)) throw new Error('The run ended without results; see its output above.');
  return parseResults(readFileSync(file, 'utf8'));
};

/**
 * Runs a program of the suite to its end. A signal is passed on, and the sign-off ends after the program.
 *
 * @param hasMessages whether the program sends a message
 * @returns the last message of the program
 */
const finished = async (
  root: string,
  args: readonly string[],
  env: Record<string, string> = {},
  hasMessages = false,
): Promise<string | undefined> => {
  const caches = mkdtempSync(join(tmpdir(), 'signoff-'));
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', hasMessages ? 'ipc' : 'ignore'],
    env: { ...childEnvironment(process.env, caches), ...env },
  });
  let last: string | undefined;
  child.on('message', (message) => (last = String(message)));
  const signals = passSignals(child, 'SIGINT');
  await once(child, 'close');
  signals.stop();
  rmSync(caches, { recursive: true, force: true });
  if (signals.passed()) throw new Interrupted();
  return last;
};
