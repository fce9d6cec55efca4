import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { deviationsFile } from '../baselines/deviations/known-deviations.ts';
import { suiteHash } from '../results/proof/suite-hash.ts';
import { profileOf } from '../../helpers/settings/command-line/profile.mjs';
import { variableNames, type VariableName } from '../../helpers/settings/declarations/declarations.ts';
import { givenIn } from '../../helpers/settings/given.ts';

/** Raised whenever a field is renamed, removed or changes its meaning. */
const version = 1;

/** The file in the folder of a shard that says what it is a part of. */
export const partFile = 'part.json';

const planned = z.object({
  shard: z.int().positive(),
  rule: z.string(),
  project: z.string(),
  file: z.string(),
  line: z.int().nonnegative(),
  title: z.string(),
});

/** A test of the whole run, with the shard that has it. */
export type Planned = z.output<typeof planned>;

export const partSchema = z.object({
  version: z.literal(version),
  index: z.int().positive(),
  of: z.int().positive(),
  /** What all shards of a run have in common and no other run has; null where nobody said. */
  run: z.string().nullable(),
  begun: z.iso.datetime(),
  /** False while it is under way, and for ever when its process was killed before its reports were searched for keys. */
  ended: z.boolean(),
  /** SHA-256 of the suite. */
  suite: z.string(),
  /** Two bytes of a digest of each setting: enough to notice another value, too little to guess one by. */
  settings: z.record(z.string(), z.string()),
  /** Whether it is a nightly, a sign-off and so on. */
  profile: z.string(),
  /** Arguments that limit the whole run to some of the tests. */
  limits: z.array(z.string()),
  /** The recorded durations that the tests were dealt by. */
  durations: z.string(),
  tests: z.array(planned),
});

/** What a shard says about itself and the run it is a part of. Written before its first test. */
export type Part = z.output<typeof partSchema>;

/** What every shard of a run has to say alike, beside the tests. */
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

/** The setting, or what GitHub and GitLab call the run that a job belongs to. */
const runName = ({ SHARD_RUN, GITHUB_RUN_ID, CI_PIPELINE_ID }: Readonly<Record<string, string | undefined>>) =>
  SHARD_RUN?.trim() || GITHUB_RUN_ID || CI_PIPELINE_ID || null;

/** Settings that say where a machine keeps or sends something, and not what is judged. */
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

/** Of files that settings name, what counts is what stands in them. */
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

/** Where unset is the same as set to the default, and machines are likely to differ. */
const defaults: Partial<Record<VariableName, string>> = {
  TARGET: 'sandbox',
  KNOWN_DEVIATIONS: deviationsFile(undefined),
};

const contentOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(resolve(path), 'utf8') : undefined;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 4);
