import type { Settings } from '../settings/settings.ts';
import {
  extensionOf,
  firstMissOf,
  lookAlikeOf,
  middleMissOf,
  nearMissOf,
  otherCaseOf,
  signMissOf,
  truncationOf,
} from '../redaction/secrets.ts';

type Keys = Pick<Settings, 'secretKey' | 'publishableKey'>;

/** A key that no service has issued. */
export const unknownKey = 'no-such-key-0000';

/** Each credential as scheme and value, made from the key that the endpoint expects. */
const credentials = {
  secret: (_, { secretKey }) => ['Bearer ', secretKey],
  publishable: (_, { publishableKey }) => ['Bearer ', publishableKey],
  invalid: () => ['Bearer ', unknownKey],
  none: () => undefined,
  empty: () => ['Bearer ', ''],
  undefined: () => ['Bearer ', 'undefined'],
  null: () => ['Bearer ', 'null'],
  wildcard: () => ['Bearer ', '%'],
  'near-miss': (key) => ['Bearer ', nearMissOf(key)],
  'first-miss': (key) => ['Bearer ', firstMissOf(key)],
  'middle-miss': (key) => ['Bearer ', middleMissOf(key)],
  'sign-miss': (key) => ['Bearer ', signMissOf(key)],
  'look-alike': (key) => ['Bearer ', lookAlikeOf(key)],
  'other-case': (key) => ['Bearer ', otherCaseOf(key)],
  truncated: (key) => ['Bearer ', truncationOf(key)],
  extended: (key) => ['Bearer ', extensionOf(key)],
  'other-scheme': (key) => ['Basic ', key],
  'other-scheme-invalid': () => ['Basic ', unknownKey],
  'lower-case-scheme': (key) => ['bearer ', key],
  'no-scheme': (key) => ['', key],
} satisfies Record<string, (key: string, keys: Keys) => [scheme: string, value: string] | undefined>;

/** How a request authenticates. `none` sends no credential. */
export type Credential = keyof typeof credentials;

/** The Authorization header of a credential for the secret-key endpoints (5); undefined for none. */
export const authorizationOf = (credential: Credential, keys: Keys): string | undefined =>
  credentials[credential](keys.secretKey, keys)?.join('');

/** The publishable_key field of a credential for a checkout (5), without `Bearer`; undefined leaves the field out. */
export const publishableKeyOf = (credential: Credential, keys: Keys): string | undefined =>
  credentials[credential](keys.publishableKey, keys)
    ?.join('')
    .replace(/^Bearer /, '');
