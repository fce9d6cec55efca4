import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteFacts } from '../harness/results/suite-facts.ts';
import { catalogue } from '../interface/rules/catalogue.ts';
import { command, type Values } from '../helpers/processes/command.ts';
import { listedBySandbox, startSandbox } from '../helpers/processes/start-sandbox.ts';
import {
  instanceOf,
  assignmentsOf,
  listTests,
  partOf,
  runMutants,
  type ListedTest,
  type MutantResult,
} from './run-mutants.ts';

const help = `npm run faults: proves that the tests of each rule can fail.

Runs the tests of every rule against sandboxes that break it, each by one named fault. A fault is killed when a check of
its own rule fails. All tests also run against a sandbox without a fault, where every check has to pass.

  npm run faults                          all faults
  npm run faults -- --grep wallets        faults whose name or rule matches
  npm run faults -- --api                 only faults that show without a browser
  npm run faults -- --part 2/7            one of seven parts
  npm run faults -- --list                the faults, without running anything

Writes reports/faults.json.

Exit codes
  0  all faults are killed
  1  a fault survived, a must rule has no fault, or a check fails without one
  3  the proof could not be made`;

interface Fault {
  name: string;
  rule: string;
  browser?: boolean;
}

const options = {
  grep: { type: 'string' },
  api: { type: 'boolean' },
  part: { type: 'string' },
  list: { type: 'boolean' },
} as const;

/**
 * In the first rounds each fault meets one test of its rule; who survives these meets all of them at once. On a busy
 * machine a short time-out may leave a rule not tested, so the last round has those of a run.
 */
const roundsOfOne = 3;
const lastRound = roundsOfOne + 1;

const main = async ({ grep = '', api, part, list }: Values<typeof options>): Promise<number> => {
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
  const startedAt = Date.now();
  const { child, address } = await startSandbox('--each-fault');
  try {
    const tests = (await listTests()).filter(({ project }) => !(api && project === 'browser'));
    const none = { name: 'none', rule: '', address: await instanceOf(address, 'none') };
    const ofRules = new Set(faults.map(({ rule }) => `@${rule}`));
    const control = tests
      .filter(({ tags }) => tags.some((tag) => ofRules.has(tag)))
      .map(({ key }) => ({ key, mutant: none }));
    const results: MutantResult[] = [];
    const killedBy = new Map<string, string[]>();
    for (let round = 0; round <= lastRound; round += 1) {
      const pairs = [];
      for (const [index, fault] of faults.entries()) {
        if (killedBy.has(fault.name)) continue;
        const own = testsOf(fault, tests);
        const met = round < roundsOfOne ? pick(own, index, round) : own.slice();
        if (met.length === 0) continue;
        const mutant = { name: fault.name, rule: fault.rule, address: await instanceOf(address, fault.name) };
        pairs.push(...met.map(({ key }) => ({ key, mutant })));
      }
      const isPatient = round === lastRound;
      const assignments = assignmentsOf([...(round === 0 ? control : []), ...pairs]);
      for (const one of assignments) one.isPatient = isPatient;
      const found = await runMutants(assignments, address);
      results.push(...found);
      for (const { name, rule, test, checks } of found) {
        const isKilled = name !== 'none' && checks.some((check) => check.rule === rule && check.verdict === 'fail');
        if (isKilled) killedBy.set(name, [...(killedBy.get(name) ?? []), test]);
      }
      const left = faults.length - killedBy.size;
      console.log(`round ${round + 1}: ${killedBy.size} of ${faults.length} faults killed (${seconds(startedAt)})`);
      if (left === 0) break;
    }
    const failedWithoutFault = results.filter(({ name, ended, checks }) => name === 'none' && !isGreen(ended, checks));
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

/** The tests of the rule of a fault; for faults of the browser and the rest in their own project first. */
const testsOf = ({ rule, browser }: Fault, tests: readonly ListedTest[]): ListedTest[] => {
  const own = tests.filter(({ tags }) => tags.includes(`@${rule}`));
  const likely = own.filter(({ project }) => (project === 'browser') === (browser ?? false));
  return [...likely, ...own.filter((test) => !likely.includes(test))];
};

/** One test for a round, another one in each; faults of one rule begin with different tests. */
const pick = (own: readonly ListedTest[], index: number, round: number): ListedTest[] => {
  if (round >= own.length) return [];
  const test = own[(index + round) % own.length];
  return test ? [test] : [];
};

const isGreen = (ended: string, checks: MutantResult['checks']): boolean =>
  ended === 'passed' && checks.every(({ verdict }) => verdict === 'pass' || verdict === 'observed');

const seconds = (startedAt: number): string => `${Math.round((Date.now() - startedAt) / 1000)} s`;

await command(help, { options }, main);
