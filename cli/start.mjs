// npm start: set-up, then the conformance run. Other arguments go to `playwright test` unchanged.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { passSignals } from '../helpers/processes/signals.cjs';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { setUp } from './setup.mjs';

const help = `Checks a payment collection service against every rule of its interface.

  npm start                               a whole run, on the embedded sandbox by default
  npm start -- --project=api              without the browser
  npm start -- --grep @txn.number-leading-zero
                                          the rules of one id; @section-4.1, @must and titles work as well
  npm start -- --grep @smoke              one quick test for each section
  npm start -- --test-list reports/failed-tests.txt
                                          the tests that failed in the last run
  npm start -- --shard=1/4                the first of four parts; npm run merge joins their results
  npm start -- --headed                   with browser windows; any argument of "playwright test" works

  npm run doctor       checks everything a run depends on, and says how to fix what is missing
  npm run rules        every rule with its level, sections, sentence and tests
  npm run report       the Allure report of the last run
  npm run compare      what changed between two results.json
  npm run page         describes the payment page in its own words, for CHECKOUT_PAGE; --check follows them
  npm run observations how the last run observed otherwise than pinned; --accept pins, --questions lists what is open
  npm run signoff      the document that a release decision is based on
  npm run cleanup      deletes and restores what killed runs have left at the target
  npm run faults       proves on faulty sandboxes that the tests of each rule can fail
  npm run variants     proves that other conforming services pass
  npm run openapi      the interface as an OpenAPI document
  npm run sandbox      the sandbox alone, to develop against
  npm run bench        how fast the suite is, beside a bare client and plain Playwright
  npm test             checks the suite itself

Settings come from the environment and from .env, or the file that ENV_FILE names: one for each target. The sandbox
needs none; .env.example describes each. TARGET=staging with BASE_URL, SECRET_KEY, PUBLISHABLE_KEY and so on checks a
real target.

Exit codes
  0  conforming        every applicable rule was judged, and none is broken
  1  non-conforming    at least one rule is broken
  2  inconclusive      some rule could not be judged: target unreachable, prerequisite missing, run interrupted
  3  no verdict        the settings are wrong, or the suite itself failed`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(help);
  process.exit(0);
}
if (args.includes('--version')) {
  console.log(JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')).version);
  process.exit(0);
}
setUp({
  headless: !args.some((one) => ['--headed', '--debug', '--ui'].includes(one.split('=')[0] ?? '')),
  browser: !args.includes('--list') && !/ --project[= ]api (?!browser)/.test(` ${args.join(' ')} `),
});
const child = spawn(process.execPath, [playwrightCli, 'test', '--config', suiteRoot, ...args], { stdio: 'inherit' });
// Playwright ends a run gracefully only on SIGINT. After Ctrl-C the terminal has sent it one already, and it ignores a
// second one within a second.
passSignals(child, 'SIGINT');
// npm passes a SIGTERM only to its shell, which dies without passing it on: that shows as another parent process.
const parent = process.ppid;
if (process.env['npm_lifecycle_event']) setInterval(() => process.ppid === parent || child.kill('SIGINT'), 500).unref();
child.on('exit', (code) => process.exit(code ?? 3));
