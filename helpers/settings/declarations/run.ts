import { z } from 'zod';
import { capabilities } from '../../../interface/rules/capabilities.ts';
import { setting } from './setting.ts';
import { absences, atOnce, cases, days, key, milliseconds, rate, reviewPoints, seed, text, webhook } from './types.ts';

/** When a digest is sent: always, after a change since the last run, or after a run that does not conform. */
const occasions = ['always', 'change', 'failure'] as const;
export type Occasion = (typeof occasions)[number];

/** The message format of an incoming webhook. */
const messageFormats = ['slack', 'teams'] as const;
export type MessageFormat = (typeof messageFormats)[number];

export const deviations = {
  /** Undefined for the default file. */
  knownDeviations: setting('KNOWN_DEVIATIONS', text, {
    about: 'List of broken rules that are to be lived with for a while.',
    unset: 'known-deviations.json, if there is one',
  }),
};

export const reviews = {
  requiredReviews: setting('REQUIRED_REVIEWS', reviewPoints, {
    about: 'Points that people have to decide before a sign-off is a GO: ids, or all.',
    more: 'npm run review lists them and records decisions.',
    default: [],
    unset: 'none; the sign-off names what is open',
  }),
};

export const digest = {
  digestWebhookUrl: setting('DIGEST_WEBHOOK_URL', webhook, {
    about: 'Incoming webhook of a chat that is sent the digest of each whole run.',
    more: 'As secret as a key.',
    secret: 'masked',
  }),
  digestWebhookFormat: setting(
    'DIGEST_WEBHOOK_FORMAT',
    z.enum(messageFormats, { error: `write ${messageFormats.join(' or ')}` }),
    {
      about: 'What the webhook understands: slack or teams (Adaptive Cards, as Workflows take them).',
      default: 'slack',
    },
  ),
  digestOn: setting('DIGEST_ON', z.enum(occasions, { error: `write ${occasions.join(', ')}` }), {
    about: 'When the digest is sent: always, change (of anything since the last run) or failure (not conforming).',
    default: 'always',
  }),
  issueToken: setting('ISSUE_TOKEN', key, {
    about: 'Token of GitHub or GitLab that npm run issue writes the issue about a broken state with.',
    more: 'It may read and write the issues of one project, and nothing else.',
    secret: 'masked',
  }),
};

export const scope = {
  requestTimeoutMs: setting('REQUEST_TIMEOUT_MS', milliseconds, {
    about: 'How long an answer may take, in milliseconds.',
    default: 15_000,
  }),
  redirectTimeoutMs: setting('REDIRECT_TIMEOUT_MS', milliseconds, {
    about: 'How long the way back to the merchant may take, in milliseconds.',
    default: 20_000,
  }),
  /** For all workers together; undefined for no limit. */
  maxRequestsPerSecond: setting('MAX_REQUESTS_PER_SECOND', rate, {
    about: 'How many requests may be sent per second, by all workers together.',
    unset: 'no limit',
  }),
  /** How many requests are prefetched concurrently; undefined to adapt to the target. */
  prefetchConcurrency: setting('PREFETCH_CONCURRENCY', atOnce, {
    about:
      'How many requests may be sent ahead at the same time, so that no test waits for the answers of another one.',
    more:
      '32 is good for a target that answers slowly and may be asked that much at once. 0: none, each request is sent ' +
      'when a test needs it.',
    unset: '8 where an answer takes 100 ms, up to 32 where it takes longer, else none',
    formerly: 'SEND_AHEAD',
  }),
  triage: setting('TRIAGE', z.enum(['on', 'off'], { error: 'write on or off' }), {
    about: 'Whether some tests of broken rules are run again at the end of a run, to say why they are broken.',
    more:
      'on or off. It takes up to a minute and changes no verdict. Up to 16 failed tests send their requests a few more ' +
      'times, with other references, with a lower amount and without optional fields.',
    default: 'on',
  }),
  notApplicable: setting('NOT_APPLICABLE', absences, {
    about: 'What the target does not have, comma-separated; its rules are listed as not applicable.',
    more:
      `Some of: ${capabilities.join(', ')}. A reason may follow each after a colon, and stands in the sign-off: ` +
      "iframe: not offered before May, wallets: another team's",
    default: [],
  }),
  generatedRuns: setting('GENERATED_RUNS', cases, {
    about: 'How many cases each generated test tries, a request or a short row of requests each.',
    more: '0 leaves these tests out, and their rules open.',
    default: 60,
  }),
  seed: setting('SEED', seed, {
    about: 'Where generated values begin: a whole number, so that two nights try the same.',
    more:
      'A failure prints number and path of its smallest case as 1/12:0:3; with that and the --grep printed beside it, ' +
      'only this case is tried.',
    unset: '1',
    default: { number: 1, path: undefined, commands: undefined },
  }),
};

export const shards = {
  shardRun: setting('SHARD_RUN', text, {
    about: 'What all shards of a run have in common and no other run has.',
    more: 'With it npm run merge takes no shard of another night. GitHub and GitLab say it themselves.',
  }),
};

export const signOff = {
  signoff: {
    /** A PEM file, relative to the working folder, like the next setting. */
    privateKeyFile: setting('SIGNOFF_PRIVATE_KEY_FILE', text, {
      about: 'Private key that npm run signoff signs with, and npm run faults its proof, as a PEM file.',
      more: 'Without one a sign-off is only checked for consistency.',
      command: 'openssl genpkey -algorithm ed25519 -out signoff-private.pem',
    }),
    publicKeyFile: setting('SIGNOFF_PUBLIC_KEY_FILE', text, {
      about: 'Public key that npm run signoff -- --verify trusts.',
      more: 'Hand it to whoever verifies, apart from the sign-off.',
      command: 'openssl pkey -in signoff-private.pem -pubout -out signoff-public.pem',
    }),
    validDays: setting('SIGNOFF_VALID_DAYS', days, {
      about: 'How many days a sign-off is valid, and how old the proof of faults may be.',
      default: 14,
    }),
  },
};
