import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteFacts } from '../harness/results/suite-facts.ts';
import { catalogue } from '../interface/rules/catalogue.ts';
import { command, type Values } from '../helpers/processes/command.ts';
import { listedBySandbox, startSandbox } from '../helpers/processes/start-sandbox.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { isGreen, isKilledBy, isUndecided, lastRound, testsInRound, type Fault } from './fault-rounds.ts';
import { usesCallbacks } from './conforming.ts';
import type { ListedTest, Meeting } from './mutant-plan.ts';
import { instanceOf, listTests, partOf, runMutants, writeProof, type MutantResult } from './run-mutants.ts';

const help = `npm run faults: proves that the tests of each rule can fail.

Runs the tests of every rule against sandboxes that break it, each by one named fault. A fault is killed when a check of
its own rule fails. All tests also run against a sandbox without a fault, where every check has to pass.

  npm run faults                          all faults
  npm run faults -- --grep wallets        faults whose name or rule matches
  npm run faults -- --api                 only faults that show without a browser
  npm run faults -- --part 2/7            one of seven parts
  npm run faults -- --list                the faults, without running anything
  npm run faults -- --remember            all faults; notes in proof/killers.json which test kills a fault that the first
                                          test by its words does not, so that the next proof begins with that one

Writes reports/faults.json.

Exit codes
  0  all faults are killed
  1  a fault survived, a must rule has no fault, or a check fails without one
  3  the proof could not be made`;

const options = {
  grep: { type: 'string' },
  api: { type: 'boolean' },
  part: { type: 'string' },
  list: { type: 'boolean' },
  remember: { type: 'boolean' },
} as const;

/** By fault, the key of a test: it only decides what is tried first, so an entry that is out of date does no harm. */
type Killers = Readonly<Record<string, string>>;
const killersFile = join(__dirname, 'killers.json');

/** What a proof has found. */
interface Found {
  readonly results: MutantResult[];
  /** By fault, the keys of the tests that killed it. */
  readonly killedBy: Map<string, string[]>;
  /** Of each test, its last result without a fault. */
  readonly withoutFault: Map<string, MutantResult>;
}

const main = async ({ grep = '', api, part, list, remember }: Values<typeof options>): Promise<number> => {
  const all = listedBySandbox<Fault>('faults');
  const pattern = new RegExp(grep);
  const faults = partOf(
    all.filter(({ name, rule, browser }) => (pattern.test(name) || pattern.test(rule)) && !(api && browser)),
    part,
  );
  if (faults.length === 0) throw new Error(`no fault and no rule of a fault matches "${grep}"`);
  if (list) {
    for (const { name, rule } of faults) console.log(`${name.padEnd(56)} ${rule}`);
    return 0;
  }
  const killers = JSON.parse(readFileSync(killersFile, 'utf8')) as Killers;
  const indexOf = new Map(all.map(({ name }, index) => [name, index]));
  const startedAt = Date.now();
  const { child, address } = await startSandbox('--each-fault');
  try {
    const tests = (await listTests()).filter(({ project }) => !(api && project === 'browser'));
    const testsOf = (fault: Fault, round: number, killer?: string): ListedTest[] =>
      testsInRound(fault, tests, indexOf.get(fault.name) ?? 0, round, killer);
    const found = await prove(faults, tests, address, (fault, round) => testsOf(fault, round, killers[fault.name]));
    if (remember) {
      const isMet = (name: string): boolean => faults.some((fault) => fault.name === name);
      const others = Object.entries(killers).filter(([name]) => indexOf.has(name) && !isMet(name));
      const own = faults.flatMap((fault): [string, string][] => {
        const [killer] = found.killedBy.get(fault.name) ?? [];
        return killer === undefined || killer === testsOf(fault, 0)[0]?.key ? [] : [[fault.name, killer]];
      });
      const sorted = [...others, ...own].sort(([one], [other]) => one.localeCompare(other));
      writeFileSync(killersFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    }
    const withFault = new Set(all.map(({ rule }) => rule));
    const rulesWithoutFault = Object.entries(catalogue).flatMap(([id, { level }]) =>
      level === 'must' && !withFault.has(id) && grep === '' ? [id] : [],
    );
    const holds = tell(faults, rulesWithoutFault, grep === '' && part === undefined && !api, found);
    const { size } = found.killedBy;
    console.log(
      `${size} of ${faults.length} faults killed, ${faults.length - size} survived, ${seconds(startedAt)}; reports/faults.json`,
    );
    return holds ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

/**
 * In each round, the faults that are left meet their tests. In the first one, all tests of their rules also meet a sandbox
 * without a fault; what a short time-out left undecided there is met again in the last one.
 */
const prove = async (
  faults: readonly Fault[],
  tests: readonly ListedTest[],
  address: string,
  testsOf: (fault: Fault, round: number) => ListedTest[],
): Promise<Found> => {
  const found: Found = { results: [], killedBy: new Map(), withoutFault: new Map() };
  const startedAt = Date.now();
  const ofRules = new Set(faults.map(({ rule }) => `@${rule}`));
  const control: Meeting[] = [];
  for (const test of tests.filter(({ tags }) => tags.some((tag) => ofRules.has(tag)))) {
    // No test delays a notification that another one waits for.
    const user = usesCallbacks(test) ? test.key : undefined;
    control.push({ test, mutant: { name: 'none', rule: '', address: await instanceOf(address, 'none', user) } });
  }
  const isOpen = ({ test }: Meeting): boolean => {
    const result = found.withoutFault.get(test.key);
    return result !== undefined && isUndecided(result);
  };
  for (let round = 0; round <= lastRound; round += 1) {
    const isPatient = round === lastRound;
    const again = isPatient ? control.filter(isOpen).map((one) => ({ ...one, isPatient })) : [];
    const meetings = round === 0 ? [...control] : again;
    for (const fault of faults.filter(({ name }) => !found.killedBy.has(name))) {
      for (const test of testsOf(fault, round)) {
        // A sandbox of its own, since what one test does could hide from another one a fault that shows only once.
        const own = await instanceOf(address, fault.name, `${round} ${test.key}`);
        const mutant = { name: fault.name, rule: fault.rule, address: own };
        meetings.push({ test, mutant, settings: fault.needs ?? {}, isPatient });
      }
    }
    for (const result of await runMutants(meetings, address)) {
      const { name, test } = result;
      found.results.push(result);
      if (name === 'none') found.withoutFault.set(test, result);
      if (isKilledBy(result)) found.killedBy.set(name, [...(found.killedBy.get(name) ?? []), test]);
    }
    console.log(`round ${round + 1}: ${found.killedBy.size} of ${faults.length} faults killed (${seconds(startedAt)})`);
    if (found.killedBy.size === faults.length && !control.some(isOpen)) break;
  }
  return found;
};

/** Prints what speaks against the proof, and writes it. @returns whether it holds */
const tell = (
  faults: readonly Fault[],
  rulesWithoutFault: readonly string[],
  whole: boolean,
  { results, killedBy, withoutFault }: Found,
): boolean => {
  const survivors = faults.filter(({ name }) => !killedBy.has(name));
  for (const { name, rule } of survivors) {
    const met = results.filter((one) => one.name === name);
    const broken = met.flatMap(({ checks }) => checks.filter((one) => one.verdict === 'fail'));
    const others = [...new Set(broken.map((one) => one.rule))];
    const notPassed = [...new Set(met.filter((one) => one.ended !== 'passed').map(({ test }) => test))];
    console.log(
      `survived: ${name} (${rule}), met by ${new Set(met.map(({ test }) => test)).size} tests` +
        (notPassed.length > 0 ? `; ended early: ${notPassed.slice(0, 3).join(', ')}` : '') +
        (others.length > 0 ? `; other rules failed: ${others.slice(0, 5).join(', ')}` : ''),
    );
  }
  const failedWithoutFault = [...withoutFault.values()].filter((one) => !isGreen(one));
  for (const { test, error, checks } of failedWithoutFault) {
    const bad = checks.find(({ verdict }) => verdict !== 'pass' && verdict !== 'observed');
    const why = bad ? `${bad.rule} · ${bad.case}: ${bad.verdict} ${bad.message ?? ''}` : error;
    console.log(`fails without a fault: ${test}: ${why}`);
  }
  for (const rule of rulesWithoutFault) console.log(`must rule without a fault: ${rule}`);
  const holds = survivors.length + failedWithoutFault.length + rulesWithoutFault.length === 0;
  writeProof('faults.json', {
    provenAt: new Date().toISOString(),
    ...suiteFacts(suiteRoot),
    whole,
    holds,
    faults: faults.map(({ name, rule }) => ({
      name,
      rule,
      killed: killedBy.has(name),
      killedBy: killedBy.get(name) ?? [],
    })),
    rulesWithoutFault,
    failedWithoutFault: failedWithoutFault.map(({ test }) => test),
  });
  return holds;
};

const seconds = (startedAt: number): string => `${Math.round((Date.now() - startedAt) / 1000)} s`;

void command(help, { options }, main);
