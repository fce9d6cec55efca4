import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../harness/results/text.ts';
import { command } from '../helpers/processes/command.ts';
import { catalogue, type RuleId } from '../interface/rules/catalogue.ts';
import { hasTests } from '../interface/rules/levels.ts';
import { rulesOfTags } from '../interface/rules/covers.ts';
import { listTests, type ListedTest } from './list-tests.ts';

const usage = `npm run rules: every rule of the catalogue, with the places of its tests.

  npm run rules -- [--section 4.1] [--find TEXT] [--half] [--json] [--check] [--lock]

  --section N  only rules of this section of the interface document
  --find TEXT  only rules whose id or sentence contains this text, ignoring case
  --half       only rules that a run judges in part, with what it cannot judge and why
  --json       for other programs
  --check      only checks that every rule has a test, every test has a rule, each section with must rules a @smoke test,
               and that no rule of interface/rules/rules.lock has vanished or become weaker
  --lock       checks the same, and writes new rules to rules.lock

Exit codes
  0  listed; with --check or --lock: no mismatches
  1  with --check or --lock: mismatches
  3  the tests cannot be listed, or no rule matches`;

const lockFile = join(__dirname, '../interface/rules/rules.lock');
const ids = Object.keys(catalogue) as RuleId[];
const lineOf = (id: RuleId): string => `${id} ${catalogue[id].level} ${catalogue[id].sections.join(' ')}`;

/** Mismatches between catalogue, tests and lock, one sentence each. */
const mismatches = (tests: readonly ListedTest[]): string[] => {
  const covered = new Set<string>(tests.flatMap(({ tags }) => rulesOfTags(tags)));
  const smoke = tests.filter(({ tags }) => tags.includes('@smoke')).flatMap(({ tags }) => rulesOfTags(tags));
  const touched = new Set(smoke.flatMap((id) => catalogue[id].sections));
  const homes = new Set(
    ids.filter((id) => catalogue[id].level === 'must').map((id) => catalogue[id].sections[0] ?? ''),
  );
  const locked = readFileSync(lockFile, 'utf8').trim().split('\n');
  return [
    ...tests
      .filter(({ tags }) => rulesOfTags(tags).length === 0)
      .map(({ file, line, title }) => `${file}:${line}: covers no rule: ${title}`),
    ...ids.filter((id) => hasTests(catalogue[id].level) && !covered.has(id)).map((id) => `${id}: no test covers it`),
    ...ids
      .filter((id) => !hasTests(catalogue[id].level) && covered.has(id))
      .map((id) => `${id}: has no tests, being ${catalogue[id].level}`),
    ...ids.flatMap((id) => {
      const [, other = id] = /\((\w+\.[\w-]+)\)/.exec(catalogue[id].half ?? '') ?? [];
      return other in catalogue ? [] : [`${id}: names ${other}, which is no rule`];
    }),
    ...[...homes].filter((section) => !touched.has(section)).map((section) => `section ${section}: has no @smoke test`),
    ...locked.flatMap((line) => {
      const [id = '', level] = line.split(' ');
      const now = catalogue[id as RuleId];
      if (!now) return [`${id}: is in rules.lock, but not in the catalogue; remove it there on purpose`];
      return level === 'must' && now.level !== 'must' ? [`${id}: was a must, and is ${now.level} now`] : [];
    }),
  ];
};

const check = (tests: readonly ListedTest[], write: boolean): number => {
  const found = mismatches(tests);
  const lock = `${ids.map(lineOf).toSorted().join('\n')}\n`;
  if (found.length === 0 && write) writeFileSync(lockFile, lock);
  else if (found.length === 0 && lock !== readFileSync(lockFile, 'utf8'))
    found.push('rules.lock lacks new rules: npm run rules -- --lock');
  console.log(found.join('\n') || `${ids.length} rules and ${tests.length} tests fit.`);
  return found.length === 0 ? 0 : 1;
};

const options = {
  section: { type: 'string' },
  find: { type: 'string', default: '' },
  half: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  lock: { type: 'boolean', default: false },
} as const;

void command(usage, { options }, async ({ section, find, half: onlyHalf, json, check: checks, lock }) => {
  const tests = await listTests();
  if (checks || lock) return check(tests, lock);
  const rows = ids
    .map((id) => ({ id, ...catalogue[id], tests: placesOf(id, tests) }))
    .filter(({ sections, half }) => (section === undefined || sections.includes(section)) && (!onlyHalf || half))
    .filter(({ id, sentence }) => `${id} ${sentence}`.toLowerCase().includes(find.toLowerCase()));
  if (rows.length === 0) throw new Error('No rule matches; npm run rules lists all of them.');
  if (json) console.log(JSON.stringify(rows, null, 2));
  else
    for (const row of rows) {
      console.log(`${row.id}  ${row.level}  section ${row.sections.join(', ')}\n    ${row.sentence}`);
      if (row.half) console.log(`    not judged: ${row.half}`);
      for (const line of row.reason ? [`no test: ${row.reason}`] : row.tests) console.log(`    ${line}`);
      console.log('');
    }
  console.error(counted(rows.length, 'rule'));
});

function placesOf(id: RuleId, tests: readonly ListedTest[]): string[] {
  const own = tests.filter(({ tags }) => tags.includes(`@${id}`));
  return [...new Set(own.map(({ file, line }) => `${file}:${line}`))];
}
