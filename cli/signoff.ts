import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Values } from '../helpers/processes/command.ts';
import { deviationsFor, readKnownDeviations } from '../helpers/deviations/known-deviations.ts';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { readSettings } from '../helpers/settings/environment.ts';
import { readResults } from '../harness/results/read-results.ts';
import { targetName } from '../harness/results/target-name.ts';
import { paymentsFile } from '../harness/summary/payments-page.ts';
import { decide } from '../harness/signoff/decision.ts';
import { readReviews, reviewsFile } from '../harness/signoff/reviews.ts';
import { seal, signAgain, verifySeal } from '../harness/signoff/seal.ts';
import { sinceLast } from '../harness/signoff/since-last.ts';
import { signOffPage } from '../harness/signoff/sign-off-page.ts';
import { privateKeyIn, publicKeyIn } from '../harness/signoff/signing-keys.ts';
import { besideSettings, inReports, suiteRoot } from '../helpers/settings/settings-folder.cjs';

const usage = `npm run signoff: issues the document that a release decision is based on.

  npm run signoff -- --approver NAME    a whole run on the configured target, then the document in reports/signoff
                     --since FOLDER     also what changed since an earlier sign-off, which is verified first
  npm run signoff -- --sign FOLDER      a second person signs an earlier sign-off, which is verified first
                     --approver NAME    who that is
  npm run signoff -- --verify FOLDER    checks that a sign-off is unchanged, signed, valid and as required
                     --public-key FILE  the key it must be signed with, and once more the key of a second person
                                        (default: signoff-public.pem and signoff-public-2.pem beside the settings)
                     --require VERDICT  GO, NO-GO or INCONCLUSIVE; default: any
                     --host HOST        the required target, as host or host:port
                     --commit COMMIT    the required commit of the suite
                     --allow-unsigned   accept an unsigned one, which is only checked for consistency

A sign-off requires a clean git clone and a proof that every fault is detected (npm run faults of the same commit, which
is made first when there is none). reviews.yaml has the decisions of people. It is signed with signoff-private.pem beside
the settings; on the sandbox a sign-off is a rehearsal. With signoff-public-2.pem beside the settings two people have to sign.

Exit codes
  0  GO; with --verify: as it was issued, signed, valid and as required
  1  NO-GO; with --verify: changed, not signed by the key, or not as required
  2  INCONCLUSIVE; with --verify: out of its time
  3  no sign-off: the settings are wrong or a precondition is not met`;

const options = {
  approver: { type: 'string' },
  since: { type: 'string' },
  sign: { type: 'string' },
  verify: { type: 'string' },
  'public-key': { type: 'string', multiple: true },
  require: { type: 'string' },
  host: { type: 'string' },
  commit: { type: 'string' },
  'allow-unsigned': { type: 'boolean', default: false },
} as const;

const codes = { GO: 0, 'NO-GO': 1, INCONCLUSIVE: 2 } as const;
const git = (...args: string[]): string => execFileSync('git', args, { cwd: suiteRoot, encoding: 'utf8' }).trim();

/** How long a sign-off is valid. */
const validDays = 14;

const issue = (asked: Values<typeof options>): number => {
  const { approver } = asked;
  const settings = readSettings();
  const last = asked.since === undefined ? undefined : earlierSignOff(asked.since, asked);
  const { privateKeyFile, secondPublicKeyFile } = settings.signoff;
  const key = privateKeyFile ? privateKeyIn(privateKeyFile) : undefined;
  const approvals: 1 | 2 = secondPublicKeyFile ? 2 : 1;
  if (approvals === 2 && !key) throw new Error('Two people have to sign, so signoff-private.pem is needed as well.');
  const isRehearsal = settings.target === 'sandbox';
  if (!approver && !isRehearsal) throw new Error('--approver: name the person who decides');
  if (git('status', '--porcelain') !== '')
    throw new Error('The clone has changes: commit or remove them, so that the commit says what ran.');
  const commit = git('rev-parse', 'HEAD');
  const reviews = readReviews(besideSettings(reviewsFile));
  const deviations = readKnownDeviations(settings.knownDeviations);
  const faults = proofOf(commit);
  run([playwrightCli, 'test', '--config', suiteRoot]);
  const results = readResults(inReports('results.json'));
  const own = deviationsFor(deviations, isRehearsal ? 'sandbox' : results.run.host);
  const issuedAt = new Date();
  const since = last && sinceLast(last, results);
  const decided = decide({
    results,
    isProven: faults.holds,
    reviews,
    deviations: own,
    commit,
    today: issuedAt.toISOString().slice(0, 10),
    ...(since && { newlyOpen: since.newlyOpen }),
  });
  const time = issuedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = inReports('signoff', `${time}Z-${targetName(results.run)}`);
  mkdirSync(folder, { recursive: true });
  const ends = own.map(({ expires }) => Date.parse(`${expires}T23:59:59Z`)).filter((end) => end > issuedAt.getTime());
  const facts = {
    ...decided,
    rehearsal: isRehearsal,
    approver: approver ?? 'nobody: a rehearsal',
    approvals,
    target: results.run.target,
    host: results.run.host,
    commit,
    issuedAt: issuedAt.toISOString(),
    // No longer than the known deviations that it accepts.
    expiresAt: new Date(Math.min(issuedAt.getTime() + validDays * 86_400_000, ...ends)).toISOString(),
  };
  copyFileSync(inReports('results.json'), join(folder, 'results.json'));
  const hasPictures = existsSync(inReports(paymentsFile));
  if (hasPictures) copyFileSync(inReports(paymentsFile), join(folder, paymentsFile));
  copyFileSync(join(suiteRoot, 'reports/faults.json'), join(folder, 'faults.json'));
  const page = signOffPage(facts, results, reviews, faults, { deviations: own, since, hasPictures });
  writeFileSync(join(folder, 'index.html'), page);
  seal(folder, facts, key);
  console.log(
    `\nSign-off   ${decided.decision}${isRehearsal ? ', a rehearsal' : ''}\n${decided.reasons.map((one) => `           ${one}`).join('\n')}`,
  );
  console.log(`Document   ${folder}/index.html, valid until ${facts.expiresAt}, ${key ? 'signed' : 'not signed'}`);
  if (approvals === 2)
    console.log(`Then       a second person signs: npm run signoff -- --sign ${folder} --approver NAME`);
  return codes[decided.decision];
};

/** The signature of a second person over a sign-off that is as it was issued, and still valid. */
const signAsSecond = (folder: string, asked: Values<typeof options>): number => {
  const { approver } = asked;
  const { privateKeyFile } = readSettings().signoff;
  if (!approver || !privateKeyFile) throw new Error('--sign needs --approver NAME and your own signoff-private.pem');
  const { manifest, problems, isOutOfTime } = verifySeal(folder, { keys: issuersKeys(asked).slice(0, 1) });
  const others = problems.filter((problem) => !problem.startsWith('signoff-second'));
  if (others.length > 0) throw new Error(`--sign: ${folder} is refused: ${others.join('; ')}`);
  if (isOutOfTime) throw new Error(`--sign: ${folder} is out of its time`);
  signAgain(folder, manifest, approver, privateKeyIn(privateKeyFile));
  console.log(`${manifest.decision} for ${manifest.host}, signed by ${manifest.approver} and ${approver}`);
  return codes[manifest.decision];
};

/** The proof of faults of this commit, made now unless there is one. */
const proofOf = (commit: string): { holds: boolean; killed: number; all: number } => {
  const file = join(suiteRoot, 'reports/faults.json');
  const read = () => JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}') as Record<string, unknown>;
  const isOther = read().commit !== commit;
  if (isOther || read().whole !== true) {
    const why = isOther ? 'there is none of this commit' : 'the last one was of a part';
    console.log(`The proof of all faults is made first, since ${why}: npm run faults`);
    run(['--import', 'tsx', join(suiteRoot, 'proof/faults.ts')]);
  }
  const { faults = [], holds } = read() as { faults?: { killed: boolean }[]; holds?: boolean };
  return { holds: holds === true, killed: faults.filter(({ killed }) => killed).length, all: faults.length };
};

const run = (args: readonly string[]): void => {
  const { signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (signal) throw new Error(`interrupted by ${signal}: there is no sign-off`);
};

/** The keys that a sign-off must be signed with; none when an unsigned one is accepted. */
const issuersKeys = (asked: Values<typeof options>) => {
  const { publicKeyFile, secondPublicKeyFile } = asked['public-key'] ? {} : readSettings().signoff;
  const files = asked['public-key'] ?? [publicKeyFile, secondPublicKeyFile].flatMap((file) => file ?? []);
  if (files.length === 0 && !asked['allow-unsigned'])
    throw new Error('--public-key: name the key of the issuer, or give --allow-unsigned');
  return files.map((file) => publicKeyIn('--public-key', file));
};

/** An earlier sign-off with its run. Its time may be over. @throws Error when it is not as it was issued */
const earlierSignOff = (folder: string, asked: Values<typeof options>) => {
  const { manifest, problems } = verifySeal(folder, { keys: issuersKeys(asked) });
  if (problems.length > 0) throw new Error(`--since: ${folder} is refused: ${problems.join('; ')}`);
  return { manifest, results: readResults(join(folder, 'results.json')) };
};

const verify = (folder: string, asked: Values<typeof options>): number => {
  const keys = issuersKeys(asked);
  const { host, commit, require: verdict } = asked;
  const required = { keys, decisions: verdict?.split(','), host, commit };
  const { manifest, second, problems, isOutOfTime } = verifySeal(folder, required);
  console.log(`${manifest.decision} for ${manifest.target} at ${manifest.host}, commit ${manifest.commit}`);
  console.log(`  approver: ${manifest.approver}`);
  if (second) console.log(`  approver: ${second.approver}, ${second.signedAt}`);
  for (const problem of problems) console.log(`  refused: ${problem}`);
  if (problems.length > 0) return 1;
  console.log(`  ${isOutOfTime ? 'out of its time' : 'valid'}: ${manifest.issuedAt} to ${manifest.expiresAt}`);
  return isOutOfTime ? 2 : 0;
};

void command(usage, { options }, (values) => {
  if (values.sign !== undefined) return signAsSecond(values.sign, values);
  return values.verify === undefined ? issue(values) : verify(values.verify, values);
});
