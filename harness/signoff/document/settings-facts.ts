import { existsSync, readFileSync } from 'node:fs';
import type { VariableName } from '../../../helpers/settings/declarations/declarations.ts';
import { givenIn } from '../../../helpers/settings/given.ts';
import { sha256 } from '../seal.ts';

/** Settings whose values a sign-off shows. For all others it only says that they are set. */
const shown: ReadonlySet<string> = new Set<VariableName>([
  'TARGET',
  'BASE_URL',
  'STAGING_HOSTS',
  'CURRENCY',
  'AMOUNT',
  'MAX_AMOUNT',
  'REQUEST_TIMEOUT_MS',
  'REDIRECT_TIMEOUT_MS',
  'MAX_REQUESTS_PER_SECOND',
  'NOT_APPLICABLE',
  'REQUIRED_REVIEWS',
  'GENERATED_RUNS',
  'SEED',
  'SIGNOFF_VALID_DAYS',
]);

/** The settings that are set, as a sign-off shows them. */
export const settingsFacts = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(givenIn(environment)).map(([name, value]) => {
      if (shown.has(name)) return [name, value];
      // These files influence judgements and may be outside of the suite.
      const isFile = (name === 'CHECKOUT_PAGE' || name === 'KNOWN_DEVIATIONS') && existsSync(value);
      return [name, isFile ? `set, SHA-256 ${sha256(readFileSync(value))}` : 'set'];
    }),
  );
