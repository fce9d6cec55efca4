import { pathToFileURL } from 'node:url';
import { buildReport } from '../harness/allure/build-report.ts';
import { command } from '../helpers/processes/command.ts';
import { inReports } from '../helpers/settings/settings-folder.cjs';

const usage = `npm run report: builds the Allure report of the last run as one file, and prints its address.

The history of up to 30 whole runs of each target is kept in reports/history.

Exit codes
  0  built
  3  there is no run to report, or the report cannot be written`;

void command(usage, {}, async () => {
  console.log(`Allure report: ${pathToFileURL(await buildReport(inReports())).href}`);
});
