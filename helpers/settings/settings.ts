import { resolve } from 'node:path';
import { z } from 'zod';
import { kindOf } from './browser-address.ts';
import { messageFormats, occasions, type MessageFormat, type Occasion } from './digest-choices.ts';
import { capabilities, withDependents, type Capability } from '../../interface/rules/capabilities.ts';
import { callbackIdText } from '../../interface/messages/callback-id.ts';
import { sandboxAccount } from './sandbox-account.ts';
import { isLoopback, parseHost, refuseRealMoney } from './money-guard.ts';
import { shortestNumber } from './payment-limits.ts';

const sandboxFacts = {
  ...sandboxAccount,
  // It notifies nobody but this machine.
  WEBHOOK_URL: undefined,
  // Its keys are public, and never those of an account.
  TEST_KEY_PATTERN: undefined,
} as const;

const httpUrl = z.url({ protocol: /^https?$/, error: 'write a full address, for example https://staging.example.com' });
const origin = httpUrl.refine((text) => new URL(text).origin === text.replace(/\/$/, ''), {
  error: 'write only scheme, host and port, for example http://localhost:8080',
});
const baseUrl = httpUrl
  .refine((text) => !/[@?#]/.test(text), { error: 'write it without user name, query and fragment' })
  // Only what is left is ever used, so that nothing reads another host out of the same text.
  .transform((text) => new URL(text).origin + new URL(text).pathname.replace(/(?<!\/)\/+$/, ''));
const webhook = httpUrl
  .refine((text) => !/[@#]/.test(text), { error: 'write it without user name and fragment' })
  .refine((text) => new URL(text).protocol === 'https:' || isLoopback(text), { error: 'write an address with https' })
  .refine((text) => new URL(text).pathname.length > 1, { error: 'write the whole address, as the webhook was given' });
const browserAddress = z
  .url({
    protocol: /^(wss?|https?)$/,
    error: 'write ws://HOST:PORT/ of a Playwright server or http://HOST:PORT of a debugged browser',
  })
  .refine((text) => !text.includes('#'), { error: 'write it without fragment' });
const text = z.string();
const key = text.regex(/^[\x21-\x7e]+$/, 'write the key alone: it has a space or a character that no header can carry');
const milliseconds = z.coerce
  .number({ error: 'write a number of milliseconds' })
  .int('write whole milliseconds')
  .min(100, 'write at least 100 milliseconds')
  .max(600_000, 'write at most 600000 milliseconds');
const rate = z.coerce
  .number({ error: 'write a number of requests per second' })
  .min(0.1, 'write at least 0.1 requests per second')
  .max(1000, 'write at most 1000 requests per second');
const atOnce = z.coerce
  .number({ error: 'write a number of requests' })
  .int('write a whole number of requests, for example 32')
  .min(0, 'write 0 for none at all')
  .max(256, 'write at most 256 requests');
const subunits = z.coerce
  .number({ error: 'write a whole number of subunits' })
  .int('write a whole number of subunits, for example 1000')
  .positive('write a whole number above zero');
const port = z.coerce
  .number({ error: 'write the number of a port' })
  .int('write the number of a port')
  .min(1, 'write the number of a port, from 1 to 65535')
  .max(65_535, 'write the number of a port, from 1 to 65535');
const list = z.string().transform((all) =>
  all
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);
const hosts = list.refine((all) => all.every((one) => parseHost(one)), {
  error: 'write hosts such as staging.example.com or staging.example.com:8443, without scheme, path and wildcard',
});
const longEnough = (number: string): boolean => (number.match(/\d/g) ?? []).length >= shortestNumber;
const phoneNumber = text
  .regex(/^0/, 'write a number that starts with zero: anything else the interface refuses')
  .refine(longEnough, {
    error: `write the whole number, at least ${shortestNumber} digits: a shorter one reaches nobody`,
  });
/** One capability, with a reason or without: `iframe`, `iframe: not offered by this target`. */
const absence = z.string().transform((text, context) => {
  const [name = '', ...reason] = text.split(':');
  const capability = capabilities.find((one) => one === name.trim());
  if (capability) return { capability, reason: reason.join(':').trim() || undefined };
  const message = `write some of: ${capabilities.join(', ')}; a reason may follow after a colon, without a comma in it`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'i');
  } catch (error) {
    const said = error instanceof Error ? error.message.split(': ').at(-1) : '';
    context.addIssue({ code: 'custom', message: `write a regular expression of JavaScript; this is none: ${said}` });
    return z.NEVER;
  }
});

/** Where generated values begin, and the way from there to one of them. */
export interface Seed {
  number: number;
  /** The path to a counterexample, as a failure prints it. */
  path: string | undefined;
  /** With it, which commands of a sequence were run. */
  commands: string | undefined;
}

function seedOf(text: string): Seed {
  const [number = '', path, commands] = text.split('/');
  // Whoever generates knows 32 bits.
  return { number: Math.trunc(Number(number)) | 0, path, commands };
}

/** Every variable the suite reads, by name. A missing one is undefined here; what a target needs is checked below. */
const variables = z.object({
  TARGET: z.enum(['sandbox', 'staging'], { error: 'write sandbox or staging' }).default('sandbox'),
  BASE_URL: baseUrl.optional(),
  SECRET_KEY: key.optional(),
  PUBLISHABLE_KEY: key.optional(),
  OPERATOR_A_CODE: text.optional(),
  OPERATOR_B_CODE: text.optional(),
  OPERATOR_C_CODE: text.optional(),
  CURRENCY: text.optional(),
  AMOUNT: subunits.default(1000),
  CUSTOMER_EMAIL: z.email({ error: 'write an e-mail address' }).default('customer@example.com'),
  MOBILE_MONEY_NUMBER: phoneNumber.optional(),
  TEST_NUMBERS: list
    .refine((all) => all.every((one) => phoneNumber.safeParse(one).success), {
      error: `write numbers that start with zero and have at least ${shortestNumber} digits, with commas between them`,
    })
    .default([]),
  CALLBACK_CREATE_PATH: text.regex(/^\//, 'write a path that starts with a slash').optional(),
  CALLBACK_ID: callbackIdText.optional(),
  DISPOSABLE_CALLBACK_IDS: list.pipe(z.array(callbackIdText)).default([]),
  WEBHOOK_URL: httpUrl.transform((address) => address.replace(/(?<!\/)\/+$/, '')).optional(),
  WEBHOOK_PORT: port.default(8787),
  WEBHOOK_LISTEN: z
    .union([z.ipv4(), z.ipv6()], { error: 'write an IP address of this machine, or 0.0.0.0 for all of them' })
    .default('127.0.0.1'),
  JOURNAL_FOLDER: text.optional(),
  KNOWN_DEVIATIONS: text.optional(),
  DIGEST_WEBHOOK_URL: webhook.optional(),
  DIGEST_WEBHOOK_FORMAT: z.enum(messageFormats, { error: `write ${messageFormats.join(' or ')}` }).default('slack'),
  DIGEST_ON: z.enum(occasions, { error: `write ${occasions.join(', ')}` }).default('always'),
  MERCHANT_ORIGIN: origin.transform((address) => address.replace(/\/$/, '')).optional(),
  CHECKOUT_PAGE: text.optional(),
  BROWSER_ADDRESS: browserAddress.optional(),
  REQUEST_TIMEOUT_MS: milliseconds.default(15_000),
  REDIRECT_TIMEOUT_MS: milliseconds.default(20_000),
  MAX_REQUESTS_PER_SECOND: rate.optional(),
  SEND_AHEAD: atOnce.optional(),
  NOT_APPLICABLE: list.pipe(z.array(absence)).default([]),
  SHARD_RUN: text.optional(),
  SIGNOFF_PRIVATE_KEY_FILE: text.optional(),
  SIGNOFF_PUBLIC_KEY_FILE: text.optional(),
  SIGNOFF_VALID_DAYS: z.coerce
    .number({ error: 'write a number of days' })
    .int('write a whole number of days')
    .min(1, 'write at least 1 day')
    .max(365, 'write at most 365 days')
    .default(14),
  STAGING_HOSTS: hosts.default([]),
  INSECURE_HOSTS: hosts.default([]),
  LIVE_KEY_PATTERN: pattern.optional(),
  TEST_KEY_PATTERN: pattern.optional(),
  MAX_AMOUNT: subunits.default(100_000),
  GENERATED_RUNS: z.coerce
    .number({ error: 'write a whole number of cases' })
    .int('write a whole number of cases, for example 60')
    .min(1, 'write at least 1; leave the generated tests out with --grep-invert @generated')
    .max(10_000, 'write at most 10000')
    .default(60),
  SEED: text
    .regex(/^-?\d{1,10}(\/[\d:]+(\/[\w:]+)?)?$/, 'write a whole number, or the number and path of a failure: 1/12:0:3')
    .transform(seedOf)
    .default({ number: 1, path: undefined, commands: undefined }),
});
type Variables = z.output<typeof variables>;
export type VariableName = keyof Variables;
export const variableNames = Object.keys(variables.shape) as VariableName[];

/** The settings of a run. Amounts are in the subunit of the currency, timeouts in milliseconds. */
export interface Settings {
  target: 'sandbox' | 'staging';
  /** Without a slash at the end. For the sandbox it is known only once the sandbox listens. */
  baseUrl: string;
  /** Hosts that are known to be test environments: `host` for any port, or `host:port`. */
  stagingHosts: readonly string[];
  secretKey: string;
  publishableKey: string;
  operators: Record<'A' | 'B' | 'C', string>;
  currency: string;
  amount: number;
  /** No request asks for more. */
  maxAmount: number;
  customerEmail: string;
  mobileMoneyNumber: string;
  /** Numbers beside it that a payment page may ask for. */
  testNumbers: readonly string[];
  callbackCreatePath: string | undefined;
  callbackId: string | undefined;
  disposableCallbackIds: readonly string[];
  /** The public address that is forwarded to `webhookPort` of this machine; no slash at the end. */
  webhookUrl: string | undefined;
  webhookPort: number;
  /** The address of this machine that the receiver listens at where `webhookUrl` is set. */
  webhookListen: string;
  journalFolder: string | undefined;
  /** Undefined for the usual file. */
  knownDeviations: string | undefined;
  /** Whoever knows it can write there, so it is as secret as a key. */
  digestWebhookUrl: string | undefined;
  digestWebhookFormat: MessageFormat;
  digestOn: Occasion;
  merchantOrigin: string | undefined;
  checkoutPage: string | undefined;
  /** Of a browser elsewhere; undefined for one of this machine. What is secret in it is as secret as a key. */
  browserAddress: string | undefined;
  requestTimeoutMs: number;
  redirectTimeoutMs: number;
  /** Over all workers together; undefined for no limit. */
  maxRequestsPerSecond: number | undefined;
  /** How many tests may have their requests sent ahead at the same time; undefined where the target's pace decides. */
  sendAhead: number | undefined;
  notApplicable: ReadonlySet<Capability>;
  /** Why it does not have them, where that was said. */
  absenceReasons: ReadonlyMap<Capability, string>;
  signoff: {
    /** PEM files, relative to the working folder. */
    privateKeyFile: string | undefined;
    publicKeyFile: string | undefined;
    validDays: number;
  };
  /** How many cases a generated test tries. */
  generatedRuns: number;
  seed: Seed;
}

/** Settings that do not allow a run. `problems` name every offending variable and how to mend it, without values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The settings do not allow a run:\n${problems.map((one) => `  - ${one}`).join('\n')}\n` +
        'Settings come from the environment and from .env; .env.example describes each of them.',
    );
    this.problems = problems;
  }
}

/**
 * Reads where the digest goes, and nothing else: who merges reports calls no target and needs no key.
 *
 * @throws SettingsError
 */
export const parseDigestSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Settings, 'digestWebhookUrl' | 'digestWebhookFormat' | 'digestOn'> => {
  const own = variables.pick({ DIGEST_WEBHOOK_URL: true, DIGEST_WEBHOOK_FORMAT: true, DIGEST_ON: true });
  const parsed = own.safeParse(
    Object.fromEntries(Object.keys(own.shape).map((name) => [name, environment[name]?.trim() || undefined])),
  );
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`));
  }
  const { DIGEST_WEBHOOK_URL, DIGEST_WEBHOOK_FORMAT, DIGEST_ON } = parsed.data;
  return {
    digestWebhookUrl: DIGEST_WEBHOOK_URL,
    digestWebhookFormat: DIGEST_WEBHOOK_FORMAT,
    digestOn: DIGEST_ON,
  };
};

/**
 * Reads the settings. Empty variables count as unset.
 *
 * @param environment usually `process.env`, with `.env` already merged in
 * @param sandboxUrl where the sandbox listens, once it does
 * @throws SettingsError naming all offending variables at once
 */
export const parseSettings = (environment: Readonly<Record<string, string | undefined>>, sandboxUrl = ''): Settings => {
  const given = Object.fromEntries(
    variableNames.map((name) => [name, environment[name]?.trim() || undefined]).filter(([, value]) => value),
  ) as Partial<Record<VariableName, string>>;
  const parsed = variables.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  const target = given.TARGET ?? 'sandbox';
  problems.push(...(target === 'sandbox' ? strayForSandbox(given) : missingForTarget(given)));
  problems.push(...outOfReach(given, target));
  if (given.SECRET_KEY && given.SECRET_KEY === given.PUBLISHABLE_KEY) {
    problems.push('PUBLISHABLE_KEY: is the same as SECRET_KEY, which no browser may see; write the publishable key');
  }
  if (!parsed.success || problems.length > 0) {
    // What speaks for real money is named together with the rest, as far as it can be read.
    const { BASE_URL, STAGING_HOSTS, INSECURE_HOSTS, LIVE_KEY_PATTERN, TEST_KEY_PATTERN } = variables.shape;
    problems.push(
      ...refuseRealMoney({
        BASE_URL: target === 'sandbox' ? undefined : BASE_URL.safeParse(given.BASE_URL).data,
        STAGING_HOSTS: STAGING_HOSTS.safeParse(given.STAGING_HOSTS).data,
        INSECURE_HOSTS: INSECURE_HOSTS.safeParse(given.INSECURE_HOSTS).data,
        SECRET_KEY: given.SECRET_KEY,
        PUBLISHABLE_KEY: given.PUBLISHABLE_KEY,
        LIVE_KEY_PATTERN: LIVE_KEY_PATTERN.safeParse(given.LIVE_KEY_PATTERN).data,
        TEST_KEY_PATTERN: TEST_KEY_PATTERN.safeParse(given.TEST_KEY_PATTERN).data,
        AMOUNT: 0,
        MAX_AMOUNT: 0,
      }),
    );
    throw new SettingsError([...new Set(problems)]);
  }

  const values = target === 'sandbox' ? { ...parsed.data, ...sandboxFacts, BASE_URL: sandboxUrl } : parsed.data;
  const refusals = refuseRealMoney(values);
  if (refusals.length > 0) throw new SettingsError(refusals);
  return toSettings(values);
};

const toSettings = (values: Variables): Settings => ({
  target: values.TARGET,
  baseUrl: values.BASE_URL ?? '',
  stagingHosts: values.STAGING_HOSTS,
  secretKey: values.SECRET_KEY ?? '',
  publishableKey: values.PUBLISHABLE_KEY ?? '',
  operators: {
    A: values.OPERATOR_A_CODE ?? '',
    B: values.OPERATOR_B_CODE ?? '',
    C: values.OPERATOR_C_CODE ?? '',
  },
  currency: values.CURRENCY ?? '',
  amount: values.AMOUNT,
  maxAmount: values.MAX_AMOUNT,
  customerEmail: values.CUSTOMER_EMAIL,
  mobileMoneyNumber: values.MOBILE_MONEY_NUMBER ?? '',
  testNumbers: values.TEST_NUMBERS,
  callbackCreatePath: values.CALLBACK_CREATE_PATH,
  callbackId: values.CALLBACK_ID,
  disposableCallbackIds: values.DISPOSABLE_CALLBACK_IDS,
  webhookUrl: values.WEBHOOK_URL,
  webhookPort: values.WEBHOOK_PORT,
  webhookListen: values.WEBHOOK_LISTEN,
  journalFolder: values.JOURNAL_FOLDER && resolve(values.JOURNAL_FOLDER),
  knownDeviations: values.KNOWN_DEVIATIONS,
  digestWebhookUrl: values.DIGEST_WEBHOOK_URL,
  digestWebhookFormat: values.DIGEST_WEBHOOK_FORMAT,
  digestOn: values.DIGEST_ON,
  merchantOrigin: values.MERCHANT_ORIGIN,
  checkoutPage: values.CHECKOUT_PAGE,
  browserAddress: values.BROWSER_ADDRESS,
  requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
  redirectTimeoutMs: values.REDIRECT_TIMEOUT_MS,
  maxRequestsPerSecond: values.MAX_REQUESTS_PER_SECOND,
  sendAhead: values.SEND_AHEAD,
  notApplicable: withDependents(values.NOT_APPLICABLE.map(({ capability }) => capability)),
  absenceReasons: reasonsOf(values.NOT_APPLICABLE),
  signoff: {
    privateKeyFile: values.SIGNOFF_PRIVATE_KEY_FILE,
    publicKeyFile: values.SIGNOFF_PUBLIC_KEY_FILE,
    validDays: values.SIGNOFF_VALID_DAYS,
  },
  generatedRuns: values.GENERATED_RUNS,
  seed: values.SEED,
});

/** What falls with a capability has its reason, unless it has one of its own. */
const reasonsOf = (absences: Variables['NOT_APPLICABLE']): Map<Capability, string> => {
  const given = absences.flatMap(({ capability, reason }) => (reason ? [[capability, reason] as const] : []));
  return new Map([
    ...given.flatMap(([name, reason]) => [...withDependents([name])].map((one) => [one, reason] as const)),
    ...given,
  ]);
};

/** A Playwright server lends a browser elsewhere the addresses of this machine; to a debugged one they mean its own. */
const outOfReach = (given: Partial<Record<VariableName, string>>, target: string): string[] => {
  const address = browserAddress.safeParse(given.BROWSER_ADDRESS).data;
  if (!address) return [];
  const [merchant, service] = [origin.safeParse(given.MERCHANT_ORIGIN).data, baseUrl.safeParse(given.BASE_URL).data];
  if (merchant && !isLoopback(merchant) && (target === 'sandbox' || (service && isLoopback(service)))) {
    return ['MERCHANT_ORIGIN: empty it, since no browser frames a page of its own machine on a site of another one'];
  }
  if (kindOf(address) === 'playwright' || isLoopback(address)) return [];
  if (target === 'sandbox') {
    return [
      'BROWSER_ADDRESS: a debugged browser elsewhere cannot reach the sandbox; name a Playwright server (ws://…)',
    ];
  }
  return given.MERCHANT_ORIGIN
    ? []
    : [
        'MERCHANT_ORIGIN: set it to an address of this machine that the browser at BROWSER_ADDRESS can reach, ' +
          'for example http://suite.example:8099',
      ];
};

const required = ['BASE_URL', 'SECRET_KEY', 'PUBLISHABLE_KEY', 'CURRENCY', 'MOBILE_MONEY_NUMBER'] as const;

/** What a real target cannot do without; an operator may be declared absent instead. */
const missingForTarget = (given: Partial<Record<VariableName, string>>): string[] => [
  ...required.filter((name) => !given[name]).map((name) => `${name}: set it, a real target has no default for it`),
  ...(['A', 'B', 'C'] as const)
    .filter((letter) => !given[`OPERATOR_${letter}_CODE`] && !declared(given, `operator-${letter.toLowerCase()}`))
    .map(
      (letter) =>
        `OPERATOR_${letter}_CODE: set the code of operator ${letter}, ` +
        `or add operator-${letter.toLowerCase()} to NOT_APPLICABLE`,
    ),
];

const declared = (given: Partial<Record<VariableName, string>>, capability: string): boolean =>
  (given.NOT_APPLICABLE ?? '').split(',').some((one) => one.split(':')[0]?.trim() === capability);

/** An address or a key beside the sandbox means that somebody believes to be testing something else. */
const strayForSandbox = (given: Partial<Record<VariableName, string>>): string[] =>
  (['BASE_URL', 'SECRET_KEY', 'PUBLISHABLE_KEY'] as const)
    .filter((name) => given[name])
    .map((name) => `${name}: is set although the target is the sandbox; set TARGET=staging or empty ${name}`);
