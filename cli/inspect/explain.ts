import { existsSync, readFileSync } from 'node:fs';
import { suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../helpers/processes/command.ts';
import { listedBySandbox } from '../../helpers/processes/start-sandbox.ts';
import { parseResults, type Results } from '../../harness/results/results-schema.ts';
import { History } from '../../harness/baselines/history/history.ts';
import { recentOutcomes, latelyInWords } from '../../harness/baselines/history/recent-outcomes.ts';
import { catalogue, type RuleId } from '../../interface/rules/catalogue.ts';
import { endpointOf } from '../../interface/rules/subjects/endpoints.ts';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { readKnownDeviations } from '../../harness/baselines/deviations/known-deviations.ts';
import { entryFor } from '../../harness/baselines/deviations/suggestion.ts';
import { listTests } from './catalogue/list-tests.ts';

const usage = `npm run explain: everything that is known about one rule.

  npm run explain -- RULE [--json | --entry]

  RULE     the id of a rule, for example txn.number-leading-zero; npm run rules lists them
  --json   for other programs
  --entry  the entry of known-deviations.json that accepts the rule as it fails in the last run

Exit codes
  0  explained
  3  there is no such rule, or --entry is given for a rule that is not broken in the last run`;

interface Fault {
  name: string;
  rule: string;
  what: string;
}

const ruleOf = (text: string): RuleId => {
  const id = text.replace(/^@/, '');
  if (Object.hasOwn(catalogue, id)) return id as RuleId;
  const near = Object.keys(catalogue).filter((one) => one.includes(id) || id.includes(one));
  const words = id.split(/[.-]/).filter((word) => word.length > 3);
  const like =
    near.length > 0 ? near : Object.keys(catalogue).filter((one) => words.some((word) => one.includes(word)));
  throw new Error(`There is no rule ${id}.${like.length > 0 ? ` Did you mean ${like.slice(0, 5).join(', ')}?` : ''}`);
};

const faultsOf = (id: RuleId): Fault[] => listedBySandbox<Fault>('faults').filter(({ rule }) => rule === id);

/** The results of the last run; undefined when there is none yet. */
const lastResults = (): Results | undefined => {
  const file = 'reports/results.json';
  return existsSync(file) ? parseResults(readFileSync(file, 'utf8')) : undefined;
};

const outcomeOf = (results: Results, id: RuleId) => {
  const rule = results.rules.find((one) => one.id === id);
  const failed = rule?.tests.find((test) => test.verdict === rule.verdict && test.error);
  return {
    target: results.run.target,
    at: results.run.startedAt,
    verdict: rule?.verdict ?? 'not part of that run',
    why: failed?.error?.split('\n').filter((line) => line.trim() !== '') ?? (rule?.reason ? [rule.reason] : []),
    observed: rule?.observed ?? [],
  };
};

/** The known deviations of a rule, of every target. */
const knownFor = (id: RuleId) => readKnownDeviations(listedIn()).filter(({ rule }) => rule === id);

/** Explaining a rule does not need valid settings. */
const listedIn = (): string | undefined => {
  try {
    return readSettings().knownDeviations;
  } catch {
    return undefined;
  }
};

/** An entry for known-deviations.json that matches how the rule fails in the last run. */
const entryOf = (id: RuleId): string => {
  const results = lastResults();
  const rule = results?.rules.find((one) => one.id === id);
  if (!results || rule?.verdict !== 'fail') throw new Error(`${id} is not broken in reports/results.json.`);
  return JSON.stringify(entryFor(rule, results.run), null, 2);
};

const explained = async (id: RuleId) => {
  const { level, sections, sentence, reason } = catalogue[id];
  const last = lastResults();
  const tests = (await listTests(suiteRoot)).filter((test) => ruleOfTags(test.tags)?.id === id);
  return {
    id,
    level,
    sections,
    sentence,
    reason: reason ?? null,
    endpoint: endpointOf(id),
    tests: tests.map(({ file, line, title }) => ({ file, line, title })),
    faults: faultsOf(id).map(({ name, what }) => ({ name, what })),
    known: knownFor(id),
    outcomes: last ? [outcomeOf(last, id)] : [],
    history: recentOutcomes(id, new History(process.cwd(), (line) => console.error(line))),
    reproduce: reason ? null : toRun('start', '--grep', `@${id}`),
  };
};

const levels = {
  must: 'stated by the interface: a target that breaks it does not conform',
  observe: 'left open by the interface: what a target does is recorded and never fails',
  review: `decided by a person: ${toRun('review')} lists the evidence of the last run, and records the decision`,
  excluded: 'cannot be seen through the interface: there is no test',
} as const;

const inWords = (rule: Awaited<ReturnType<typeof explained>>): string =>
  [
    rule.id,
    `  ${rule.sentence}`,
    '',
    `Level      ${rule.level}, ${levels[rule.level]}`,
    `Sections   ${rule.sections.join(', ')} of the interface document`,
    `About      ${rule.endpoint}`,
    ...(rule.reason ? [`No test    ${rule.reason}`] : []),
    ...part('Tests', places(rule)),
    ...part(
      'Faults of the sandbox that its tests find',
      rule.faults.map(({ name, what }) => `${name}: ${what}`),
    ),
    ...part(
      'Last run',
      rule.outcomes.flatMap(({ target, at, verdict, why, observed }) => [
        `${target}, ${at.slice(0, 16).replace('T', ' ')} UTC: ${verdict}`,
        ...[...why.slice(0, 8), ...observed].map((line) => `    ${line.slice(0, 200)}`),
      ]),
    ),
    ...rule.history.flatMap(({ target, runs }) => part(`Lately on ${target}`, runs.map(latelyInWords))),
    ...part(
      'Known deviation',
      rule.known.map(
        ({ target, ticket, owner, expires, reason }) => `${target}: ${ticket}, ${owner}, until ${expires}: ${reason}`,
      ),
    ),
    ...(rule.reproduce ? part('Try it', [rule.reproduce, toRun('faults', '--grep', rule.id)]) : []),
  ].join('\n');

/** One line for each place, and below it the variants of the tests that a loop makes there. */
const places = ({ tests, sentence }: Pick<Awaited<ReturnType<typeof explained>>, 'tests' | 'sentence'>): string[] => {
  const variants = new Map<string, string[]>();
  for (const { file, line, title } of tests) {
    const place = `${file}:${line}`;
    variants.set(place, [...(variants.get(place) ?? []), title.slice(sentence.length).replace(/^ · /, '')]);
  }
  return [...variants].flatMap(([place, names]) => [
    place,
    ...names.filter((name) => name !== '').map((name) => `    ${name}`),
  ]);
};

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

await command(
  usage,
  {
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, entry: { type: 'boolean', default: false } },
  },
  async ({ json, entry }, names) => {
    if (names.length !== 1) throw new Error(`Name one rule.\n\n${usage}`);
    const id = ruleOf(names[0] ?? '');
    if (entry) {
      console.log(entryOf(id));
      return;
    }
    const rule = await explained(id);
    console.log(json ? JSON.stringify(rule, null, 2) : inWords(rule));
  },
);
