import { withDependents, type Capability } from '../../interface/rules/capabilities.ts';
import { notesOnAbsence } from './absence.ts';
import { problemsBetween } from './checks.ts';
import { declarations } from './declarations/declarations.ts';
import { digest } from './declarations/run.ts';
import { settingsIn, withValues, type Members, type ValuesOf } from './declarations/setting.ts';
import { wayIn, wayOut } from './declarations/way-in.ts';
import { contradictions, givenIn, nameIn, type Environment, type Given } from './given.ts';
import { refuseRealMoney } from './safety/money-guard.ts';
import { sandboxAccount } from './sandbox-account.ts';

type Values = ValuesOf<typeof declarations>;

/** The settings of a run, as declared in `declarations`. Amounts are in the subunit of the currency. */
export interface Settings extends Omit<Values, 'notApplicable'> {
  notApplicable: ReadonlySet<Capability>;
  /** Why the target does not have a capability, if a reason was given. */
  absenceReasons: ReadonlyMap<Capability, string>;
  /** Settings that imply a capability which is declared absent. */
  absenceNotes: ReturnType<typeof notesOnAbsence>;
}

/** Invalid settings. `problems` name every offending variable and how to correct it, without values. */
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

/** Reads members one by one. A member with a problem has the value undefined, despite its type. */
const readMembers = <Declared extends Members>(members: Declared, given: Given, environment: Environment) => {
  const problems: string[] = [];
  const values = withValues(members, (setting) => {
    const { data, error } = setting.type.safeParse(given[setting.variable as keyof Given]);
    const name = nameIn(environment, setting);
    problems.push(...(error?.issues ?? []).map(({ message }) => `${name}: ${message}`));
    return data;
  });
  return { values, problems };
};

const sending = { ...digest, wayIn: wayOut };

/**
 * Reads only the settings for sending the digest and the issue, since merging reports calls no target and needs no key.
 *
 * @throws SettingsError
 */
export const parseDigestSettings = (environment: Environment): ValuesOf<typeof sending> => {
  const given = givenIn(environment);
  const isSent = given.DIGEST_WEBHOOK_URL !== undefined || given.ISSUE_TOKEN !== undefined;
  const { values, problems } = readMembers(sending, isSent ? given : withoutWayIn(given), environment);
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
};

/**
 * Reads the settings. Empty variables count as unset.
 *
 * @param sandboxUrl the address of the sandbox, once it listens
 * @throws SettingsError naming all offending variables at once
 */
export const parseSettings = (environment: Environment, sandboxUrl = ''): Settings => {
  const found = givenIn(environment);
  // The sandbox runs on this machine, so a proxy that is set for all programs does not apply.
  const given = (found.TARGET ?? 'sandbox') === 'sandbox' ? withoutWayIn(found) : found;
  const { values, problems } = readMembers(declarations, given, environment);
  problems.push(...contradictions(environment), ...problemsBetween(given, values));
  if (problems.length > 0) {
    // Signs of real money are reported together with the other problems, as far as they can be read.
    problems.push(
      ...refuseRealMoney({
        ...guardedOf(values),
        BASE_URL: (given.TARGET ?? 'sandbox') === 'sandbox' ? undefined : values.baseUrl,
        SECRET_KEY: given.SECRET_KEY,
        PUBLISHABLE_KEY: given.PUBLISHABLE_KEY,
        AMOUNT: 0,
        MAX_AMOUNT: 0,
      }),
    );
    throw new SettingsError([...new Set(problems)]);
  }
  const all = values.target === 'sandbox' ? ofSandbox(given, sandboxUrl) : values;
  const refusals = refuseRealMoney(guardedOf(all));
  if (refusals.length > 0) throw new SettingsError(refusals);
  const absences = absencesIn(all);
  return {
    ...all,
    notApplicable: withDependents(absences.map(({ capability }) => capability)),
    absenceReasons: reasonsOf(absences),
    absenceNotes: values.target === 'sandbox' ? [] : notesOnAbsence(given),
  };
};

const withoutWayIn = (given: Given): Given => {
  const names: ReadonlySet<string> = new Set(settingsIn(wayIn).map(({ variable }) => variable));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
};

/** Capabilities that are declared absent, or absent because a setting is not given. */
const absencesIn = ({ notApplicable, secondCurrency }: Values): Values['notApplicable'] =>
  secondCurrency === undefined
    ? [{ capability: 'second-currency', reason: 'SECOND_CURRENCY is not set' }, ...notApplicable]
    : notApplicable;

/** The sandbox has its own account, with public keys of any form, and notifies only this machine. */
const ofSandbox = (given: Given, sandboxUrl: string): Values => {
  const { WEBHOOK_URL: _url, TEST_KEY_PATTERN: _pattern, ...others } = given;
  return { ...readMembers(declarations, { ...others, ...sandboxAccount }, {}).values, baseUrl: sandboxUrl };
};

const guardedOf = (values: Values): Parameters<typeof refuseRealMoney>[0] => ({
  BASE_URL: values.baseUrl,
  STAGING_HOSTS: values.stagingHosts,
  INSECURE_HOSTS: values.insecureHosts,
  SECRET_KEY: values.secretKey,
  PUBLISHABLE_KEY: values.publishableKey,
  LIVE_KEY_PATTERN: values.liveKeyPattern,
  TEST_KEY_PATTERN: values.testKeyPattern,
  AMOUNT: values.amount,
  MAX_AMOUNT: values.maxAmount,
});

/** Dependent capabilities inherit the reason, unless they have their own. */
const reasonsOf = (absences: Values['notApplicable']): Map<Capability, string> => {
  const given = absences.flatMap(({ capability, reason }) => (reason ? [[capability, reason] as const] : []));
  return new Map([
    ...given.flatMap(([name, reason]) => [...withDependents([name])].map((one) => [one, reason] as const)),
    ...given,
  ]);
};

/**
 * The settings of one shard, with limits such that all shards together observe those of the run.
 *
 * @param shard undefined for a run without shards
 */
export const forShard = (settings: Settings, shard: { of: number } | undefined): Settings =>
  shard
    ? {
        ...settings,
        maxRequestsPerSecond: settings.maxRequestsPerSecond && settings.maxRequestsPerSecond / shard.of,
        prefetchConcurrency: settings.prefetchConcurrency && Math.ceil(settings.prefetchConcurrency / shard.of),
      }
    : settings;
