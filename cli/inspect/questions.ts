import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { command } from '../../helpers/processes/command.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { hasFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { accepted, driftOf } from '../../harness/baselines/observations/drift.ts';
import { pinFileOf, placeOf, readPins } from '../../harness/baselines/observations/pinned.ts';
import { questionsOf, type Seen } from '../../harness/baselines/observations/questions.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { targetName } from '../../harness/results/target-name.ts';

const usage = `npm run questions: what the interface leaves open, as questions to the owner of the service.

  npm run questions -- [--target NAME] [--results FILE]

Prints the questions in Markdown, with the observations of each target, and writes them to reports/questions.md. The
observations come from observations/*.json, or observations.json of a target's folder, and from the last run.

  --target NAME   only the observations of this target, for example staging.example.com; otherwise those of all
                  targets, and of the sandbox only when there is no other
  --results FILE  another results.json than reports/results.json

Exit codes
  0  written
  3  a file cannot be used, or there are no observations of the target`;

const pinnedTargets = (): Seen[] => {
  if (hasFolder()) {
    const place = placeOf(readSettings());
    return [{ target: targetName(place), observed: readPins(process.cwd(), pinFileOf(place)) ?? {} }];
  }
  if (!existsSync('observations')) return [];
  const files = readdirSync('observations').filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => ({
    target: name.slice(0, -'.json'.length),
    observed: readPins(process.cwd(), `observations/${name}`) ?? {},
  }));
};

/** The pinned observations, updated with those of the last run. */
const allSeen = (path: string, isChosen: boolean): Seen[] => {
  const pinned = pinnedTargets();
  if (!isChosen && !existsSync(path)) return pinned;
  const results = readResults(path);
  const target = targetName(results.run);
  const before = pinned.find((one) => one.target === target)?.observed;
  const observed = accepted(before ?? {}, driftOf(results, before));
  return [...pinned.filter((one) => one.target !== target), { target, observed }];
};

const wanted = (seen: readonly Seen[], target: string | undefined): Seen[] => {
  const known = seen.filter(({ observed }) => Object.keys(observed).length > 0);
  if (target === undefined) {
    const others = known.filter((one) => one.target !== 'sandbox');
    return others.length > 0 ? others : known;
  }
  const own = known.filter((one) => one.target === target);
  if (own.length > 0) return own;
  const names = known.map((one) => one.target).join(', ') || 'none';
  throw new Error(`There are no observations of ${target} yet: start a run. Targets with observations: ${names}.`);
};

await command(
  usage,
  { options: { target: { type: 'string' }, results: { type: 'string' } } },
  ({ target, results }) => {
    const seen = allSeen(results ?? 'reports/results.json', results !== undefined);
    const text = questionsOf(wanted(seen, target));
    mkdirSync('reports', { recursive: true });
    writeFileSync('reports/questions.md', text);
    process.stdout.write(text);
    console.error('\nWritten to reports/questions.md.');
  },
);
