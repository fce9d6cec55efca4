import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { questionsOf } from '../harness/baselines/open-questions.ts';
import {
  accepted,
  driftOf,
  observationsOf,
  pinFileOf,
  readPins,
  writePins,
} from '../harness/baselines/pinned-observations.ts';
import { readResults } from '../harness/results/read-results.ts';
import { counted } from '../harness/results/text.ts';
import { targetName } from '../harness/results/target-name.ts';
import { writeAtomically } from '../harness/results/write-atomically.ts';
import { besideSettings, inReports } from '../helpers/settings/settings-folder.cjs';

const usage = `npm run observations: how the last run observed the target otherwise than pinned.

  npm run observations -- [--accept [RULE ...]] [--results FILE]
  npm run observations -- --questions [--results FILE]

Each run observes what the interface leaves open. observations/TARGET.json, beside the settings, pins what is right and
belongs in version control. A difference never fails a run.

  --accept        pins what the run observed, of the given rules or of all
  --questions     prints what the interface leaves open, as questions to the owner of the service, in Markdown, with what
                  was observed at each target: in observations/*.json and in the last run. Also writes them to
                  reports/questions.md
  --results FILE  another results.json than reports/results.json

Exit codes
  0  listed, pinned or written
  3  a file cannot be used, or a given rule has no difference`;

const options = {
  accept: { type: 'boolean', default: false },
  questions: { type: 'boolean', default: false },
  results: { type: 'string' },
} as const;

void command(usage, { allowPositionals: true, options }, ({ accept, questions, results: given }, rules) => {
  const path = given ?? inReports('results.json');
  if (questions) {
    if (accept || rules.length > 0) throw new Error('--questions goes only with --results');
    return printQuestions(given === undefined && !existsSync(path) ? undefined : path);
  }
  const results = readResults(path);
  const file = besideSettings(pinFileOf(results.run));
  const pinned = readPins(file) ?? {};
  const drift = driftOf(results, pinned);
  for (const rule of rules) {
    if (!drift.some((one) => one.rule === rule))
      throw new Error(`${rule}: nothing that the run observed differs from ${file}`);
  }
  for (const { rule, case: name, before, after } of drift)
    console.log(`${rule} · ${name}\n  - ${before ?? 'nothing'}\n  + ${after ?? 'nothing'}`);
  if (accept) writePins(file, targetName(results.run), accepted(pinned, drift, rules.length > 0 ? rules : undefined));
  console.log(
    `${counted(drift.length, 'difference')} from ${file}${accept ? ', pinned; review the change and commit it' : ''}`,
  );
});

function printQuestions(path: string | undefined): void {
  const pins = besideSettings('observations');
  const names = existsSync(pins) ? readdirSync(pins).filter((name) => name.endsWith('.json')) : [];
  const seen = new Map(names.toSorted().map((name) => [basename(name, '.json'), readPins(join(pins, name)) ?? {}]));
  if (path !== undefined) {
    const last = readResults(path);
    seen.set(targetName(last.run), { ...seen.get(targetName(last.run)), ...observationsOf(last) });
  }
  const text = questionsOf([...seen].map(([target, observed]) => ({ target, observed })));
  writeAtomically(inReports('questions.md'), text);
  console.log(text);
}
