import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { playwrightCli } from '../helpers/processes/installed.mjs';
import { launchOptionsOf } from '../helpers/processes/launch-options.ts';
import { parseSettings, type Settings } from '../helpers/settings/settings.ts';
import { findBrowser } from '../helpers/processes/find-browser.mjs';
import { Bodies } from '../helpers/client/bodies.ts';
import type { Command } from './timing/measure.ts';
import { rootFolder, workFolder } from './written.ts';
import { sandboxAsStaging } from '../helpers/settings/sandbox-account.ts';

/** A program that performs the checks or the journeys. */
export interface Contender {
  name: string;
  command: (address: string) => Command;
}

/** Maximum number of concurrent exchanges, for contenders that support concurrency. */
export const cap = 32;
/** The suite runs two browser tests concurrently, and so does the contender. */
const pagesAtOnce = 2;

const here = import.meta.dirname;

/** The environment of a nightly run, with a sandbox as staging. */
export const stagingEnvironment = (address: string): Record<string, string> => ({
  ...sandboxAsStaging(address),
  STAGING_HOSTS: '',
  JOURNAL_FOLDER: join(workFolder, 'journal'),
  PREFETCH_CONCURRENCY: '',
  DIGEST_WEBHOOK_URL: '',
  GITHUB_STEP_SUMMARY: '',
});

export const settingsFor = (address: string): Settings => parseSettings(stagingEnvironment(address));

export const bare = (atOnce = cap): Contender => ({
  name: `bare loop, ${atOnce} at once`,
  command: (address) => ({
    args: [join(here, 'bare', 'checks.mjs'), address, join(workFolder, 'checks.json'), String(atOnce)],
  }),
});

/** The suite itself. */
export const ours = (
  project: 'api' | 'browser',
  name: string,
  { reporters = 'all', env = {} }: { reporters?: 'all' | 'own' | 'none'; env?: Record<string, string> } = {},
): Contender => ({
  name,
  command: (address) => ({
    args: [playwrightCli, 'test', '--config', join(rootFolder, 'playwright.config.ts'), `--project=${project}`],
    env: { ...stagingEnvironment(address), BENCH_REPORTERS: reporters, ...env },
  }),
});

export const plain = (workers: number): Contender => ({
  name: `plain Playwright, ${workers} workers`,
  command: (address) => ({
    args: [playwrightCli, 'test', '--config', join(here, 'plain.config.ts'), `--workers=${workers}`],
    env: { BASE_URL: address },
  }),
});

/** Undefined when Newman is not installed; it is not a dependency of the suite. */
export const newman = (): Contender | undefined => {
  if (!existsSync(join(here, 'newman', 'node_modules'))) return undefined;
  const program = createRequire(join(here, 'newman', 'package.json')).resolve('newman/bin/newman.js');
  return {
    name: 'Newman',
    command: (address) => ({
      args: [program, 'run', join(workFolder, 'collection.json'), '--env-var', `base=${address}`],
    }),
  };
};

export const bareJourneys = (count: number): Contender => ({
  name: 'bare playwright-core',
  command: (address) => {
    const settings = settingsFor(address);
    const facts = {
      secretKey: settings.secretKey,
      body: new Bodies(settings).hostedPage(),
      number: settings.mobileMoneyNumber,
    };
    const launch = launchOptionsOf(findBrowser()?.path);
    return {
      args: [
        join(here, 'bare', 'journeys.mjs'),
        address,
        String(count),
        String(pagesAtOnce),
        JSON.stringify(launch),
        JSON.stringify(facts),
      ],
    };
  },
});
