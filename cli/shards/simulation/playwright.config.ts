import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import ofRoot from '../../../playwright.config.ts';
import { currencies } from './plan.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { configFromRoot } from '../../../harness/triage/again/config-from-root.ts';

// `npm run simulate-shards` uses this to run thousands of checks instead of the specs, with a project for each
// currency.

const base = configFromRoot(ofRoot, join(import.meta.dirname, '../../..'));
const { settings } = base.use as { settings: Settings };

export default defineConfig({
  ...base,
  projects: currencies.map((currency) => ({
    name: currency,
    testDir: import.meta.dirname,
    use: { settings: { ...settings, currency } } as object,
  })),
});
