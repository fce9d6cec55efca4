import { config } from 'dotenv';
import { parseSettings, type Settings } from './settings.ts';

/**
 * The one reader of the environment: `.env` in the working folder, then the variables that are really set.
 *
 * @throws SettingsError naming all offending variables
 */
export const readSettings = (): Settings => {
  config({ quiet: true });
  // The runner starts the sandbox and hands its address down in this variable.
  return parseSettings(process.env, process.env.SANDBOX_URL);
};
