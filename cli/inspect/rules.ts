import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../helpers/processes/command.ts';
import { rulesPage, type RuleRow } from '../../harness/html/rules-page.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { misfits } from './catalogue/check-rules.ts';
import { lockOf, lockText, lost, parseLock, parseRetired } from './catalogue/lock.ts';
import { listTests, type ListedTest } from './catalogue/list-tests.ts';
import { ruleRows } from './catalogue/rule-rows.ts';

const usage = `npm run rules: every rule of the catalogue, with where its tests are.

  npm run rules -- [--section 4.1] [--find TEXT] [--json] [--html FILE] [--check] [--lock]

  --section N  only rules of this section of the interface document
  --find TEXT  only rules whose id or sentence has this text in it, in upper or lower case
  --json       for other programs
  --html FILE  as a page with an anchor for each rule
  --check      only whether every rule has a test, every test a rule, and nothing of interface/rules/rules.lock is gone
               that interface/rules/retired.json does not name; what else a rule needs, npm test says
  --lock       writes what is new into rules.lock

Exit codes
  0  listed; with --check or --lock: everything fits
  1  with --check or --lock: something does not fit
  3  the tests cannot be listed, or no rule is like that`;

const inWords = (row: RuleRow): string =>
  [
    `${row.id}  ${row.level}  section ${row.sections.join(', ')}`,
    `    ${row.sentence}`,
    ...(row.reason ? [`    no test: ${row.reason}`] : []),
    ...row.tests.map((place) => `    ${place}`),
  ].join('\n');

const rulesFolder = join(import.meta.dirname, '..', '..', 'interface', 'rules');
const lockFile = join(rulesFolder, 'rules.lock');

/** @param write whether what is new is written into the lock, rather than told */
const check = (tests: readonly ListedTest[], write: boolean): number => {
  const now = lockOf(tests);
  const text = lockText(now);
  const locked = readFileSync(lockFile, 'utf8');
  const retired = parseRetired(readFileSync(join(rulesFolder, 'retired.json'), 'utf8'));
  const found = [...misfits(tests), ...lost(parseLock(locked), now, retired)];
  if (found.length === 0 && write) writeFileSync(lockFile, text);
  else if (found.length === 0 && text !== locked) found.push('rules.lock lacks what is new: npm run rules -- --lock');
  console.log(
    found.length === 0 ? `${Object.keys(catalogue).length} rules and ${tests.length} tests fit.` : found.join('\n'),
  );
  return found.length === 0 ? 0 : 1;
};

const print = (tests: readonly ListedTest[], section: string | undefined, text: string, json: boolean): number => {
  const rows = ruleRows(tests)
    .filter((row) => section === undefined || row.sections.includes(section))
    .filter(({ id, sentence }) => `${id} ${sentence}`.toLowerCase().includes(text.toLowerCase()));
  if (json) {
    console.log(JSON.stringify(rows, null, 2));
    return 0;
  }
  if (rows.length === 0) {
    console.error(`No rule is like that. ${toRun('rules')} lists all of them, with their sections.`);
    return 3;
  }
  const levels = ['must', 'observe', 'review', 'excluded'].map(
    (level) => `${rows.filter((row) => row.level === level).length} ${level}`,
  );
  console.log(`${rows.map(inWords).join('\n\n')}\n\n${rows.length} rules: ${levels.join(', ')}`);
  return 0;
};

// Whoever reads only the beginning (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit(0));

await command(
  usage,
  {
    options: {
      section: { type: 'string' },
      find: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      html: { type: 'string' },
      check: { type: 'boolean', default: false },
      lock: { type: 'boolean', default: false },
    },
  },
  async (values) => {
    const tests = await listTests(suiteRoot);
    if (values.check || values.lock) return check(tests, values.lock);
    if (values.html) writeFileSync(values.html, rulesPage(ruleRows(tests)));
    else return print(tests, values.section, values.find, values.json);
    return 0;
  },
);
