import type { Verdict } from '../judgement/verdict.ts';
import { faultless, type Mutant } from '../../../helpers/client/lanes.ts';

/** The result of a test with a fault. */
export interface MutantResult {
  fault: string;
  rule: string;
  /** File, line and title. */
  test: string;
  /** What tells the test from the others of its rule. */
  variant: string;
  verdict: Verdict;
  error?: string | undefined;
  durationMs?: number;
}

/** The result of a run with faults; the content of reports/faults.json. */
export interface Proof {
  version: 1;
  /** The hash of the proven suite (see suite-hash.ts); null when the suite changed during the proof. */
  suite?: string | null;
  /** The hash of the installed packages (see packages.ts); null when they changed during the proof. */
  packages?: string | null;
  /** The time of the proof, ISO 8601. */
  provenAt?: string;
  /** Whether all faults were met, those of the browser included. */
  whole?: boolean;
  faults: {
    name: string;
    rule: string;
    what: string;
    killed: boolean;
    /** Tests of the fault's own rule that failed by assertion. */
    killedBy: string[];
    /** Tests of its own rule that ended with another verdict. */
    missedBy: { test: string; verdict: Verdict }[];
    /** Other rules with failed tests; only with --collateral. */
    collateral: string[];
  }[];
  /** The must rules without a fault. */
  rulesWithoutFault: string[];
  /** Tests that did not pass without a fault, with their verdict: they cannot prove anything. */
  failedWithoutFault: { test: string; verdict: Verdict }[];
  /** Tests of rules with faults that killed none of them. */
  testsThatKilledNothing: string[];
}

/**
 * Evaluates the encounters of tests with faults. A fault is killed only by a failed assertion in a test of its own
 * rule: crashes, timeouts and tests of other rules do not count.
 *
 * @param mustRules the must rules to prove
 */
export const proofOf = (
  faults: readonly Omit<Mutant, 'address'>[],
  encounters: readonly MutantResult[],
  mustRules: readonly string[],
): Proof => {
  const byFault = grouped(encounters, (encounter) => encounter.fault);
  const killers = new Set<string>();
  const proven = faults.map(({ name, rule, what }) => {
    const met = byFault.get(name) ?? [];
    const own = met.filter((encounter) => encounter.rule === rule);
    const killedBy = own.filter(({ verdict }) => verdict === 'fail').map(({ test }) => test);
    for (const test of killedBy) killers.add(test);
    return {
      name,
      rule,
      what,
      killed: killedBy.length > 0,
      killedBy,
      missedBy: own.filter(({ verdict }) => verdict !== 'fail').map(({ test, verdict }) => ({ test, verdict })),
      collateral: [
        ...new Set(met.filter((other) => other.rule !== rule && other.verdict === 'fail').map((other) => other.rule)),
      ].sort(),
    };
  });
  const withFault = new Set(faults.map(({ rule }) => rule as string));
  const tested = new Set(encounters.filter(({ rule }) => withFault.has(rule)).map(({ test }) => test));
  const control = byFault.get(faultless) ?? [];
  return {
    version: 1,
    faults: proven,
    rulesWithoutFault: mustRules.filter((rule) => !withFault.has(rule)),
    failedWithoutFault: control
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ test, verdict }) => ({ test, verdict })),
    testsThatKilledNothing: [...tested].filter((test) => !killers.has(test)).sort(),
  };
};

/** Assigns encounters with generated tests to the rule of the fault, because any of these tests may kill it. */
export const asOwnRule = (
  faults: readonly Omit<Mutant, 'address'>[],
  encounters: readonly MutantResult[],
): MutantResult[] => {
  const rules = new Map(faults.map(({ name, rule }) => [name, rule]));
  return encounters.map((one) => ({ ...one, rule: rules.get(one.fault) ?? one.rule }));
};

/**
 * Whether every fault was killed, every must rule has a fault, no test fails without one, and, in a whole proof, every
 * test has killed one.
 */
export const holds = (proof: Proof): boolean =>
  proof.faults.every(({ killed }) => killed) &&
  proof.rulesWithoutFault.length === 0 &&
  proof.failedWithoutFault.length === 0 &&
  !(proof.whole && proof.testsThatKilledNothing.length > 0);

/** The proof as text: the matrix of rules and faults, and the remaining problems. */
export const printed = (proof: Proof): string => {
  const survivors = proof.faults.filter(({ killed }) => !killed);
  const byRule = grouped(proof.faults, ({ rule }) => rule);
  // If this test is removed or weakened, no other test detects the fault.
  const byOne = proof.faults.filter(({ killedBy, missedBy }) => killedBy.length === 1 && missedBy.length > 0);
  return [
    ...[...byRule].map(
      ([rule, faults]) => `${rule.padEnd(44)} ${faults.map(({ killed }) => (killed ? '+' : '-')).join('')}`,
    ),
    '',
    ...section('Survivors', survivors.map(survivorText)),
    ...section('must rules without a fault', proof.rulesWithoutFault),
    ...section(
      'Tests that fail without a fault',
      proof.failedWithoutFault.map(({ test, verdict }) => `${test}: ${verdict}`),
    ),
    ...section('Tests that killed nothing', proof.testsThatKilledNothing),
    ...section(
      'Other rules that failed as well',
      proof.faults
        .filter((fault) => fault.collateral.length > 0)
        .map(({ name, collateral }) => `${name}: ${collateral.join(', ')}`),
    ),
    // A complete proof has hundreds of them; reports/faults.json lists the tests of each fault.
    ...(proof.whole
      ? []
      : section(
          'Detected by only one of several tests',
          byOne.map(({ name, killedBy }) => `${name}: ${killedBy[0]}`),
        )),
    `${byOne.length} faults are detected by only one of several tests of their rule`,
    `${proof.faults.length - survivors.length} of ${proof.faults.length} faults killed, ${survivors.length} survived`,
  ].join('\n');
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title} (${lines.length})`, ...lines.map((line) => `  ${line}`), ''];

const survivorText = ({ name, rule, what, missedBy }: Proof['faults'][number]): string => {
  const others = missedBy.filter(({ verdict }) => verdict !== 'pass').map(({ verdict }) => verdict);
  const ended =
    missedBy.length === 0
      ? 'no test ran'
      : `${missedBy.length} tests ran${others.length ? `, some ended ${[...new Set(others)].join(', ')}` : ''}`;
  return `${name} (${rule}): ${what}; ${ended}`;
};

export const grouped = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};
