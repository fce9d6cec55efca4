import { mkdirSync, writeFileSync } from 'node:fs';
import { command, type Values } from '../helpers/processes/command.ts';
import { listedBySandbox, startSandbox } from '../helpers/processes/start-sandbox.ts';
import { capabilitiesOfTags } from '../interface/rules/covers.ts';
import { catalogue } from '../interface/rules/catalogue.ts';
import {
  instanceOf,
  assignmentsOf,
  listTests,
  partOf,
  runMutants,
  type ListedTest,
  type MutantResult,
} from './run-mutants.ts';
import { rulesOfAreas } from './variant-areas.ts';

const help = `npm run variants: proves that other conforming services pass.

A conforming variant is a sandbox that answers an open question of the interface in another way. Each one meets the
tests of its area alone, and all of them meet every test in combinations; no check may fail.

  npm run variants                          all variants alone, and the combinations
  npm run variants -- --grep never-triggered
                                            variants whose name or question matches, alone
  npm run variants -- --part 2/7            one of seven parts, without combinations
  npm run variants -- --combinations        the combinations alone
  npm run variants -- --list                the variants

Writes reports/variants.json.

Exit codes
  0  every variant was judged conforming
  1  a check failed, or could not be judged
  3  the proof could not be made`;

interface Variant {
  name: string;
  /** The open question; two variants of one question exclude each other. */
  question: string;
  /** The observe rules whose observations it changes. */
  answers: string[];
  areas: string[];
  /** The settings that such a service needs, by variable. */
  needs: Readonly<Record<string, string>>;
}

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
    const services = [...(together ? [] : variants.map((one) => [one])), ...(isWhole ? combinations(all) : [])];
    const pairs: Parameters<typeof assignmentsOf>[0][number][] = [];
    for (const service of services) {
      const name = service.map((one) => one.name).join(',');
      const mutant = { name, rule: '', address: await instanceOf(address, name) };
      const [only] = service;
      const met = service.length === 1 && only ? testsOf(only, tests) : tests;
      const settings = settingsOf(service);
      const absent = new Set((settings['NOT_APPLICABLE'] ?? '').split(','));
      for (const { key, tags } of met) {
        if (!capabilitiesOfTags(tags).some((capability) => absent.has(capability)))
          pairs.push({ key, mutant, settings });
      }
    }
    const isCombined = ({ mutant }: (typeof pairs)[number]) => mutant.name.includes(',');
    // Where deliveries are repeated and made one at a time as well, they take as long as a run allows.
    const assignments = [
      ...assignmentsOf(pairs.filter((one) => !isCombined(one))),
      ...assignmentsOf(pairs.filter(isCombined)).map((one) => ({ ...one, isPatient: true })),
    ];
    const results = await runMutants(assignments, address);
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
    mkdirSync('reports', { recursive: true });
    writeFileSync('reports/variants.json', JSON.stringify({ variants: judged }, null, 2));
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${judged.length - bad} of ${judged.length} services conforming, ${seconds} s; reports/variants.json`);
    return bad === 0 ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

/** The tests by which a variant can be noticed. */
const testsOf = ({ areas, answers }: Variant, tests: readonly ListedTest[]): ListedTest[] => {
  const rules = new Set([...rulesOfAreas(areas), ...answers].map((id) => `@${id}`));
  return tests.filter(({ tags }) => tags.some((tag) => rules.has(tag)));
};

/**
 * Services with one variant of each question, so that each variant is in one of them. A page with a description of its
 * own would hide all variants of the default page, and callbacks that cannot be created do not suffice for every test.
 */
const combinations = (all: readonly Variant[]): Variant[][] => {
  const variants = all.filter(({ needs }) => !('CHECKOUT_PAGE' in needs || 'CALLBACK_CREATE_PATH' in needs));
  const questions = [...new Set(variants.map(({ question }) => question))];
  const lists = questions.map((question) => variants.filter((one) => one.question === question));
  const count = Math.max(10, ...lists.map((list) => list.length));
  return Array.from({ length: count }, (_, index) =>
    lists.flatMap((list, at) => list[(index + at) % count] ?? []),
  ).filter((group) => group.length > 1);
};

const settingsOf = (service: readonly Variant[]): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const [name, value] of service.flatMap(({ needs }) => Object.entries(needs)))
    all[name] = name === 'NOT_APPLICABLE' && all[name] ? `${all[name]},${value}` : value;
  return all;
};

/** Variants with too few notifications to judge them all. */
const quiet = new Set([
  'no-deliveries',
  'greetings-alone',
  'deliveries-at-once-then-paused',
  'callback-addresses-https-only',
  'callback-addresses-public-only',
  'addresses-of-the-simplest-form',
  'callbacks-retired-after-five-failures',
]);

/** What a correct service must not see: a broken must, or a rule that could not be judged. */
const problemsOf = ({ name, test, ended, error, checks }: MutantResult): string[] => {
  const isQuiet = name.split(',').some((one) => quiet.has(one));
  const bad = checks.filter(
    ({ rule, verdict }) =>
      verdict === 'fail' ||
      verdict === 'harness' ||
      (verdict !== 'pass' &&
        !(isQuiet && verdict === 'not-tested') &&
        catalogue[rule as keyof typeof catalogue]?.level === 'must'),
  );
  const all = bad.map(
    (one) =>
      `${test}: ${one.rule} · ${one.case}: ${one.verdict} ${(one.message ?? '').split('\n').slice(0, 6).join(' | ')}`,
  );
  return ended === 'passed' || isQuiet || all.length > 0 ? all : [`${test}: ${ended} ${error ?? ''}`];
};

await command(help, { options }, main);
