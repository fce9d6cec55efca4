import { config } from 'dotenv';
import { notesOn } from './given.ts';
import { parseSettings, SettingsError, type Settings } from './settings.ts';
import type { FullConfig } from '@playwright/test';

/**
 * The only reader of the environment: variables that are set take precedence over `.env` in the working folder.
 *
 * @throws SettingsError naming all offending variables
 */
export const readSettings = (): Settings => {
  const folder = process.env.TARGET_FOLDER;
  config({ quiet: true });
  if (process.env.TARGET_FOLDER !== folder) {
    delete process.env.TARGET_FOLDER;
    throw new SettingsError([
      'TARGET_FOLDER: it decides which .env is read, so set it outside of .env, or use --target',
    ]);
  }
  // The runner starts the sandbox and passes its address in this variable.
  return parseSettings(process.env, process.env.SANDBOX_URL);
};

/** The names in the environment and in `.env` that need a correction. */
export const notesOnNames = (): ReturnType<typeof notesOn> =>
  notesOn(process.env, config({ quiet: true, processEnv: {} }).parsed);

/** Not passed as reporter options, since other reporters print those. */
export const settingsOf = (config: FullConfig): Settings | undefined =>
  (config.projects[0]?.use as { settings?: Settings } | undefined)?.settings;
