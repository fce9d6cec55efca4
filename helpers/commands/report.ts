import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';

// npm run report: builds the Allure report of the last run into one file and prints its address.

const usage = `Usage: npm run report -- [--open]

  --open  shows the report in the browser of this desktop`;

const results = join('reports', 'allure-results');
const report = join('reports', 'allure');
const page = join(report, 'index.html');

const build = async (): Promise<void> => {
  if (!existsSync(results)) throw new Error('There are no results yet. Run: npm start');
  rmSync(report, { recursive: true, force: true });
  const cli = join('node_modules', 'allure', 'cli.js');
  await promisify(execFile)(process.execPath, [cli, 'generate', '--config', 'allurerc.mjs'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  writeFileSync(page, withoutTracking(readFileSync(page, 'utf8')));
};

/** Allure counts its readers with Google. A report about somebody's payments calls nobody. */
const withoutTracking = (html: string): string => {
  const stripped = html.replace(
    /<script async src="https:\/\/www\.googletagmanager\.com[^"]*"><\/script>\s*<script>[\s\S]*?<\/script>/g,
    '',
  );
  if (stripped.includes('googletagmanager.com/gtag'))
    throw new Error('The report would call Google; allure has changed, see withoutTracking');
  return stripped;
};

const open = (address: string): void => {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => console.error('No desktop was found to open it on.'))
    .unref();
};

try {
  const { values } = parseArgs({
    options: { open: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) {
    console.log(usage);
  } else {
    await build();
    const address = pathToFileURL(page).href;
    console.log(`Allure report: ${address}`);
    if (values.open) open(address);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}
