import { existsSync } from 'node:fs';
import { exitCodes } from '../../harness/results/exit-code.ts';
import { publicHalfOf, publicKeyIn } from '../../harness/signoff/keys.ts';
import { requirementsOf, unmet } from '../../harness/signoff/requirements/requirements.ts';
import { verifySignOff, type Verification } from '../../harness/signoff/verify.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { readSettings } from '../../helpers/settings/environment.ts';

/** The options of `npm run signoff -- --verify`, as they were given. */
type Asked = Parameters<typeof requirementsOf>[0] & { 'public-key'?: string; 'allow-unsigned'?: boolean };

/**
 * Prints whether a sign-off is as it was issued, still valid, and as required.
 *
 * @returns the exit code, see `npm run signoff -- --help`
 * @throws when there is no such folder, or an option cannot be understood
 */
export const verify = (folder: string, asked: Asked): number => {
  const required = requirementsOf(asked);
  if (!existsSync(folder)) throw new Error(`--verify: there is no folder ${folder}`);
  const found = verifySignOff(folder, trustedKey(asked['public-key']));
  const { manifest, changes, signature } = found;
  const missing = [
    ...(manifest && changes.length === 0 ? unmet(manifest, required) : []),
    ...(signature === 'unsigned' && !asked['allow-unsigned']
      ? ['Nobody signed it, so anybody can have written it; --allow-unsigned takes it all the same.']
      : []),
  ];
  const lines = [...inWords(found), ...missing.map((one) => `Required   NOT MET: ${one}`)];
  // A folder from elsewhere has no lines of its own to add.
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

const signatures: Record<Verification['signature'], string> = {
  good: 'good, made with the key that is trusted here',
  bad: 'not that of the key that is trusted here',
  unsigned: 'none: only checked for consistency; whoever changes the digests as well is not noticed',
  'no key to check it with': 'not checked: give the public key of the issuer with --public-key FILE',
};

const inWords = ({ manifest, changes, signature, expired, fromTheFuture }: Verification): string[] => {
  if (!manifest || changes.length > 0) {
    return ['Files      CHANGED: nothing in it is to be relied on', ...changes.map((one) => `           ${one}`)];
  }
  const { verdict, knownDeviations, rehearsal, host, issuedAt, expiresAt, suite, folder, reviews } = manifest;
  const when = fromTheFuture ? ': IN THE FUTURE' : expired ? ': EXPIRED' : '';
  return [
    `Verdict    ${verdict}${knownDeviations > 0 ? `, known deviations: ${knownDeviations}` : ''}`,
    `Target     ${rehearsal ? 'sandbox, a rehearsal: no evidence about any staging' : host}`,
    `Issued     ${issuedAt}, valid until ${expiresAt}${when}`,
    `Suite      ${suite.package ? `package ${suite.package}` : `version ${suite.version}, commit ${suite.commit}`}, state ${suite.hash}`,
    ...(reviews && reviews.length > 0
      ? [
          `People     ${reviews.map(({ id, state, decision }) => `${id} ${state}${decision ? ` (${decision.by}, until ${decision.until})` : ''}`).join(', ')}`,
        ]
      : []),
    ...(folder ? [`Folder     commit ${folder.commit}`] : []),
    'Files      as they were issued',
    `Signature  ${signatures[signature]}`,
  ];
};
