import { parseArgs } from 'node:util';
import { catalogue, type RuleId } from '../rules/catalogue.ts';
import { ruleOfTags } from '../rules/rule.ts';
import { misfits } from './check-rules.ts';
import { listTests, type ListedTest } from './list-tests.ts';

// npm run rules: every rule of the catalogue, with where its tests are.

const usage = `Usage: npm run rules -- [--section 4.1] [--json] [--check]

  --section N  only rules of this section of the interface document
  --json       for other programs
  --check      only whether every rule has a test and every test a rule`;

interface Row {
  id: string;
  level: string;
  sections: readonly string[];
  sentence: string;
  reason: string | null;
  /** Each place once, as file:line; tests made in a loop share one. */
  tests: string[];
}

const rowOf = (id: RuleId, tests: readonly ListedTest[]): Row => {
  const { level, sections, sentence, reason } = catalogue[id];
  const own = tests.filter((test) => ruleOfTags(test.tags)?.id === id);
  return {
    id,
    level,
    sections,
    sentence,
    reason: reason ?? null,
    tests: [...new Set(own.map((test) => `${test.file}:${test.line}`))],
  };
};

const inWords = (row: Row): string =>
  [
    `${row.id}  ${row.level}  section ${row.sections.join(', ')}`,
    `    ${row.sentence}`,
    ...(row.reason ? [`    no test: ${row.reason}`] : []),
    ...row.tests.map((place) => `    ${place}`),
  ].join('\n');

const check = (tests: readonly ListedTest[]): void => {
  const found = misfits(tests);
  console.log(
    found.length === 0 ? `${Object.keys(catalogue).length} rules and ${tests.length} tests fit.` : found.join('\n'),
  );
  process.exitCode = found.length === 0 ? 0 : 1;
};

const print = (tests: readonly ListedTest[], section: string | undefined, json: boolean): void => {
  const rows = (Object.keys(catalogue) as RuleId[])
    .map((id) => rowOf(id, tests))
    .filter((row) => section === undefined || row.sections.includes(section));
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const levels = ['must', 'observe', 'excluded'].map(
    (level) => `${rows.filter((row) => row.level === level).length} ${level}`,
  );
  console.log(`${rows.map(inWords).join('\n\n')}\n\n${rows.length} rules: ${levels.join(', ')}`);
};

// Whoever reads only the beginning (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit(0));

try {
  const { values } = parseArgs({
    options: {
      section: { type: 'string' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
  } else {
    const tests = await listTests(process.cwd());
    if (values.check) check(tests);
    else print(tests, values.section, values.json);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}
