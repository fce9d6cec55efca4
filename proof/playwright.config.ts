import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { RunOptions } from '../fixtures/run.ts';
import suiteConfig from '../playwright.config.ts';
import { parseSettings } from '../helpers/settings/settings.ts';
import { sandboxAccount } from '../helpers/settings/sandbox-account.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import type { MutantPlan, MutantProject } from './mutant-plan.ts';
import { planFile } from './run-mutants.ts';

// Runs the unchanged specs against many sandboxes. The programs of the proof write the plan.

const { projects } = JSON.parse(readFileSync(planFile, 'utf8')) as MutantPlan;

const configure = async () => {
  const suite = await suiteConfig;
  const { settings, ...use } = suite.use as { settings: RunOptions['settings'] };
  // Short time-outs, since a missing answer or redirect is found by one, and the sandbox is on this machine.
  const timeouts = {
    api: {
      requestTimeoutMs: 3_000,
      redirectTimeoutMs: 900,
      notificationTimeoutMs: 900,
      readDelayMs: 900,
      generatedRuns: 60,
    },
    browser: { requestTimeoutMs: 3_000, redirectTimeoutMs: 2_500 },
  };

  const settingsOf = ({ name, settings: own, isPatient }: MutantProject) => ({
    ...settings,
    ...(Object.keys(own).length > 0 ? parsedSettings(own) : {}),
    ...(isPatient ? {} : timeouts[name]),
  });

  /** The settings of a project, parsed as a user's would be. */
  const parsedSettings = (variables: Readonly<Record<string, string>>): Partial<RunOptions['settings']> => {
    const staging = { ...sandboxAccount, TARGET: 'staging', BASE_URL: settings.baseUrl || 'http://127.0.0.1:1' };
    const parsed = parseSettings({ ...staging, ...variables });
    const { callbackCreatePath, callbackId, disposableCallbackIds, notApplicable, merchantOrigin, checkoutPage } =
      parsed;
    const given = {
      currency: parsed.currency,
      secondCurrency: parsed.secondCurrency,
      callbackCreatePath,
      callbackId,
      disposableCallbackIds,
      notApplicable,
      merchantOrigin,
      testNumbers: parsed.testNumbers,
    };
    return 'CHECKOUT_PAGE' in variables ? { ...given, checkoutPage } : given;
  };
  const cores = availableParallelism();
  const ofSuite = (name: MutantProject['name']) => suite.projects?.find((project) => project.name === name);
  const fileOf = (key: string): string => join(__dirname, key.split(' › ')[0] ?? '');
  /** As one pattern: Playwright prepares each one of a list anew for each file, which takes long where both are hundreds. */
  const anyOf = (files: readonly string[]): RegExp =>
    new RegExp(`^(?:${[...new Set(files)].map((file) => file.replaceAll(/\W/g, String.raw`\$&`)).join('|')})$`);

  return defineConfig<object, RunOptions>({
    ...suite,
    projects:
      projects.length === 0
        ? suite.projects?.map((project) => ({ ...project, testDir: join(suiteRoot, 'tests', project.name ?? '') }))
        : projects.map((project, index) => ({
            ...ofSuite(project.name),
            name: String(index),
            testDir: join(dirname(planFile), 'copies'),
            testMatch: anyOf(Object.keys(project.mutants).map(fileOf)),
            // Loading a copy of a spec takes longer than most of its tests; those that wait are not kept from one another.
            fullyParallel: project.name === 'browser' || !project.isPatient,
            workers: project.name === 'browser' ? 2 * cores + 1 : undefined,
            // Pages of real libraries may be slow, which is no fault.
            timeout: project.isPatient ? 60_000 : 20_000,
            use: { ...ofSuite(project.name)?.use, settings: settingsOf(project), mutants: project.mutants },
          })),
    // More workers than cores, since many of these tests wait for a page or for a time-out.
    workers: 4 * cores,
    expect: { timeout: 1_500 },
    use: use as object,
    outputDir: join(suiteRoot, 'reports/proof/test-results'),
    preserveOutput: 'never',
    globalSetup: undefined,
    webServer: undefined,
    reporter: [[join(__dirname, 'proof-reporter.ts')]],
  });
};

export default configure();
