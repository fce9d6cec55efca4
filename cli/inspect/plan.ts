import { suiteRoot } from '../../helpers/settings/command-line/target-folder.mjs';
import { program } from '../../helpers/processes/command.ts';
import { mostOfTriage, planInWords } from '../../harness/shards/plan.ts';
import { counted } from '../../harness/results/text.ts';
import { readSettings } from '../../helpers/settings/environment.ts';
import { listTests } from './catalogue/list-tests.ts';

const usage = `npm start -- --plan: how many tests a run has and how many requests it sends. It sends nothing itself.

  npm start -- --plan                      the whole run
  npm start -- --plan --profile smoke      any arguments of a run may follow, such as --grep and --project

The numbers were measured on the sandbox. They respect GENERATED_RUNS and NOT_APPLICABLE of the settings.

Exit codes
  0  done
  3  the settings or an argument are wrong`;

await program(usage, async (args) => {
  const settings = readSettings();
  const where = settings.baseUrl && ` at ${new URL(settings.baseUrl).host}`;
  const tests = await listTests(suiteRoot, { args, env: {} });
  console.log(`A run on the ${settings.target}${where}: ${planInWords(tests, settings)}`);
  const { requests, payments } = mostOfTriage(tests);
  if (settings.triage === 'on' && requests > 0) {
    const more = `up to ${counted(requests, 'more request')}, of which up to ${payments} start a payment`;
    console.log(`Where rules are broken: ${more}, to find the cause (disable this with TRIAGE=off)`);
  }
  console.log('Nothing was sent.');
});
