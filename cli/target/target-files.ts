import { appendFileSync, copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { envOf } from '../../helpers/settings/declarations/texts.ts';

/** What of the folder of a target is not committed: keys, and what runs write. */
const ignored = ['.env', '.env.*', '.journal/', 'reports/'];

/** The settings in the `.env` of a folder that are not empty. */
export const readEnv = (folder: string): Record<string, string> => {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  return Object.fromEntries(Object.entries(parse(readFileSync(file))).filter(([, value]) => value !== ''));
};

/**
 * Writes `.env` and `.gitignore` of a target. What stood in them is kept: the settings as `.env.before`, the lines of
 * `.gitignore` where they are.
 *
 * @returns what was written
 */
export const writeFolder = (folder: string, values: Readonly<Record<string, string>>): string[] => {
  const [env, git] = [join(folder, '.env'), join(folder, '.gitignore')];
  const text = envOf(values);
  // First, so that no key is ever one `git add` away.
  const lines = existsSync(git) ? readFileSync(git, 'utf8').split('\n') : [];
  const missing = ignored.filter((line) => !lines.includes(line) && !lines.includes(`/${line}`));
  const isOpen = lines.length > 0 && lines.at(-1) !== '';
  if (missing.length > 0) appendFileSync(git, `${isOpen ? '\n' : ''}${missing.join('\n')}\n`);
  if (existsSync(env)) copyFileSync(env, `${env}.before`);
  // At once, so that who interrupts this has the one file or the other.
  writeFileSync(`${env}.new`, text, { mode: 0o600 });
  renameSync(`${env}.new`, env);
  return missing.length > 0 ? [env, git] : [env];
};
