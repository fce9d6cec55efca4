import { existsSync, readFileSync } from 'node:fs';
import { config, parse } from 'dotenv';
import type { FullConfig } from '@playwright/test';
import { variableNames } from './declarations.ts';
import { envFile, namedEnvFile } from './settings-folder.cjs';
import { parseDigestSettings, parseSettings, SettingsError, type Environment, type Settings } from './settings.ts';

/**
 * Reads the settings: variables that are set take precedence over the file of ENV_FILE.
 *
 * @throws SettingsError naming all offending variables
 */
export const readSettings = (): Settings => {
  if (variablesInFile().ENV_FILE)
    throw new SettingsError(['ENV_FILE: it names the file with the settings; set it in the environment']);
  // Jenkins has a BUILD_URL of its own: the address of the job.
  const { JENKINS_URL, BUILD_URL } = process.env;
  if (JENKINS_URL && BUILD_URL?.startsWith(JENKINS_URL)) delete process.env.BUILD_URL;
  config({ path: envFile(), quiet: true });
  // The runner starts the sandbox and passes its address in this variable.
  try {
    return parseSettings(process.env, process.env.SANDBOX_URL);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // One of these may be the setting that is missing.
    const notes = notesOn(variablesInFile(), process.env).map(({ problem, fix }) => `${problem}; ${fix}`);
    throw new SettingsError([...error.problems, ...notes]);
  }
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
  ...notesOn(variablesInFile(), process.env),
];

/**
 * Unknown names in the file, and names in the environment that are nearly those of settings. Other programs may read
 * them, so they are no errors.
 */
export const notesOn = (file: Environment, environment: Environment = {}): { problem: string; fix: string }[] => {
  const set = Object.keys(environment).filter((name) => environment[name] && !Object.hasOwn(file, name));
  const note = (name: string, place: string, fix: string) => ({
    problem: `${name}${place} is not a setting and has no effect`,
    fix,
  });
  return [
    ...unknownOf(Object.keys(file)).map((name) => note(name, '', 'correct or remove it')),
    ...unknownOf(set).flatMap((name) => {
      const meant = variableNames.find((one) => isNear(name, one));
      return meant ? note(name, ' in the environment', `correct it if ${meant} is meant`) : [];
    }),
  ];
};

const unknownOf = (names: readonly string[]): string[] =>
  names.filter((name) => !variableNames.some((one) => one === name));

/** Whether a name is that of a setting but for one letter, or for its last words. `HTTP_PROXY` belongs to others. */
const isNear = (name: string, other: string): boolean => {
  if (name.length < 6 || name === 'HTTP_PROXY') return false;
  const forms = withoutOne(other);
  return (name.includes('_') && other.startsWith(`${name}_`)) || withoutOne(name).some((one) => forms.includes(one));
};

/** A name, and what is left of it without each of its letters: two that share one differ in a letter, or in its place. */
const withoutOne = (name: string): string[] => [
  name,
  ...Array.from(name, (_, index) => name.slice(0, index) + name.slice(index + 1)),
];

/** Not passed as reporter options, since other reporters print those. */
export const settingsOf = (config: FullConfig): Settings | undefined =>
  (config.projects[0]?.use as { settings?: Settings } | undefined)?.settings;
