import { appendFileSync, copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { envOf } from '../../helpers/settings/declarations/texts.ts';

/** Files in the folder of a target that must not be committed: keys and output of runs. */
const ignored = ['.env', '.env.*', '.journal/', 'reports/'];

/** The non-empty settings in the `.env` of a folder. */
export const readEnv = (folder: string): Record<string, string> => {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  return Object.fromEntries(Object.entries(parse(readFileSync(file))).filter(([, value]) => value !== ''));
};

/**
 * Writes `.env` and `.gitignore` of a target. The earlier settings are kept as `.env.before`; lines are only added to
 * `.gitignore`.
 *
 * @returns the paths of the written files
 */
export const writeFolder = (folder: string, values: Readonly<Record<string, string>>): string[] => {
  const [env, git] = [join(folder, '.env'), join(folder, '.gitignore')];
  const text = envOf(values);
  // Written before the keys, so that `git add` cannot add them.
  const lines = existsSync(git) ? readFileSync(git, 'utf8').split('\n') : [];
  const missing = ignored.filter((line) => !lines.includes(line) && !lines.includes(`/${line}`));
  const isOpen = lines.length > 0 && lines.at(-1) !== '';
  if (missing.length > 0) appendFileSync(git, `${isOpen ? '\n' : ''}${missing.join('\n')}\n`);
  if (existsSync(env)) copyFileSync(env, `${env}.before`);
  // Replaced atomically, so that an interruption leaves a complete file.
  writeFileSync(`${env}.new`, text, { mode: 0o600 });
  renameSync(`${env}.new`, env);
  return missing.length > 0 ? [env, git] : [env];
};
