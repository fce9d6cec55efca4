import type { Settings } from '../settings/settings.ts';
import {
  extensionOf,
  firstMissOf,
  lookAlikeOf,
  middleMissOf,
  nearMissOf,
  otherCaseOf,
  truncationOf,
} from '../redaction/secrets.ts';

/** How a request authenticates. `none` sends no credential. */
export type Credential =
  | 'secret'
  | 'publishable'
  | 'invalid'
  | 'none'
  | 'empty'
  | 'undefined'
  | 'null'
  | 'wildcard'
  | 'near-miss'
  | 'first-miss'
  | 'middle-miss'
  | 'look-alike'
  | 'other-case'
  | 'truncated'
  | 'extended'
  | 'other-scheme'
  | 'other-scheme-invalid'
  | 'lower-case-scheme'
  | 'no-scheme';

type Keys = Pick<Settings, 'secretKey' | 'publishableKey'>;

/** A key that no service has issued. */
export const unknownKey = 'no-such-key-0000';

/** The Authorization header of a credential for the secret-key endpoints (5); undefined for none. */
export const authorizationOf = (credential: Credential, { secretKey, publishableKey }: Keys): string | undefined =>
  ({
    secret: `Bearer ${secretKey}`,
    publishable: `Bearer ${publishableKey}`,
    invalid: `Bearer ${unknownKey}`,
    none: undefined,
    empty: 'Bearer ',
    undefined: 'Bearer undefined',
    null: 'Bearer null',
    wildcard: 'Bearer %',
    'near-miss': `Bearer ${nearMissOf(secretKey)}`,
    'first-miss': `Bearer ${firstMissOf(secretKey)}`,
    'middle-miss': `Bearer ${middleMissOf(secretKey)}`,
    'look-alike': `Bearer ${lookAlikeOf(secretKey)}`,
    'other-case': `Bearer ${otherCaseOf(secretKey)}`,
    truncated: `Bearer ${truncationOf(secretKey)}`,
    extended: `Bearer ${extensionOf(secretKey)}`,
    'other-scheme': `Basic ${secretKey}`,
    'other-scheme-invalid': `Basic ${unknownKey}`,
    'lower-case-scheme': `bearer ${secretKey}`,
    'no-scheme': secretKey,
  })[credential];

/** The publishable_key field of a credential for a checkout (5); undefined leaves the field out. */
export const publishableKeyOf = (credential: Credential, { secretKey, publishableKey }: Keys): string | undefined =>
  ({
    secret: secretKey,
    publishable: publishableKey,
    invalid: unknownKey,
    none: undefined,
    empty: '',
    undefined: 'undefined',
    null: 'null',
    wildcard: '%',
    'near-miss': nearMissOf(publishableKey),
    'first-miss': firstMissOf(publishableKey),
    'middle-miss': middleMissOf(publishableKey),
    'look-alike': lookAlikeOf(publishableKey),
    'other-case': otherCaseOf(publishableKey),
    truncated: truncationOf(publishableKey),
    extended: extensionOf(publishableKey),
    'other-scheme': `Basic ${publishableKey}`,
    'other-scheme-invalid': `Basic ${unknownKey}`,
    'lower-case-scheme': `bearer ${publishableKey}`,
    'no-scheme': publishableKey,
  })[credential];
