import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { RunOptions } from '../fixtures/run.ts';
import suite from '../playwright.config.ts';
import { parseSettings } from '../helpers/settings/settings.ts';
import { sandboxAccount } from '../helpers/settings/sandbox-account.ts';
import { planFile, type MutantAssignment } from './run-mutants.ts';

// Runs the unchanged specs against many sandboxes. The programs of the proof write the plan.

const root = join(import.meta.dirname, '..');
const assignments = JSON.parse(existsSync(planFile) ? readFileSync(planFile, 'utf8') : '[]') as MutantAssignment[];
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

const of = (assignment: MutantAssignment | undefined, name: 'api' | 'browser') => ({
  ...settings,
  ...(assignment && Object.keys(assignment.settings).length > 0 ? settingsFor(assignment.settings) : {}),
  ...(assignment?.isPatient ? {} : timeouts[name]),
});

/** The settings of an assignment, parsed as a user's would be. */
const settingsFor = (variables: Readonly<Record<string, string>>): Partial<RunOptions['settings']> => {
  const staging = { ...sandboxAccount, TARGET: 'staging', BASE_URL: settings.baseUrl || 'http://127.0.0.1:1' };
  const parsed = parseSettings({ ...staging, ...variables });
  const { callbackCreatePath, callbackId, disposableCallbackIds, notApplicable, merchantOrigin, checkoutPage } = parsed;
  const given = {
    callbackCreatePath,
    callbackId,
    disposableCallbackIds,
    notApplicable,
    merchantOrigin,
    testNumbers: parsed.testNumbers,
  };
  // Undefined stands for lines that the run proposes.
  return 'CHECKOUT_PAGE' in variables ? { ...given, checkoutPage } : given;
};

const projects = (assignments.length === 0 ? [undefined] : assignments).flatMap((assignment, index) =>
  (suite.projects ?? []).flatMap((project) => {
    const name = project.name as 'api' | 'browser';
    const files = assignment && [...new Set(Object.keys(assignment.tests).map((key) => key.split(' › ')[0] ?? ''))];
    // Files of keys are relative to this folder.
    const own = files?.filter((file) => file.startsWith(`../tests/${name}/`));
    if (own?.length === 0) return [];
    return {
      ...project,
      name: assignment ? `${name} ${index}` : name,
      testDir: join(root, 'tests', name),
      ...(own && { testMatch: own.map((file) => join(import.meta.dirname, file)) }),
      // A worker is not used again for another project.
      workers: 1,
      use: {
        ...project.use,
        trace: 'off',
        screenshot: 'off',
        settings: of(assignment, name),
        mutants: assignment?.tests ?? {},
      } as const,
    };
  }),
);

export default defineConfig<object, RunOptions>({
  ...suite,
  projects,
  fullyParallel: false,
  // More workers than cores, since many of these tests wait for a time-out.
  workers: 4,
  timeout: 20_000,
  expect: { timeout: 1_500 },
  use: use as object,
  outputDir: join(root, 'reports/proof/test-results'),
  preserveOutput: 'never',
  globalSetup: undefined,
  globalTeardown: undefined,
  webServer: undefined,
  reporter: [[join(import.meta.dirname, 'proof-reporter.ts')]],
});
