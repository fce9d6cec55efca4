import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isDescription } from '../helpers/payments/page/description-file.ts';
import { command } from '../helpers/processes/command.ts';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { readSettings } from '../helpers/settings/environment.ts';
import { besideSettings } from '../helpers/settings/settings-folder.cjs';
import { setUp } from './setup.mjs';

const usage = `npm run page: describes the payment page of the target in its own words.

  npm run page [-- --headed] [--file FILE]   makes four test payments, proposes the lines that a customer follows,
                                             and writes them
  npm run page -- --check [--file FILE]      follows the lines of a file in each channel, and prints what changed on the
                                             page since it was written

  --file FILE  by default that of CHECKOUT_PAGE, or payment-page.yaml beside the settings
  --headed     shows the browser

Each line is printed before it is followed. Look at the file, correct it, and name it in CHECKOUT_PAGE; see
docs/payment-page.md.

Exit codes
  0  success, failure and cancel were each seen to end as their words promise
  1  one of them was not; the message says at which step, and what stands there
  3  the settings are wrong, or there is no file to check`;

const options = {
  check: { type: 'boolean', default: false },
  headed: { type: 'boolean', default: false },
  file: { type: 'string' },
} as const;

void command(usage, { options }, ({ check, headed, file }) => {
  setUp();
  const path = resolve(file ?? readSettings().checkoutPage ?? besideSettings('payment-page.yaml'));
  if (!isDescription(path))
    throw new Error(`${path} is a module; --file FILE.yaml writes lines to a file of their own`);
  if (check && !existsSync(path)) throw new Error(`there is no ${path} to check; npm run page writes it`);
  const config = join(__dirname, 'page', 'playwright.config.ts');
  const args = [playwrightCli, 'test', '--config', config, ...(headed ? ['--headed'] : [])];
  const env = { ...process.env, PAGE_FILE: path, ...(check ? { PAGE_CHECK: '1' } : {}) };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  const written = relative('.', path);
  if (status === 0 && check) console.log(`Conforms to ${written}`);
  else if (status === 0) console.log(`Written to ${written}. Look at it, and name it in CHECKOUT_PAGE.`);
  return status === 0 ? 0 : 1;
});
