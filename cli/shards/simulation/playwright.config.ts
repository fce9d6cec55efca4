import { defineConfig } from '@playwright/test';
import base from '../../../playwright.config.ts';
import { currencies } from './plan.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';

// Thousands of checks in the place of the specs, a project for each currency. `npm run simulate-shards` starts this.

const { settings } = base.use as { settings: Settings };

export default defineConfig({
  ...base,
  projects: currencies.map((currency) => ({
    name: currency,
    testDir: 'cli/shards/simulation',
    use: { settings: { ...settings, currency } } as object,
  })),
});
