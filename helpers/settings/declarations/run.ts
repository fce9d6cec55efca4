import { z } from 'zod';
import { capabilities } from '../../../interface/rules/capabilities.ts';
import { setting } from './setting.ts';
import { absences, atOnce, cases, days, key, milliseconds, rate, reviewPoints, seed, text, webhook } from './types.ts';

/** When a digest is sent: always, after any change since the last run, or when a run does not conform. */
const occasions = ['always', 'change', 'failure'] as const;
export type Occasion = (typeof occasions)[number];

/** The message formats of incoming webhooks. */
const messageFormats = ['slack', 'teams'] as const;
export type MessageFormat = (typeof messageFormats)[number];

export const deviations = {
  /** Undefined for the default file. */
  knownDeviations: setting('KNOWN_DEVIATIONS', text, {
    about: 'File that lists broken rules which are accepted for a limited time.',
    unset: 'known-deviations.json, if it exists',
  }),
};

export const reviews = {
  requiredReviews: setting('REQUIRED_REVIEWS', reviewPoints, {
    about: 'Points that must be reviewed manually before a sign-off is a GO: ids, or all.',
    more: 'npm run review lists them and records decisions.',
    default: [],
    unset: 'none; the sign-off lists the open points',
  }),
};

export const digest = {
  digestWebhookUrl: setting('DIGEST_WEBHOOK_URL', webhook, {
    about: 'Incoming webhook of a chat that receives the digest of each whole run.',
    more: 'As secret as a key.',
    secret: 'masked',
  }),
  digestWebhookFormat: setting(
    'DIGEST_WEBHOOK_FORMAT',
    z.enum(messageFormats, { error: `write ${messageFormats.join(' or ')}` }),
    {
      about: 'Message format of the webhook: slack or teams (Adaptive Cards for Workflows).',
      default: 'slack',
    },
  ),
  digestOn: setting('DIGEST_ON', z.enum(occasions, { error: `write ${occasions.join(', ')}` }), {
    about: 'When to send the digest: always, change (since the last run) or failure (the target does not conform).',
    default: 'always',
  }),
  issueToken: setting('ISSUE_TOKEN', key, {
    about: 'Token of GitHub or GitLab with which npm run issue writes the issue about broken rules.',
    more: 'Allow it to read and write the issues of one project only.',
    secret: 'masked',
  }),
};

export const scope = {
  requestTimeoutMs: setting('REQUEST_TIMEOUT_MS', milliseconds, {
    about: 'Timeout for an answer, in milliseconds.',
    default: 15_000,
  }),
  redirectTimeoutMs: setting('REDIRECT_TIMEOUT_MS', milliseconds, {
    about: 'How long the return to the merchant may take, in milliseconds.',
    default: 20_000,
  }),
  /** For all workers together; undefined for no limit. */
  maxRequestsPerSecond: setting('MAX_REQUESTS_PER_SECOND', rate, {
    about: 'How many requests may be sent per second, by all workers together.',
    unset: 'no limit',
  }),
  /** How many requests may be prefetched concurrently; undefined to choose by the response time of the target. */
  prefetchConcurrency: setting('PREFETCH_CONCURRENCY', atOnce, {
    about: 'How many requests may be prefetched concurrently, so that no test waits for the answers to another one.',
    more:
      '32 suits a slow target that allows so many concurrent requests. 0 disables prefetching, so that ' +
      'each request is sent when a test needs it.',
    unset: '8 if an answer takes 100 ms, up to 32 if it takes longer, otherwise none',
    formerly: 'SEND_AHEAD',
  }),
  triage: setting('TRIAGE', z.enum(['on', 'off'], { error: 'write on or off' }), {
    about: 'Whether some tests of broken rules are repeated at the end of a run, to explain the failures.',
    more:
      'on or off. This takes up to a minute and changes no verdict. Up to 16 failed tests repeat their requests a ' +
      'few times, with other references, with a lower amount and without optional fields.',
    default: 'on',
  }),
  notApplicable: setting('NOT_APPLICABLE', absences, {
    about: 'Capabilities that the target lacks, comma-separated; their rules are listed as not applicable.',
    more:
      `Any of: ${capabilities.join(', ')}. A reason may follow each after a colon, and appears in the sign-off: ` +
      "iframe: not offered before May, wallets: another team's",
    default: [],
  }),
  generatedRuns: setting('GENERATED_RUNS', cases, {
    about: 'How many cases each generated test tries; a case is a request or a short sequence of requests.',
    more: '0 omits these tests and leaves their rules undecided.',
    default: 60,
  }),
  seed: setting('SEED', seed, {
    about: 'Seed of generated values, a whole number; runs with the same seed try the same values.',
    more:
      'A failure prints the number and path of its smallest case, such as 1/12:0:3; with these and the printed ' +
      '--grep, only this case is tried.',
    unset: '1',
    default: { number: 1, path: undefined, commands: undefined },
  }),
};

export const shards = {
  shardRun: setting('SHARD_RUN', text, {
    about: 'Identifier of a run, the same for all its shards and for no other run.',
    more: 'It prevents npm run merge from taking shards of another run. GitHub and GitLab provide it themselves.',
  }),
};

export const signOff = {
  signoff: {
    /** A PEM file, relative to the working folder, as is the next one. */
    privateKeyFile: setting('SIGNOFF_PRIVATE_KEY_FILE', text, {
      about: 'PEM file with the private key with which npm run signoff and npm run faults sign their documents.',
      more: 'Without it, a sign-off is only checked for consistency.',
      command: 'openssl genpkey -algorithm ed25519 -out signoff-private.pem',
    }),
    publicKeyFile: setting('SIGNOFF_PUBLIC_KEY_FILE', text, {
      about: 'PEM file with the public key that npm run signoff -- --verify trusts.',
      more: 'Give it to those who verify sign-offs, separately from the sign-off.',
      command: 'openssl pkey -in signoff-private.pem -pubout -out signoff-public.pem',
    }),
    validDays: setting('SIGNOFF_VALID_DAYS', days, {
      about: 'How many days a sign-off is valid, and the maximum age of the proof of faults.',
      default: 14,
    }),
  },
};
