import type { Decision } from '../decision.ts';
import { manifestSchema, type Manifest } from '../seal.ts';

/** What whoever verifies a sign-off asks of it, beyond being as it was issued. */
interface Requirements {
  /** Verdicts that will do; empty for any. */
  verdicts: readonly Decision[];
  /** As in STAGING_HOSTS: `host` for any port, or `host:port`. */
  host: string | undefined;
  /** A full commit of the suite, or its first seven digits and more. */
  commit: string | undefined;
  /** Milliseconds since the epoch. */
  notBefore: number | undefined;
}

/** Arguments of `--verify`, as they were given. */
interface Given {
  require?: string[] | undefined;
  host?: string | undefined;
  commit?: string | undefined;
  'not-before'?: string | undefined;
}

const decisions = manifestSchema.shape.verdict.options;

/** @throws when an argument cannot be understood; the message says how to write it */
export const requirementsOf = ({ require = [], host, commit, 'not-before': date }: Given): Requirements => {
  const verdicts = require.flatMap((one) => one.split(',')).map((one) => one.trim().toUpperCase());
  const known = verdicts.filter((one) => decisions.some((decision) => decision === one)) as Decision[];
  if (known.length < verdicts.length) throw new Error(`--require: write some of ${decisions.join(', ')}.`);
  if (host !== undefined && !/^[^\s/@]+$/.test(host))
    throw new Error('--host: write a host such as staging.example.com or staging.example.com:8443.');
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/i.test(commit))
    throw new Error('--commit: write a commit of the suite, at least its first seven digits.');
  const notBefore = date === undefined ? undefined : Date.parse(date);
  if (notBefore !== undefined && (Number.isNaN(notBefore) || !/^\d{4}-\d\d-\d\d/.test(date ?? '')))
    throw new Error('--not-before: write a date such as 2026-11-21, or 2026-11-21T12:00:00Z.');
  return { verdicts: known, host: host?.toLowerCase(), commit: commit?.toLowerCase(), notBefore };
};

/** What of a sign-off is not as required, each in one sentence; empty when all of it is. */
export const unmet = (manifest: Manifest, { verdicts, host, commit, notBefore }: Requirements): string[] => {
  const is = manifest.host.toLowerCase();
  return [
    ...(verdicts.length === 0 || verdicts.includes(manifest.verdict)
      ? []
      : [`The verdict is ${manifest.verdict}, not ${verdicts.join(' or ')}.`]),
    ...(host === undefined || is === host || is.replace(/:\d+$/, '') === host
      ? []
      : [`It is about ${manifest.host || 'no host'}, not ${host}.`]),
    ...(commit === undefined || manifest.suite.commit.toLowerCase().startsWith(commit)
      ? []
      : [
          `The suite was of ${manifest.suite.commit ? `commit ${manifest.suite.commit}` : 'no commit, but a package'}, not ${commit}.`,
        ]),
    ...(notBefore === undefined || Date.parse(manifest.issuedAt) >= notBefore
      ? []
      : [`It was issued at ${manifest.issuedAt}, before ${new Date(notBefore).toISOString()}.`]),
  ];
};
