import { existsSync, readFileSync } from 'node:fs';
import { config, parse } from 'dotenv';
import type { FullConfig } from '@playwright/test';
import { variableNames } from './declarations.ts';
import { envFile, namedEnvFile } from './settings-folder.mjs';
import { parseDigestSettings, parseSettings, SettingsError, type Environment, type Settings } from './settings.ts';

/**
 * The only reader of the environment: variables that are set take precedence over the file of ENV_FILE.
 *
 * @throws SettingsError naming all offending variables
 */
export const readSettings = (): Settings => {
  if (variablesInFile().ENV_FILE)
    throw new SettingsError(['ENV_FILE: it names the file with the settings; set it in the environment']);
  config({ path: envFile(), quiet: true });
  // The runner starts the sandbox and passes its address in this variable.
  return parseSettings(process.env, process.env.SANDBOX_URL);
};

/**
 * The settings for sending the digest of merged shards, which needs no target.
 *
 * @throws SettingsError
 */
export const readDigestSettings = (): ReturnType<typeof parseDigestSettings> => {
  config({ path: envFile(), quiet: true });
  return parseDigestSettings(process.env);
};

/** @throws SettingsError when ENV_FILE names no file that can be read */
const variablesInFile = (): Environment => {
  if (!namedEnvFile() && !existsSync(envFile())) return {};
  try {
    return parse(readFileSync(envFile()));
  } catch {
    throw new SettingsError([`ENV_FILE: ${envFile()} cannot be read; name the file with the settings of the target`]);
  }
};

/** What is strange about the settings although it does not prevent a run. */
export const settingsNotes = (): ReturnType<typeof notesOn> => [
  ...(process.env.TARGET?.trim() || existsSync(envFile())
    ? []
    : [{ problem: `there is no ${envFile()}, so the sandbox is used`, fix: 'to check a target, set ENV_FILE' }]),
  ...notesOn(variablesInFile()),
];

/** Unknown names in the file, such as misspelt ones. Other programs may read them, so they are no errors. */
export const notesOn = (file: Environment): { problem: string; fix: string }[] =>
  Object.keys(file)
    .filter((name) => !variableNames.some((one) => one === name))
    .map((name) => ({ problem: `${name} is not a setting and has no effect`, fix: 'correct or remove it' }));

/** Not passed as reporter options, since other reporters print those. */
export const settingsOf = (config: FullConfig): Settings | undefined =>
  (config.projects[0]?.use as { settings?: Settings } | undefined)?.settings;
