import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { command, type Values } from '../../helpers/processes/command.ts';
import { endingSignals } from '../../helpers/processes/signals.mjs';
import { exitCodes } from '../../harness/results/exit-code.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { headline } from '../../harness/signoff/document/facts.ts';
import { verify } from './verify-signoff.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const usage = `npm run signoff: issues the document that a release decision is based on.

  npm run signoff                       a whole run on the configured target, then the document
  npm run signoff -- --verify FOLDER    checks that a sign-off is unchanged, still valid, and as required
                     --public-key FILE  the key it must be signed with (or SIGNOFF_PUBLIC_KEY_FILE)
                     --require VERDICT  GO, NO-GO or INCONCLUSIVE; several separated by commas; default: any
                     --host HOST        the required target, as host or host:port
                     --commit COMMIT    the required commit of the suite
                     --not-before DATE  the earliest date of issue, such as 2026-11-21
                     --allow-unsigned   accept an unsigned one, which is only checked for consistency

A sign-off requires files and packages exactly as committed and locked, a clock that agrees with the target's, and a
proof of faults of exactly this suite. The proof is made first, which takes some minutes, unless there is one that the
same key has signed (npm run faults with SIGNOFF_PRIVATE_KEY_FILE). The run is a whole one, without retries. The output
is in reports/signoff/RUN: index.html and signoff.pdf for people, results.json, signoff.json with the digests,
SHA256SUMS, and signoff.sig when SIGNOFF_PRIVATE_KEY_FILE names a key. On the sandbox it is a rehearsal.

Exit codes of a sign-off
  0  GO             every applicable must rule was judged, and none is broken, except known deviations
  1  NO-GO          a rule is broken, or a known deviation has expired
  2  INCONCLUSIVE   some rule could not be judged, or the run was interrupted
  3                 no sign-off: the settings are wrong or a precondition is not met

Exit codes of --verify
  0  unchanged, signed, valid, and as required; without --require with any verdict
  1  changed, not signed by the key, unsigned, or not as required
  2  unchanged and as required, but expired, or issued in the future
  3  cannot be verified: no such folder, no key for a signed one, wrong arguments`;

const root = fileURLToPath(new URL('../../', import.meta.url));

const verdictCodes = { GO: 0, 'NO-GO': 1, INCONCLUSIVE: 2 } as const;

const issue = async (): Promise<number> => {
  // Verification does not need what a run needs.
  const { Interrupted, issueSignOff } = await import('../../harness/signoff/issue.ts');
  const issued = await issueSignOff(root, readSettings()).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
    console.error(error.message);
  });
  if (!issued) return exitCodes.inconclusive;
  const { folder, signOff } = issued;
  const { decided, manifest } = signOff;
  console.log(
    [
      '',
      `Sign-off   ${headline(signOff)}${manifest.rehearsal ? ', as a rehearsal: no evidence for a staging' : ''}`,
      ...decided.reasons.map((reason) => `           ${reason}`),
      `Valid      until ${manifest.expiresAt}, ${manifest.publicKey ? `signed with ${manifest.publicKey}` : 'not signed'}`,
      `Document   ${pathToFileURL(`${folder}/index.html`).href}`,
      `Verify     ${toRun('signoff', '--verify', relative(process.cwd(), folder))}`,
    ].join('\n'),
  );
  return verdictCodes[decided.decision];
};

const options = {
  verify: { type: 'string' },
  'public-key': { type: 'string' },
  require: { type: 'string', multiple: true },
  host: { type: 'string' },
  commit: { type: 'string' },
  'not-before': { type: 'string' },
  'allow-unsigned': { type: 'boolean' },
} as const;

const main = async ({ verify: folder, ...asked }: Values<typeof options>): Promise<number> => {
  const [first] = Object.keys(asked);
  if (folder === undefined && first !== undefined) throw new Error(`--${first} requires --verify FOLDER.`);
  if (folder === undefined) return issue();
  return verify(folder, asked);
};

// Exit at once unless a run is active; a run handles the signal itself and ends in order.
for (const signal of endingSignals)
  process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(exitCodes.inconclusive));

await command(usage, { options }, main);
await exitWhenWritten();
