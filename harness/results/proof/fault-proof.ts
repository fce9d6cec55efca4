import type { Verdict } from '../judgement/verdict.ts';
import { faultless, type Mutant } from '../../../helpers/client/lanes.ts';

/** One test against one fault. */
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

/** What a run against faults proves; the content of reports/faults.json. */
export interface Proof {
  version: 1;
  /** Hash of the suite that was proven (see suite-hash.ts); null when it changed in the meantime. */
  suite?: string | null;
  /** Hash of the packages it was proven with (see packages.ts); null when they changed in the meantime. */
  packages?: string | null;
  /** When, in ISO 8601. */
  provenAt?: string;
  /** Whether all faults were met, the browser's included. */
  whole?: boolean;
  faults: {
    name: string;
    rule: string;
    what: string;
    killed: boolean;
    /** Tests of the fault's own rule that failed by assertion. */
    killedBy: string[];
    /** Tests of its own rule that ended otherwise, with how. */
    missedBy: { test: string; verdict: Verdict }[];
    /** Other rules of which a test failed as well; only looked for with --collateral. */
    collateral: string[];
  }[];
  /** must rules for which there is no fault. */
  rulesWithoutFault: string[];
  /** Tests that did not pass although there was no fault, with how they ended: what they kill proves nothing. */
  failedWithoutFault: { test: string; verdict: Verdict }[];
  /** Tests of rules with faults that failed by assertion against none of them. */
  testsThatKilledNothing: string[];
}

/**
 * Draws the proof from the encounters. A fault counts as killed only when a test of its own rule failed by assertion:
 * a crash, a limit of time or another rule's test does not count.
 *
 * @param mustRules the must rules that are to be proven
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

/** Encounters with generated tests, each counted as one with the fault's own rule: there any of them may kill. */
export const asOwnRule = (
  faults: readonly Omit<Mutant, 'address'>[],
  encounters: readonly MutantResult[],
): MutantResult[] => {
  const rules = new Map(faults.map(({ name, rule }) => [name, rule]));
  return encounters.map((one) => ({ ...one, rule: rules.get(one.fault) ?? one.rule }));
};

/** Whether every fault was killed, every must rule has one, and nothing fails of itself. */
export const holds = (proof: Proof): boolean =>
  proof.faults.every(({ killed }) => killed) &&
  proof.rulesWithoutFault.length === 0 &&
  proof.failedWithoutFault.length === 0;

/** The proof as text: the matrix of rules and faults, and what is left to do. */
export const printed = (proof: Proof): string => {
  const survivors = proof.faults.filter(({ killed }) => !killed);
  const byRule = grouped(proof.faults, ({ rule }) => rule);
  // Should that test be lost or weakened, nothing else notices.
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
      'Other rules that went red as well',
      proof.faults
        .filter((fault) => fault.collateral.length > 0)
        .map(({ name, collateral }) => `${name}: ${collateral.join(', ')}`),
    ),
    // Of all faults they would be hundreds; reports/faults.json has the tests of each.
    ...(proof.whole
      ? []
      : section(
          'Noticed by one test of several',
          byOne.map(({ name, killedBy }) => `${name}: ${killedBy[0]}`),
        )),
    `${byOne.length} faults are noticed by only one of several tests of their rule`,
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
