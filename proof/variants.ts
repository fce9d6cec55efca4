import { command, type Values } from '../helpers/processes/command.ts';
import { listedBySandbox, startSandbox } from '../helpers/processes/start-sandbox.ts';
import {
  applicable,
  combinations,
  problemsOf,
  settingsOf,
  testsOf,
  usesCallbacks,
  type Variant,
} from './conforming.ts';
import type { Meeting } from './mutant-plan.ts';
import { instanceOf, listTests, partOf, runMutants, writeProof } from './run-mutants.ts';

const help = `npm run variants: proves that other conforming services pass.

A conforming variant is a sandbox that answers an open question of the interface in another way. Each one meets the
tests of its area alone, and all of them meet every test in combinations; no check may fail.

  npm run variants                          all variants alone, and the combinations
  npm run variants -- --grep never-triggered
                                            variants whose name or question matches, alone
  npm run variants -- --part 2/7            one of seven parts, without combinations
  npm run variants -- --combinations        the combinations alone: ten services, each a whole run
  npm run variants -- --combinations --part 1/10
                                            one of them
  npm run variants -- --list                the variants

Writes reports/variants.json.

Exit codes
  0  every variant was judged conforming
  1  a check failed, or could not be judged
  3  the proof could not be made`;

const options = {
  grep: { type: 'string' },
  part: { type: 'string' },
  combinations: { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

const main = async ({ grep = '', part, combinations: together, list }: Values<typeof options>): Promise<number> => {
  const pattern = new RegExp(grep);
  const all = listedBySandbox<Variant>('variants');
  const variants = partOf(
    all.filter(({ name, question }) => pattern.test(name) || pattern.test(question)),
    part,
  );
  if (variants.length === 0) throw new Error(`no variant and no question matches "${grep}"`);
  if (list) {
    for (const { name, question } of variants) console.log(`${name.padEnd(56)} ${question}`);
    return 0;
  }
  const startedAt = Date.now();
  const { child, address } = await startSandbox('--each-fault');
  try {
    const tests = await listTests();
    const isWhole = grep === '' && part === undefined;
    const combined = together || isWhole ? partOf(combinations(all), part) : [];
    const services = [...(together ? [] : variants.map((one) => [one])), ...combined];
    const meetings: Meeting[] = [];
    for (const service of services) {
      const name = service.map((one) => one.name).join(',');
      const [only] = service;
      const settings = settingsOf(service);
      const met = only && service.length === 1 ? testsOf(only, tests, all.indexOf(only)) : applicable(settings, tests);
      for (const test of met) {
        // Those that use callbacks have a sandbox alone, so that no test changes or delays what another one waits for.
        const user = usesCallbacks(test) ? test.key : undefined;
        const mutant = { name, rule: '', address: await instanceOf(address, name, user) };
        // With the time-outs of a run: nothing is missing at a conforming service, and a busy machine may be late.
        meetings.push({ test, mutant, settings, isPatient: true });
      }
    }
    const results = await runMutants(meetings, address);
    const judged = services.map((service) => {
      const name = service.map((one) => one.name).join(',');
      const own = results.filter((one) => one.name === name);
      const problems = own.flatMap(problemsOf);
      return {
        name,
        verdict: own.length > 0 && problems.length === 0 ? 'conforming' : 'not conforming',
        tests: own.length,
        problems,
      };
    });
    for (const { name, problems, tests: count } of judged.filter(({ verdict }) => verdict !== 'conforming')) {
      console.log(`${name} (${count} tests)`);
      for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
    }
    const bad = judged.filter(({ verdict }) => verdict !== 'conforming').length;
    writeProof('variants.json', { variants: judged });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${judged.length - bad} of ${judged.length} services conforming, ${seconds} s; reports/variants.json`);
    return bad === 0 ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

void command(help, { options }, main);
