import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteFacts } from '../harness/results/suite-facts.ts';
import { catalogue } from '../interface/rules/catalogue.ts';
import { command, type Values } from '../helpers/processes/command.ts';
import { listedBySandbox, startSandbox } from '../helpers/processes/start-sandbox.ts';
import { isGreen, isKilledBy, isUndecided, lastRound, testsInRound, type Fault } from './fault-rounds.ts';
import { usesCallbacks } from './conforming.ts';
import type { ListedTest, Meeting } from './mutant-plan.ts';
import { instanceOf, listTests, partOf, runMutants, type MutantResult } from './run-mutants.ts';

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
const killersFile = join(import.meta.dirname, 'killers.json');

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
    const ofRules = new Set(faults.map(({ rule }) => `@${rule}`));
    const control: Meeting[] = [];
    for (const test of tests.filter(({ tags }) => tags.some((tag) => ofRules.has(tag)))) {
      // No test delays a notification that another one waits for.
      const user = usesCallbacks(test) ? test.key : undefined;
      control.push({ test, mutant: { name: 'none', rule: '', address: await instanceOf(address, 'none', user) } });
    }
    const testsOf = (fault: Fault, round: number, killer?: string): ListedTest[] =>
      testsInRound(fault, tests, indexOf.get(fault.name) ?? 0, round, killer);
    const results: MutantResult[] = [];
    const killedBy = new Map<string, string[]>();
    /** Of each test, its last result without a fault: what a short time-out left undecided is met again in the last round. */
    const withoutFault = new Map<string, MutantResult>();
    const isOpen = ({ test }: Meeting): boolean => {
      const found = withoutFault.get(test.key);
      return found !== undefined && isUndecided(found);
    };
    for (let round = 0; round <= lastRound; round += 1) {
      const isPatient = round === lastRound;
      const again = isPatient ? control.filter(isOpen).map((one) => ({ ...one, isPatient })) : [];
      const meetings = round === 0 ? [...control] : again;
      for (const fault of faults) {
        if (killedBy.has(fault.name)) continue;
        for (const test of testsOf(fault, round, killers[fault.name])) {
          // A sandbox of its own, since what one test does could hide from another one a fault that shows only once.
          const own = await instanceOf(address, fault.name, `${round} ${test.key}`);
          meetings.push({ test, mutant: { name: fault.name, rule: fault.rule, address: own }, isPatient });
        }
      }
      const found = await runMutants(meetings, address);
      results.push(...found);
      for (const one of found) if (one.name === 'none') withoutFault.set(one.test, one);
      for (const result of found.filter(isKilledBy))
        killedBy.set(result.name, [...(killedBy.get(result.name) ?? []), result.test]);
      const left = faults.length - killedBy.size;
      console.log(`round ${round + 1}: ${killedBy.size} of ${faults.length} faults killed (${seconds(startedAt)})`);
      if (left === 0 && !control.some(isOpen)) break;
    }
    if (remember) {
      const others = Object.entries(killers).filter(
        ([name]) => indexOf.has(name) && !faults.some((fault) => fault.name === name),
      );
      const found = faults.flatMap((fault) => {
        const [killer] = killedBy.get(fault.name) ?? [];
        return killer === undefined || killer === testsOf(fault, 0)[0]?.key ? [] : [[fault.name, killer] as const];
      });
      const sorted = [...others, ...found].sort(([one], [other]) => one.localeCompare(other));
      writeFileSync(killersFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    }
    const failedWithoutFault = [...withoutFault.values()].filter((one) => !isGreen(one));
    const withFault = new Set(all.map(({ rule }) => rule));
    const rulesWithoutFault = Object.entries(catalogue).flatMap(([id, { level }]) =>
      level === 'must' && !withFault.has(id) && grep === '' ? [id] : [],
    );
    const survivors = faults.filter(({ name }) => !killedBy.has(name));
    for (const { name, rule } of survivors) {
      const met = results.filter((one) => one.name === name);
      const others = [
        ...new Set(met.flatMap(({ checks }) => checks.filter((one) => one.verdict === 'fail')).map((one) => one.rule)),
      ];
      const notPassed = met.filter((one) => one.ended !== 'passed').map(({ test }) => test);
      console.log(
        `survived: ${name} (${rule}), met by ${new Set(met.map(({ test }) => test)).size} tests` +
          (notPassed.length > 0 ? `; ended early: ${[...new Set(notPassed)].slice(0, 3).join(', ')}` : '') +
          (others.length > 0 ? `; other rules failed: ${others.slice(0, 5).join(', ')}` : ''),
      );
    }
    for (const { test, error, checks } of failedWithoutFault) {
      const bad = checks.find(({ verdict }) => verdict !== 'pass' && verdict !== 'observed');
      console.log(
        `fails without a fault: ${test}: ${bad ? `${bad.rule} · ${bad.case}: ${bad.verdict} ${bad.message ?? ''}` : error}`,
      );
    }
    for (const rule of rulesWithoutFault) console.log(`must rule without a fault: ${rule}`);
    const holds = survivors.length + failedWithoutFault.length + rulesWithoutFault.length === 0;
    mkdirSync('reports', { recursive: true });
    const proof = {
      provenAt: new Date().toISOString(),
      ...suiteFacts(join(import.meta.dirname, '..')),
      whole: grep === '' && part === undefined && !api,
      holds,
      faults: faults.map(({ name, rule }) => ({
        name,
        rule,
        killed: killedBy.has(name),
        killedBy: killedBy.get(name) ?? [],
      })),
      rulesWithoutFault,
      failedWithoutFault: failedWithoutFault.map(({ test }) => test),
    };
    writeFileSync('reports/faults.json', JSON.stringify(proof, null, 2));
    console.log(
      `${killedBy.size} of ${faults.length} faults killed, ${survivors.length} survived, ${seconds(startedAt)}; reports/faults.json`,
    );
    return holds ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

const seconds = (startedAt: number): string => `${Math.round((Date.now() - startedAt) / 1000)} s`;

await command(help, { options }, main);
