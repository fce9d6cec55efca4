import { parseArgs } from 'node:util';
import { cleanUpAfterOthers, endedJournals, sentence } from '../journal/earlier-runs.ts';
import { journalFolder, targetOf } from '../journal/book/journal.ts';
import { cleanedInWords } from '../journal/words.ts';
import { exitCodes } from '../report/exit-code.ts';
import { readSettings } from '../settings/environment.ts';

// npm run cleanup: what runs that were killed have left at the target.

const usage = `Usage: npm run cleanup -- [--dry-run | --forget]

Deletes and restores at the target what runs that were killed have left behind. Every run does the same when it
starts; what belongs to a run that is under way is left alone. Settings are those of the run: TARGET, BASE_URL,
SECRET_KEY and so on.

  --dry-run  only says what would be done, and asks nobody
  --forget   drops what cannot be cleaned up, once you have looked after it yourself

Exit codes: 0 nothing is left, 2 something is, 3 the settings or the arguments are wrong`;

const dryRun = (): void => {
  const lines = endedJournals(readSettings()).flatMap((journal) =>
    journal.things.map((thing) => `${sentence(thing, journal)} at ${journal.header?.target}`),
  );
  console.log(lines.length === 0 ? 'Nothing is left behind.' : `Would be looked after:\n  ${lines.join('\n  ')}`);
};

const cleanUp = async (forget: boolean): Promise<void> => {
  const settings = readSettings();
  if (settings.target === 'sandbox') {
    console.log('A sandbox ends with its run and leaves nothing. For a real target set TARGET=staging and the rest.');
    return;
  }
  const found = await cleanUpAfterOthers(settings);
  const lines = cleanedInWords(found);
  console.log(lines.length === 0 ? 'Nothing is left behind.' : lines.join('\n'));
  if (forget) {
    const own = endedJournals(settings).filter(({ header }) => header?.target === targetOf(settings));
    for (const journal of own) journal.end();
    if (found.left.length > 0)
      console.log(`Forgotten: what is listed above is no longer in ${journalFolder(settings)}.`);
  } else if (found.left.length > 0) {
    process.exitCode = exitCodes.inconclusive;
  }
};

try {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      forget: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values['dry-run'] && values.forget) throw new Error('--dry-run and --forget exclude each other.');
  if (values.help) console.log(usage);
  else if (values['dry-run']) dryRun();
  else await cleanUp(values.forget);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = exitCodes.brokenSuite;
}
