import { z } from 'zod';
import { callbackIdText } from '../../interface/messages/callback-id.ts';
import { capabilities } from '../../interface/rules/capabilities.ts';
import * as types from './setting-types.ts';

interface Facts {
  /** The effect of an unset value, if the default value does not show it. */
  unset?: string;
  /** Masked in all output. */
  secret?: true;
  /** For a real target. */
  required?: true;
}

/** The declaration of a setting, in one sentence. The default value is part of its type. */
const setting = <Type extends z.ZodType>(about: string, type: Type, facts: Facts = {}) => ({ about, type, ...facts });
export type Setting = ReturnType<typeof setting>;
const required = { required: true } as const;
const secret = { secret: true } as const;
const { file, hosts, key, list, milliseconds, number, numbers, pattern, text, whole } = types;
const subunits = whole('subunits', 1, Number.MAX_SAFE_INTEGER);

const target = {
  ENV_FILE: setting('File with the settings of a target.', text.optional(), { unset: '.env of the suite' }),
  TARGET: setting(
    'What to check: sandbox (started by the run itself) or staging (a real test environment).',
    z.enum(['sandbox', 'staging'], { error: 'write sandbox or staging' }).default('sandbox'),
  ),
  BASE_URL: setting('Address of a real target without /v1.', types.baseUrl.default(''), required),
  BUILD_URL: setting(
    'Where the target says which build it is, with a field of its JSON after # (#commit, #app.version) or a header (#header:X-Version), in quotes.',
    types.buildUrl.optional(),
    { unset: 'the build is not read' },
  ),
  STAGING_HOSTS: setting(
    'The only hosts that are ever called, comma-separated, as host, host:port or, without encryption, http://host.',
    hosts.default([]),
    { unset: 'only this machine' },
  ),
};

const connection = {
  HTTPS_PROXY: setting('Proxy for https and http: http://user:password@host:port', types.proxy.optional(), secret),
  NO_PROXY: setting('Hosts without proxy, comma-separated: example.com, .internal.example or *', list.default([])),
  CA_CERTIFICATE: setting('PEM file with certificates of additional authorities.', types.authorities.optional()),
  CLIENT_CERTIFICATE: setting(
    "PEM or PFX file with the client's certificate and private key, without passphrase.",
    types.readable.optional(),
  ),
  EXTRA_HEADERS: setting(
    String.raw`Headers for a gateway, separated by \n: "X-Access-Id: 4711\nAuthorization: Basic user:password"`,
    types.headers.default({ extraHeaders: [] }),
    secret,
  ),
};

const credentials = {
  SECRET_KEY: setting('Secret key of a test account.', key.default(''), { ...required, ...secret }),
  PUBLISHABLE_KEY: setting('Publishable key, for the checkout.', key.default(''), { ...required, ...secret }),
  LIVE_KEY_PATTERN: setting('Keys that match this regular expression are refused.', pattern.optional(), {
    unset: 'keys with the word live, prod, production or prd',
  }),
  TEST_KEY_PATTERN: setting('Keys that do not match this regular expression are refused.', pattern.optional(), {
    unset: 'keys with a word such as test, sandbox, staging, demo or dev; any key for a target on this machine',
  }),
};

const operatorCode = setting(
  'payment_method_code of operator A (succeeds or fails at once), B (asks for an approval) and C (asks for a code).',
  text.default(''),
  { unset: 'none; needed unless NOT_APPLICABLE names the operator' },
);
const operatorNumber = setting('Mobile money number for payments with this operator.', number.optional(), {
  ...secret,
  unset: 'MOBILE_MONEY_NUMBER',
});

const payments = {
  OPERATOR_A_CODE: operatorCode,
  OPERATOR_B_CODE: operatorCode,
  OPERATOR_C_CODE: operatorCode,
  OPERATOR_A_NUMBER: operatorNumber,
  OPERATOR_B_NUMBER: operatorNumber,
  OPERATOR_C_NUMBER: operatorNumber,
  MOBILE_MONEY_NUMBER: setting('Test number that starts with zero.', number.default(''), { ...required, ...secret }),
  TEST_NUMBERS: setting(
    'The only other numbers that are entered, with which a payment page makes a payment succeed or fail: of phones, or of test cards; never a real card.',
    numbers.default([]),
    secret,
  ),
  CURRENCY: setting(
    'Currency of the account; a second one may follow: XTS, USD',
    types.currencies.default([]),
    required,
  ),
  AMOUNT: setting('Amount of every payment in the subunit of the currency.', subunits.default(1000)),
  MAX_AMOUNT: setting('Maximum amount of a payment in the subunit of the currency.', subunits.default(100_000)),
  CUSTOMER_EMAIL: setting('E-mail address of the customer.', types.email.default('customer@example.com'), secret),
};

const callbacks = {
  CALLBACK_CREATE_PATH: setting(
    'Path of an operation that creates a callback, if there is one.',
    types.path.optional(),
  ),
  CALLBACK_ID: setting('A callback that tests may update; it is restored afterwards.', callbackIdText.optional()),
  DISPOSABLE_CALLBACK_IDS: setting(
    'Callbacks that tests may delete permanently, comma-separated; a run deletes four, so set at least six.',
    list.pipe(z.array(callbackIdText)).default([]),
  ),
  WEBHOOK_URL: setting(
    'Public address that is forwarded to WEBHOOK_LISTEN, unless the target runs on this machine.',
    types.address.optional(),
  ),
  WEBHOOK_LISTEN: setting(
    'IP address (0.0.0.0 for all) and port of this machine at which notifications arrive.',
    types.listener.default({ listen: '127.0.0.1', port: 8787 }),
    { unset: '127.0.0.1:8787' },
  ),
};

const browser = {
  BROWSER_PATH: setting('Path of the browser to use.', text.optional(), { unset: 'the first one that is found' }),
  BROWSER_ADDRESS: setting(
    'Browser on another machine: ws://host:port/ of a Playwright server, or http://host:port of a debugging port.',
    types.browserAddress.optional(),
    secret,
  ),
  MERCHANT_ORIGIN: setting(
    "Origin of the merchant's pages, which this machine serves whatever its host name.",
    types.origin.optional(),
    { unset: 'a free port of this machine' },
  ),
  CHECKOUT_PAGE: setting(
    'File with the lines by which the payment page is used, or module with its methods (.ts, .js).',
    file.optional(),
    { unset: 'none, so that nothing is paid in a browser; on the sandbox its own file' },
  ),
};

const run = {
  SCREENSHOTS: setting(
    '0 takes no pictures, neither of payments nor of failed tests.',
    whole('pictures', 0, 1).default(1),
  ),
  REQUEST_TIMEOUT_MS: setting('How long an answer may take.', milliseconds.default(15_000)),
  REDIRECT_TIMEOUT_MS: setting('How long the return to the merchant may take.', milliseconds.default(20_000)),
  NOTIFICATION_TIMEOUT_MS: setting(
    'How long a notification may take; 3000 on the sandbox.',
    milliseconds.default(15_000),
  ),
  READ_DELAY_MS: setting('How far reads may lag behind writes.', milliseconds.default(10_000)),
  MAX_REQUESTS_PER_SECOND: setting('How many requests may be sent per second, by all workers.', types.rate.optional()),
  MAX_IN_FLIGHT: setting('How many requests may be in flight, by all workers.', whole('requests', 1, 256).optional(), {
    unset: '28',
  }),
  NOT_APPLICABLE: setting(
    `What the target lacks, with a reason if you like (iframe: not before May), of: ${capabilities.join(', ')}.`,
    types.absences.default([]),
  ),
  GENERATED_RUNS: setting('How many cases each generated test tries.', whole('cases', 0, 10_000).default(60)),
  SEED: setting(
    'Seed of the values in requests, or date for another one each day; with the path that a failure prints, such as 1/12:0:3, only this case is tried.',
    types.seed.default({ number: 1, path: undefined, commands: undefined }),
    { unset: '1' },
  ),
  DIGEST_WEBHOOK_URL: setting(
    'Webhook to which the digest of each whole run is sent; with #changes at its end (in quotes), only when the verdict of the run or of a rule changed.',
    types.webhook.optional(),
    secret,
  ),
};

/** The settings by heading of the documentation. */
export const groups = {
  'The target': target,
  'Network access to the target': connection,
  'Credentials of a test account': credentials,
  Payments: payments,
  Callbacks: callbacks,
  'The browser and the payment page': browser,
  'The run': run,
} satisfies Record<string, Record<string, Setting>>;

/** Every setting by the name of its variable. The operators share a declaration. */
export const declarations = { ...target, ...connection, ...credentials, ...payments, ...callbacks, ...browser, ...run };

export type VariableName = keyof typeof declarations;
export type Values = { [Name in VariableName]: z.output<(typeof declarations)[Name]['type']> };

export const variableNames = Object.keys(declarations) as readonly VariableName[];
/** The settings that apply only to a target on the network. */
export const connectionNames = Object.keys(connection) as readonly (keyof typeof connection)[];

/** Every variable empty, for a program that must not see any setting of this machine. */
export const noSettings: Readonly<Record<string, string>> = Object.fromEntries(variableNames.map((name) => [name, '']));
