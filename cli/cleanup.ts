import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { cleanUpAfterOthers, endedJournals, sentence } from '../helpers/callbacks/clean-up/earlier-runs.ts';
import { asideEnding, Journal, journalFolder, targetOf } from '../helpers/callbacks/journal/journal.ts';
import { cleanedInWords } from '../helpers/callbacks/clean-up/words.ts';
import { exitCodes } from '../harness/results/exit-code.ts';
import { escapeControlChars } from '../helpers/redaction/escape-control.ts';
import { readSettings } from '../helpers/settings/environment.ts';
import type { Settings } from '../helpers/settings/settings.ts';
import { nameRunFolder } from '../helpers/client/network/run-folder.ts';

const usage = `npm run cleanup: deletes and restores what killed runs have left behind at the target.

  npm run cleanup -- [--dry-run | --forget]

Every run does the same when it starts. What belongs to an active run is not touched. It uses the settings of a run:
TARGET, BASE_URL, SECRET_KEY and so on.

  --dry-run  only lists what is left, at every target; sends no requests
  --forget   drops the entries that cannot be cleaned up, once you have cleaned up by hand

Exit codes
  0  nothing is left
  2  something is left
  3  the settings or the arguments are wrong`;

/** Lists what runs have left behind, at every target. */
const list = (settings: Settings): void => {
  const lines = endedJournals(settings).flatMap((journal) =>
    journal.things.map(
      (thing) => `  ${sentence(thing, journal)}, at ${escapeControlChars(journal.header?.target ?? '')}`,
    ),
  );
  console.log(lines.length === 0 ? 'Nothing is left behind.' : ['Left behind:', ...lines].join('\n'));
  if (lines.length > 0) process.exitCode = exitCodes.inconclusive;
};

const cleanUp = async (settings: Settings): Promise<void> => {
  nameRunFolder();
  const found = await cleanUpAfterOthers(settings);
  const lines = cleanedInWords(found);
  console.log(lines.length === 0 ? 'Nothing is left behind.' : lines.join('\n'));
  if (found.left.length > 0) process.exitCode = exitCodes.inconclusive;
};

/** Deletes the journals of this target, and those that no run can read. */
const forget = (settings: Settings): void => {
  const kept = endedJournals(settings).filter(({ header }) => header?.target === targetOf(settings));
  const dropped = [...kept.map(({ path }) => path), ...asideIn(journalFolder(settings), targetOf(settings))];
  for (const path of dropped) rmSync(path, { force: true, recursive: true });
  if (dropped.length > 0) console.log('Everything listed above as left is forgotten.');
  process.exitCode = 0;
};

/** The journals that were set aside, except those of other targets. */
const asideIn = (folder: string, target: string): string[] => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(asideEnding)) : [];
  return names
    .map((name) => join(folder, name))
    .filter((path) => (new Journal(path).header?.target ?? target) === target);
};

await command(
  usage,
  { options: { 'dry-run': { type: 'boolean', default: false }, forget: { type: 'boolean', default: false } } },
  async ({ 'dry-run': dryRun, forget: forgets }) => {
    if (dryRun && forgets) throw new Error('--dry-run and --forget exclude each other.');
    const settings = readSettings();
    // A sandbox ends with its run, so anything left is at another target.
    if (dryRun || settings.target === 'sandbox') list(settings);
    else
      await cleanUp(settings).catch((error: unknown) => {
        if (!forgets) throw error;
        console.error(error instanceof Error ? error.message : error);
      });
    if (forgets && settings.target !== 'sandbox') forget(settings);
  },
);
