import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDependents, type Capability } from '../../interface/rules/capabilities.ts';
import { isSandbox, problemsBetween, type Given } from './checks.ts';
import { connectionNames, declarations, variableNames, type Values, type VariableName } from './declarations.ts';
import { isLoopback, refuseRealMoney } from './safety/money-guard.ts';
import { sandboxAccount } from './sandbox-account.ts';
import { settingsFolder, suiteRoot } from './settings-folder.cjs';

/** Variables of a process, usually `process.env` with the file of ENV_FILE merged in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a run. Amounts are in the subunit of the currency, times in milliseconds. */
export type Settings = Readonly<ReturnType<typeof membersOf>>;

/** Invalid settings. `problems` name every offending variable and how to correct it, without values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The settings do not allow a run:\n${problems.map((one) => `  - ${one}`).join('\n')}\n` +
        'Settings come from the environment and from the file of ENV_FILE; .env.example describes each of them.',
    );
    this.problems = problems;
  }
}

/** The settings that are set and not empty. */
const givenIn = (environment: Environment): Given =>
  Object.fromEntries(variableNames.map((name) => [name, environment[name]?.trim()]).filter(([, value]) => value));

/** Reads settings one by one. One with a problem has the value undefined, despite its type. */
const read = (given: Given, names: readonly VariableName[] = variableNames) => {
  const problems: string[] = [];
  const values = names.map((name) => {
    const { data, error } = declarations[name].type.safeParse(given[name]);
    problems.push(...(error?.issues ?? []).map(({ message }) => `${name}: ${message}`));
    return [name, data];
  });
  return { values: Object.fromEntries(values) as Values, problems };
};

const without = (given: Given, names: readonly VariableName[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.some((one) => one === name)));

/**
 * Reads the settings. Empty variables count as unset.
 *
 * @param sandboxUrl the address of the sandbox, once it listens
 * @throws SettingsError naming all offending variables at once
 */
export const parseSettings = (environment: Environment, sandboxUrl = ''): Settings => {
  const found = givenIn(environment);
  // The sandbox runs on this machine, so a proxy that is set for all programs does not apply.
  const given = isSandbox(found) ? without(found, connectionNames) : found;
  const { values, problems } = read(given);
  problems.push(...problemsBetween(given, values));
  const all = isSandbox(given) ? ofSandbox(given, sandboxUrl) : values;
  const [STAGING_HOSTS, INSECURE_HOSTS] = hostsIn(all);
  // Signs of real money are reported together with the other problems, also those in keys that are not valid.
  const keys = { SECRET_KEY: given.SECRET_KEY ?? '', PUBLISHABLE_KEY: given.PUBLISHABLE_KEY ?? '' };
  problems.push(...refuseRealMoney({ ...all, ...keys, STAGING_HOSTS, INSECURE_HOSTS }));
  if (problems.length > 0) throw new SettingsError([...new Set(problems)]);
  return membersOf(all);
};

/**
 * Reads only the settings for sending the digest, since merging reports calls no target and needs no key.
 *
 * @throws SettingsError
 */
export const parseDigestSettings = (environment: Environment): Pick<Settings, 'digestWebhookUrl' | 'connection'> => {
  const { DIGEST_WEBHOOK_URL, HTTPS_PROXY, NO_PROXY, CA_CERTIFICATE } = givenIn(environment);
  const { values, problems } = read(
    DIGEST_WEBHOOK_URL ? { DIGEST_WEBHOOK_URL, HTTPS_PROXY, NO_PROXY, CA_CERTIFICATE } : {},
    ['DIGEST_WEBHOOK_URL', ...connectionNames],
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return { digestWebhookUrl: values.DIGEST_WEBHOOK_URL, connection: connectionOf(values) };
};

/** The sandbox has its own account, with public keys of any form, and notifies only this machine, at once. */
const ofSandbox = (given: Given, sandboxUrl: string): Values => {
  const others = without(given, ['WEBHOOK_URL', 'TEST_KEY_PATTERN']);
  const usual = { NOTIFICATION_TIMEOUT_MS: '3000', CHECKOUT_PAGE: join(suiteRoot, 'sandbox', 'payment-page.yaml') };
  return { ...read({ ...usual, ...others, ...sandboxAccount }).values, BASE_URL: sandboxUrl };
};

/** The hosts of STAGING_HOSTS, and those that may be called without encryption; undefined when a list is invalid. */
const hostsIn = ({ STAGING_HOSTS: listed }: Partial<Values>) => {
  const bare = (all: readonly string[]) => all.map((one) => one.replace(/^http:\/\//, ''));
  const marked = listed?.filter((one) => one.startsWith('http://'));
  return [listed && bare(listed), marked && bare(marked)];
};

const connectionOf = (v: Values) => ({
  httpsProxy: v.HTTPS_PROXY,
  noProxy: v.NO_PROXY,
  caCertificate: v.CA_CERTIFICATE,
  /** PEM or PFX, with the key. */
  clientCertificate: v.CLIENT_CERTIFICATE,
  extraHeaders: v.EXTRA_HEADERS.extraHeaders,
  /** user:password of a gateway. */
  basicAuth: v.EXTRA_HEADERS.basicAuth,
});

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
const camelCase = (name: string): string => name.toLowerCase().replace(/_(.)/g, (_, one: string) => one.toUpperCase());

/** The values by the names of their members: SECRET_KEY is secretKey. */
const camelCased = <V extends object>(values: V): { [Name in keyof V as CamelCase<Name & string>]: V[Name] } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [camelCase(name), value])) as never;

const membersOf = (v: Values) => {
  const ifThere = (name: string): string | undefined =>
    existsSync(join(settingsFolder(), name)) ? join(settingsFolder(), name) : undefined;
  const [stagingHosts = [], insecureHosts = []] = hostsIn(v);
  const own = v.MOBILE_MONEY_NUMBER;
  const [A = own, B = own, C = own] = [v.OPERATOR_A_NUMBER, v.OPERATOR_B_NUMBER, v.OPERATOR_C_NUMBER];
  const isElsewhere = v.MERCHANT_ORIGIN !== undefined && !isLoopback(v.MERCHANT_ORIGIN);
  return {
    ...camelCased(v as Omit<Values, (typeof connectionNames)[number]>),
    stagingHosts,
    /** Hosts that may be called without encryption. */
    insecureHosts,
    connection: connectionOf(v),
    operators: { A: v.OPERATOR_A_CODE, B: v.OPERATOR_B_CODE, C: v.OPERATOR_C_CODE },
    operatorNumbers: { A, B, C },
    /** All numbers that may be sent except MOBILE_MONEY_NUMBER, those of the operators included. */
    testNumbers: [...new Set([...v.TEST_NUMBERS, A, B, C])].filter((one) => one !== own),
    currency: v.CURRENCY[0] ?? '',
    /** Undefined for an account of one currency. */
    secondCurrency: v.CURRENCY[1],
    /** A file, as are those of the sign-off; undefined if it does not exist. */
    knownDeviations: ifThere('known-deviations.json'),
    webhookPort: v.WEBHOOK_LISTEN.port,
    webhookListen: v.WEBHOOK_LISTEN.listen,
    /** The origin of addresses that are sent but never opened. */
    merchantExample: (isElsewhere && v.MERCHANT_ORIGIN) || 'https://merchant.example',
    maxInFlight: v.MAX_IN_FLIGHT ?? 28,
    signoff: {
      privateKeyFile: ifThere('signoff-private.pem'),
      publicKeyFile: ifThere('signoff-public.pem'),
      /** Of a second person; two people have to sign when it is there. */
      secondPublicKeyFile: ifThere('signoff-public-2.pem'),
    },
    ...absencesIn(v),
  };
};

/** The capabilities that are absent, with those that depend on them, and the reasons that were given. */
const absencesIn = ({ NOT_APPLICABLE: declared, CURRENCY }: Values) => {
  const currency = { capability: 'second-currency', reason: 'CURRENCY names no second one' } as const;
  const all = CURRENCY.length < 2 ? [currency, ...declared] : declared;
  const given = all.flatMap(({ capability, reason }) => (reason ? [[capability, reason] as const] : []));
  // What depends on an absent capability has its reason, unless it has its own.
  const inherited = given.flatMap(([name, reason]) => [...withDependents([name])].map((one) => [one, reason] as const));
  return {
    notApplicable: withDependents(all.map(({ capability }) => capability)) as ReadonlySet<Capability>,
    absenceReasons: new Map([...inherited, ...given]) as ReadonlyMap<Capability, string>,
  };
};

/** What the target is declared not to have, with the reasons that were given: why something is not judged. */
export const declaredAbsent = (
  { absenceReasons }: Pick<Settings, 'absenceReasons'>,
  names: readonly Capability[],
): string => {
  const reasonOf = (name: Capability): string => (absenceReasons.has(name) ? ` (${absenceReasons.get(name)})` : '');
  return `the target is declared not to have: ${names.map((name) => name + reasonOf(name)).join(', ')}`;
};

/**
 * The settings of one shard, with a limit such that all shards together observe that of the run.
 *
 * @param shard null for a run without shards
 */
export const forShard = (settings: Settings, shard: { total: number } | null): Settings =>
  shard && settings.maxRequestsPerSecond
    ? { ...settings, maxRequestsPerSecond: settings.maxRequestsPerSecond / shard.total }
    : settings;
