import { existsSync, readFileSync } from 'node:fs';
import type { VariableName } from '../../../helpers/settings/declarations/declarations.ts';
import { givenIn } from '../../../helpers/settings/given.ts';
import { sha256 } from '../seal.ts';

/** Settings whose values harm nobody who reads a sign-off. Of any other it is only said that it is set. */
const harmless: ReadonlySet<string> = new Set<VariableName>([
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

/** The settings that are set, as a sign-off may tell them. */
export const settingsFacts = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(givenIn(environment)).map(([name, value]) => {
      if (harmless.has(name)) return [name, value];
      // These files have a say in what is judged, and may lie outside of the suite.
      const decides = (name === 'CHECKOUT_PAGE' || name === 'KNOWN_DEVIATIONS') && existsSync(value);
      return [name, decides ? `set, SHA-256 ${sha256(readFileSync(value))}` : 'set'];
    }),
  );
