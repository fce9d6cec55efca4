import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { suiteRoot } from '../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../helpers/processes/command.ts';
import { buildReport } from '../../harness/allure/build.ts';
import { writeFrontPage } from '../../harness/html/front/write.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { rulesPage } from '../../harness/html/rules-page.ts';
import { listTests } from './catalogue/list-tests.ts';
import { ruleRows } from './catalogue/rule-rows.ts';

const usage = `npm run report: builds the Allure report of the last run as one file and prints its address.

  npm run report -- [--open] [--gate]

  --open  opens the report in the default browser
  --gate  also evaluates Allure's quality gate, which passes exactly the conforming runs

The report is reports/allure/index.html, with a page about the rules beside it. It covers up to 30 whole runs of each
target, kept in reports/history: what is new, fixed or broken again, and how long endpoints took.

Exit codes
  0  built
  1  built, and the quality gate refuses the run
  3  there is no run to report, or the report cannot be written`;

const open = (address: string): void => {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => console.error('The browser could not be opened. Open the address above by hand.'))
    .unref();
};

const options = { open: { type: 'boolean', default: false }, gate: { type: 'boolean', default: false } } as const;

await command(usage, { options }, async ({ open: isOpened, gate }) => {
  const { page, refusal } = await buildReport(process.cwd(), rulesPage(ruleRows(await listTests(suiteRoot))), gate);
  const address = pathToFileURL(page).href;
  writeFrontPage(readResults('reports/results.json'), { root: process.cwd() }, (text) => text);
  console.log(`Allure report: ${address}`);
  if (isOpened) open(address);
  if (gate) console.log(refusal ?? 'Quality gate: passed');
  return refusal ? 1 : 0;
});
