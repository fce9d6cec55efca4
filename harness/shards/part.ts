import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { deviationsFile } from '../baselines/deviations/known-deviations.ts';
import { suiteHash } from '../results/proof/suite-hash.ts';
import { profileOf } from '../../helpers/settings/command-line/profile.mjs';
import { variableNames, type VariableName } from '../../helpers/settings/declarations/declarations.ts';
import { givenIn } from '../../helpers/settings/given.ts';

/** Increase it when a field is renamed, removed or changes its meaning. */
const version = 1;

/** The file in the folder of a shard that describes the shard and its run. */
export const partFile = 'part.json';

const planned = z.object({
  shard: z.int().positive(),
  rule: z.string(),
  project: z.string(),
  file: z.string(),
  line: z.int().nonnegative(),
  title: z.string(),
});

/** A test of the complete run, with its shard. */
export type Planned = z.output<typeof planned>;

export const partSchema = z.object({
  version: z.literal(version),
  index: z.int().positive(),
  of: z.int().positive(),
  /** The id of the run, the same for all its shards; null when unknown. */
  run: z.string().nullable(),
  begun: z.iso.datetime(),
  /** False while the shard runs, and if its process was killed before its reports were searched for keys. */
  ended: z.boolean(),
  /** The SHA-256 hash of the suite. */
  suite: z.string(),
  /** Two bytes of a digest of each setting: enough to detect a different value, too little to guess a value. */
  settings: z.record(z.string(), z.string()),
  /** The profile of the run, such as nightly or signoff. */
  profile: z.string(),
  /** The arguments that limit the complete run to some of the tests. */
  limits: z.array(z.string()),
  /** The file of recorded durations that the partition used. */
  durations: z.string(),
  tests: z.array(planned),
});

/** The description of a shard and its run. Written before the first test. */
export type Part = z.output<typeof partSchema>;

/** Makes the description of a shard. */
export const partOf = (
  root: string,
  known: Pick<Part, 'index' | 'of' | 'limits' | 'durations' | 'tests'>,
  environment: Readonly<Record<string, string | undefined>>,
): Part => ({
  version,
  ...known,
  run: runName(environment),
  begun: new Date().toISOString(),
  ended: false,
  suite: suiteHash(root),
  settings: settingsDigests(environment),
  profile: profileOf(environment),
});

/** The id of the run: the setting, or the run of the job in GitHub or GitLab. */
const runName = ({ SHARD_RUN, GITHUB_RUN_ID, CI_PIPELINE_ID }: Readonly<Record<string, string | undefined>>) =>
  SHARD_RUN?.trim() || GITHUB_RUN_ID || CI_PIPELINE_ID || null;

/** Settings that may differ between machines, because they do not influence judgements. */
const ofMachine: ReadonlySet<VariableName> = new Set<VariableName>([
  'BROWSER_ADDRESS',
  'JOURNAL_FOLDER',
  'TARGET_FOLDER',
  'WEBHOOK_URL',
  'WEBHOOK_PORT',
  'MERCHANT_ORIGIN',
  'MERCHANT_CERTIFICATE',
  'MERCHANT_KEY',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'CA_CERTIFICATE',
  'CLIENT_CERTIFICATE',
  'CLIENT_KEY',
  'CLIENT_KEY_PASSPHRASE',
  'DIGEST_WEBHOOK_URL',
  'DIGEST_WEBHOOK_FORMAT',
  'DIGEST_ON',
  'ISSUE_TOKEN',
  'SIGNOFF_PRIVATE_KEY_FILE',
  'SIGNOFF_PUBLIC_KEY_FILE',
  'SIGNOFF_VALID_DAYS',
  'SHARD_RUN',
]);

/** Settings that name a file, of which the content is compared. */
const namesFile: ReadonlySet<VariableName> = new Set<VariableName>(['CHECKOUT_PAGE', 'KNOWN_DEVIATIONS']);

const settingsDigests = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const given = givenIn(environment);
  return Object.fromEntries(
    variableNames
      .filter((name) => !ofMachine.has(name))
      .flatMap((name) => {
        const value = given[name] ?? defaults[name];
        const content = value && namesFile.has(name) ? contentOf(value) : value;
        return content ? [[name, digest(`${name}=${content}`)]] : [];
      }),
  );
};

/** Defaults of settings that some machines may set and others leave unset. */
const defaults: Partial<Record<VariableName, string>> = {
  TARGET: 'sandbox',
  KNOWN_DEVIATIONS: deviationsFile(undefined),
};

const contentOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(resolve(path), 'utf8') : undefined;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 4);
