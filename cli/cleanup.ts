import { journalsIn } from '../helpers/callbacks/callback-journal.ts';
import { cleanUp, describeCleanUp, leftovers } from '../helpers/callbacks/clean-up-callbacks.ts';
import { openApi } from '../helpers/client/open-api.ts';
import { nameRunFolder } from '../helpers/run/run-log.ts';
import { command } from '../helpers/processes/command.ts';
import { readSettings } from '../helpers/settings/environment.ts';
import { besideSettings } from '../helpers/settings/settings-folder.cjs';

const usage = `npm run cleanup: deletes and restores what killed runs have left at the target.

  npm run cleanup -- [--dry-run | --forget]

Every run does the same when it starts. What belongs to a run in progress is not touched.

  --dry-run  only lists what is left, at every target; sends no requests
  --forget   drops what cannot be cleaned up, once you have cleaned up by hand

Exit codes
  0  nothing is left
  2  something is left
  3  the settings are wrong`;

const options = {
  'dry-run': { type: 'boolean', default: false },
  forget: { type: 'boolean', default: false },
} as const;

void command(usage, { options }, async ({ 'dry-run': isDry, forget }) => {
  const folder = besideSettings('.journal');
  if (isDry) {
    const left = await leftovers(folder);
    console.log(left.length === 0 ? 'Nothing is left behind.' : left.join('\n'));
    return left.length === 0 ? 0 : 2;
  }
  const settings = readSettings();
  if (settings.target === 'sandbox') {
    console.log('The sandbox leaves nothing behind; for another target, set ENV_FILE.');
    return 0;
  }
  nameRunFolder();
  const { api, close } = openApi(settings);
  const done = await cleanUp(api, settings, journalsIn(folder));
  await close();
  console.log(describeCleanUp(done).join('\n') || 'Nothing is left behind.');
  if (forget) for (const journal of journalsIn(folder)) if (!(await journal.isRunning())) journal.remove();
  return done.leftBehind.length > 0 && !forget ? 2 : 0;
});
