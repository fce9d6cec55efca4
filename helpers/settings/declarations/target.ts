import { z } from 'zod';
import { setting } from './setting.ts';
import { baseUrl, email, hosts, key, pattern, phoneNumber, phoneNumbers, subunits, text } from './types.ts';

export const target = {
  /** Read before any other setting (target-folder.mjs). */
  targetFolder: setting('TARGET_FOLDER', text, {
    about: 'Folder with settings, lists, reports and journal of one target; --target FOLDER is the same.',
    more: 'It cannot be set in .env, which is one of its files.',
    unset: 'the suite itself',
  }),
  target: setting('TARGET', z.enum(['sandbox', 'staging'], { error: 'write sandbox or staging' }), {
    about: 'What to check: sandbox (started by the run itself) or staging (a real test environment).',
    default: 'sandbox',
  }),
  /** Without a trailing slash. For the sandbox it is known only once the sandbox listens. */
  baseUrl: setting('BASE_URL', baseUrl, {
    about: 'Address of a real target without /v1, for example https://staging.example.com',
    required: true,
    default: '',
  }),
  /** Hosts that are known to be test environments: `host` for any port, or `host:port`. */
  stagingHosts: setting('STAGING_HOSTS', hosts, {
    about: 'Hosts that are known to be test environments, comma-separated, as host (any port) or host:port.',
    more: 'No other host except this machine is ever called.',
    default: [],
  }),
  /** Hosts that may be called without encryption, in the same form. */
  insecureHosts: setting('INSECURE_HOSTS', hosts, {
    about: 'Hosts that may be called over http, without encryption, in the format of STAGING_HOSTS.',
    unset: 'only this machine',
    default: [],
  }),
};

export const credentials = {
  secretKey: setting('SECRET_KEY', key, {
    about: 'Secret key, for all requests except the checkout.',
    more: 'It is masked in all output.',
    secret: 'masked',
    required: true,
    default: '',
  }),
  publishableKey: setting('PUBLISHABLE_KEY', key, {
    about: 'Publishable key, for the checkout.',
    secret: 'masked',
    required: true,
    default: '',
  }),
  liveKeyPattern: setting('LIVE_KEY_PATTERN', pattern, {
    about: 'A key that matches this regular expression counts as a live key and is refused.',
    unset: 'keys with the word live, prod, production or prd, also in camel case or joined to words such as sk and key',
  }),
  testKeyPattern: setting('TEST_KEY_PATTERN', pattern, {
    about: 'A key that does not match this regular expression is also refused.',
    unset: 'keys with a word such as test, sandbox, staging, demo or dev; any key for a target on this machine',
  }),
};

/** The operator with a letter. */
const operator = <const Letter extends 'A' | 'B' | 'C'>(letter: Letter, about: string) =>
  setting(`OPERATOR_${letter}_CODE`, text, {
    about: `payment_method_code of the operator that ${about}.`,
    requiredUnless: `operator-${letter.toLowerCase() as Lowercase<Letter>}`,
    default: '',
  });

export const payments = {
  operators: {
    A: operator('A', 'succeeds or fails immediately'),
    B: operator('B', 'follows requested_response, with an approval on the phone'),
    C: operator('C', 'follows requested_response, with a code to enter'),
  },
  currency: setting('CURRENCY', text, { about: 'Three-letter currency of the account.', required: true, default: '' }),
  /** Undefined for an account of one currency. */
  secondCurrency: setting('SECOND_CURRENCY', text, {
    about: 'Another three-letter currency of the account, for the hosted page and the checkout.',
    more: 'AMOUNT and MAX_AMOUNT also apply to its subunit.',
    unset: 'none: rules about a second currency are not applicable',
  }),
  /** In the subunit of the currency. */
  amount: setting('AMOUNT', subunits, {
    about: 'Amount of every payment in the subunit of the currency.',
    default: 1000,
  }),
  /** In the subunit. No request has a larger amount. */
  maxAmount: setting('MAX_AMOUNT', subunits, {
    about: 'Maximum amount of a payment in the subunit of the currency.',
    more: 'Amounts on a payment page count as main units: with two decimals the default allows 1000.',
    default: 100_000,
  }),
  customerEmail: setting('CUSTOMER_EMAIL', email, {
    about: 'E-mail address of the customer.',
    secret: 'masked',
    default: 'customer@example.com',
  }),
  mobileMoneyNumber: setting('MOBILE_MONEY_NUMBER', phoneNumber, {
    about: 'Mobile money number of the test environment.',
    more: 'It starts with zero and has at least seven digits.',
    secret: 'masked',
    required: true,
    default: '',
  }),
  testNumbers: setting('TEST_NUMBERS', phoneNumbers, {
    about: 'Further phone numbers with which a payment page makes a payment succeed or fail, comma-separated.',
    more: 'No other phone number is entered or selected.',
    secret: 'pipelines',
    default: [],
  }),
};
