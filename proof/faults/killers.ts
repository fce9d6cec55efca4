import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { grouped, type MutantResult } from '../../harness/results/proof/fault-proof.ts';
import { writeAtomically } from '../../harness/results/files/write-atomically.ts';

// killers.json saves time: a fault meets the tests that are known to kill it in place of all tests of its rule. One that
// survives them meets all tests of its rule.

const file = fileURLToPath(new URL('./killers.json', import.meta.url));

/**
 * The tests of its own rule that kill a fault, by the fault's name. A test is named by its variant. None of them means
 * that it takes all tests of the rule, for instance since the fault shows at the second request.
 */
export type Killers = Readonly<Record<string, readonly string[]>>;

export const readKillers = (): Killers => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Killers) : {});

/** Writes one line for each fault. */
export const writeKillers = (killers: Killers): void => {
  const sorted = Object.entries(killers).sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted.map(([fault, tests]) => `  ${JSON.stringify(fault)}: ${JSON.stringify(tests)}`);
  writeAtomically(file, `{\n${lines.join(',\n')}\n}\n`);
};

/**
 * A choice of few tests in which each fault is killed, and each test that kills any fault kills one.
 *
 * @param encounters of faults that met all tests of their rules
 */
export const killersFrom = (encounters: readonly MutantResult[]): Killers => {
  const kills = encounters.filter(({ verdict }) => verdict === 'fail');
  const killers: Record<string, string[]> = {};
  const chosen = new Set<string>();
  const testOf = ({ rule, test }: MutantResult): string => `${rule} ${test}`;
  const choose = (kill: MutantResult): void => {
    chosen.add(testOf(kill));
    killers[kill.fault] = [...(killers[kill.fault] ?? []), kill.variant];
  };
  // Faults that few tests kill have the first choice.
  const rarestFirst = [...grouped(kills, ({ fault }) => fault).values()].sort((a, b) => a.length - b.length);
  for (const [first, ...more] of rarestFirst) {
    const killer = [first, ...more].find((kill) => kill && !chosen.has(testOf(kill))) ?? first;
    if (killer) choose(killer);
  }
  for (const kill of kills) if (!chosen.has(testOf(kill))) choose(kill);
  return killers;
};
