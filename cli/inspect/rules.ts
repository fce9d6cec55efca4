import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot, toRun } from '../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../helpers/processes/command.ts';
import { rulesPage, type RuleRow } from '../../harness/html/rules-page.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { mismatches } from './catalogue/check-rules.ts';
import { lockOf, lockText, lost, parseLock, parseRetired } from './catalogue/lock.ts';
import { listTests, type ListedTest } from './catalogue/list-tests.ts';
import { ruleRows } from './catalogue/rule-rows.ts';

const usage = `npm run rules: every rule of the catalogue, with the places of its tests.

  npm run rules -- [--section 4.1] [--find TEXT] [--json] [--html FILE] [--check] [--lock]

  --section N  only rules of this section of the interface document
  --find TEXT  only rules whose id or sentence contains this text, ignoring case
  --json       for other programs
  --html FILE  as a page with an anchor for each rule
  --check      only checks that every rule has a test, every test has a rule, and everything in
               interface/rules/rules.lock still exists or is listed in interface/rules/retired.json; npm test checks
               what else a rule needs
  --lock       checks the same, and writes new rules and tests to rules.lock

Exit codes
  0  listed; with --check or --lock: no mismatches
  1  with --check or --lock: mismatches
  3  the tests cannot be listed, or no rule matches`;

const inWords = (row: RuleRow): string =>
  [
    `${row.id}  ${row.level}  section ${row.sections.join(', ')}`,
    `    ${row.sentence}`,
    ...(row.reason ? [`    no test: ${row.reason}`] : []),
    ...row.tests.map((place) => `    ${place}`),
  ].join('\n');

const rulesFolder = join(import.meta.dirname, '..', '..', 'interface', 'rules');
const lockFile = join(rulesFolder, 'rules.lock');

/** @param write whether new rules and tests are written to the lock; otherwise they are reported */
const check = (tests: readonly ListedTest[], write: boolean): number => {
  const now = lockOf(tests);
  const text = lockText(now);
  const locked = readFileSync(lockFile, 'utf8');
  const retired = parseRetired(readFileSync(join(rulesFolder, 'retired.json'), 'utf8'));
  const found = [...mismatches(tests), ...lost(parseLock(locked), now, retired)];
  if (found.length === 0 && write) writeFileSync(lockFile, text);
  else if (found.length === 0 && text !== locked)
    found.push('rules.lock lacks new rules or tests; add them with: npm run rules -- --lock');
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
    console.error(`No rule matches. ${toRun('rules')} lists all of them, with their sections.`);
    return 3;
  }
  const levels = ['must', 'observe', 'review', 'excluded'].map(
    (level) => `${rows.filter((row) => row.level === level).length} ${level}`,
  );
  console.log(`${rows.map(inWords).join('\n\n')}\n\n${rows.length} rules: ${levels.join(', ')}`);
  return 0;
};

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
