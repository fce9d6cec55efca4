import { existsSync } from 'node:fs';
import { exitCodes } from '../../harness/results/exit-code.ts';
import { publicHalfOf, publicKeyIn } from '../../harness/signoff/keys.ts';
import { requirementsOf, unmet } from '../../harness/signoff/requirements/requirements.ts';
import { verifySignOff, type Verification } from '../../harness/signoff/verify.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { readSettings } from '../../helpers/settings/environment.ts';

/** The options of `npm run signoff -- --verify` as given. */
type Asked = Parameters<typeof requirementsOf>[0] & { 'public-key'?: string; 'allow-unsigned'?: boolean };

/**
 * Prints whether a sign-off is unchanged, still valid, and as required.
 *
 * @returns the exit code, see `npm run signoff -- --help`
 * @throws when there is no such folder, or an option is invalid
 */
export const verify = (folder: string, asked: Asked): number => {
  const required = requirementsOf(asked);
  if (!existsSync(folder)) throw new Error(`--verify: there is no folder ${folder}`);
  const found = verifySignOff(folder, trustedKey(asked['public-key']));
  const { manifest, changes, signature } = found;
  const missing = [
    ...(manifest && changes.length === 0 ? unmet(manifest, required) : []),
    ...(signature === 'unsigned' && !asked['allow-unsigned']
      ? ['It is not signed, so its author is unknown; --allow-unsigned accepts it.']
      : []),
  ];
  const lines = [...inWords(found), ...missing.map((one) => `Required   NOT MET: ${one}`)];
  // A manifest from an untrusted source must not add lines to the output.
  console.log(lines.map((line) => escapeControlChars(line).replaceAll('\n', ' ')).join('\n'));
  if (changes.length > 0) return 1;
  if (signature === 'no key to check it with') return exitCodes.brokenSuite;
  if (missing.length > 0) return 1;
  return found.expired || found.fromTheFuture ? 2 : 0;
};

const trustedKey = (given: string | undefined) => {
  if (given) return publicKeyIn('--public-key', given);
  const { publicKeyFile, privateKeyFile } = readSettings().signoff;
  if (publicKeyFile) return publicKeyIn('SIGNOFF_PUBLIC_KEY_FILE', publicKeyFile);
  return privateKeyFile ? publicHalfOf(privateKeyFile) : undefined;
};

/** A bad signature is listed as a change. */
const signatures: Record<Exclude<Verification['signature'], 'bad'>, string> = {
  good: 'good, made with the trusted key',
  unsigned: 'none: only checked for consistency; a change that also replaces the digests is not detected',
  'no key to check it with': 'not checked: give the public key of the issuer with --public-key FILE',
};

const inWords = ({ manifest, changes, signature, expired, fromTheFuture }: Verification): string[] => {
  if (!manifest || changes.length > 0 || signature === 'bad') {
    return ['Files      CHANGED: do not rely on anything in it', ...changes.map((one) => `           ${one}`)];
  }
  const { verdict, knownDeviations, rehearsal, host, issuedAt, expiresAt, suite, folder, reviews } = manifest;
  const when = fromTheFuture ? ': IN THE FUTURE' : expired ? ': EXPIRED' : '';
  return [
    `Verdict    ${verdict}${knownDeviations > 0 ? `, known deviations: ${knownDeviations}` : ''}`,
    `Target     ${rehearsal ? 'sandbox, a rehearsal: no evidence about a staging system' : host}`,
    `Issued     ${issuedAt}, valid until ${expiresAt}${when}`,
    `Suite      ${suite.package ? `package ${suite.package}` : `version ${suite.version}, commit ${suite.commit}`}, state ${suite.hash}`,
    ...(reviews && reviews.length > 0
      ? [
          `People     ${reviews.map(({ id, state, decision }) => `${id} ${state}${decision ? ` (${decision.by}, until ${decision.until})` : ''}`).join(', ')}`,
        ]
      : []),
    ...(folder ? [`Folder     commit ${folder.commit}`] : []),
    'Files      unchanged',
    `Signature  ${signatures[signature]}`,
  ];
};
