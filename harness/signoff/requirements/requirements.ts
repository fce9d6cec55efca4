import type { Decision } from '../decision.ts';
import { manifestSchema, type Manifest } from '../seal.ts';

/** The requirements of a verification, in addition to unchanged files. */
interface Requirements {
  /** The accepted verdicts; empty for any. */
  verdicts: readonly Decision[];
  /** As in STAGING_HOSTS: `host` for any port, or `host:port`. */
  host: string | undefined;
  /** A commit of the suite: at least its first seven digits. */
  commit: string | undefined;
  /** Milliseconds since the epoch. */
  notBefore: number | undefined;
}

/** The arguments of `--verify`. */
interface Given {
  require?: string[] | undefined;
  host?: string | undefined;
  commit?: string | undefined;
  'not-before'?: string | undefined;
}

const decisions = manifestSchema.shape.verdict.options;

/** Parses the requirements. @throws when an argument is invalid; the message describes the format */
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

/** The unmet requirements, one sentence each; empty when all are met. */
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
          `The suite has ${manifest.suite.commit ? `commit ${manifest.suite.commit}` : 'no commit, but a package'}; ` +
            `${commit} is required.`,
        ]),
    ...(notBefore === undefined || Date.parse(manifest.issuedAt) >= notBefore
      ? []
      : [`It was issued at ${manifest.issuedAt}, before ${new Date(notBefore).toISOString()}.`]),
  ];
};
