// Prepares a fresh clone: checks the Node version, installs the locked packages and a browser. It runs before packages
// are installed, so it uses none. It prints one line for each step, and nothing when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { playwrightCli } from '../helpers/processes/installed.cjs';
import { copies, suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { browserIsElsewhere, findBrowser } from '../helpers/processes/find-browser.cjs';

/** A requirement that set-up cannot provide; the message names the command that does. */
class SetupError extends Error {}

/**
 * Installs everything that a run needs, or ends the process with a message and exit code 3.
 *
 * @param {{ headless?: boolean, browser?: boolean }} [needs] what the run needs
 */
export const setUp = ({ headless = true, browser = true } = {}) => {
  try {
    checkNode();
    providePackages();
    if (browser) provideBrowser(headless);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(3);
  }
};

const checkNode = () => {
  const { node } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')).engines;
  const [major = 0, minor = 0] = node.replace(/^\D+/, '').split('.').map(Number);
  const [ourMajor = 0, ourMinor = 0] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  throw new SetupError(
    `Node ${node} is needed, this is ${process.versions.node}. Install it, for example with: nvm install`,
  );
};

const providePackages = () => {
  // npm has installed the dependencies of an installed package.
  if (suiteRoot.includes(`${sep}node_modules${sep}`) || suiteRoot.includes(copies) || packagesAreCurrent()) return;
  console.log('Installing the locked packages (npm ci) ...');
  // npm sets this variable for the programs it starts.
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--loglevel=error'];
  const done = npm ? run(process.execPath, [npm, ...args]) : run('npm', args);
  if (!done.ok)
    throw new SetupError(`${done.output}\nThe packages could not be installed. See above, then run: npm ci`);
};

/**
 * Whether the installed packages are those of the lock file. npm keeps a lock file of what it has installed, which lacks
 * the optional packages of other systems.
 */
const packagesAreCurrent = () => {
  const [installed, locked] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) => {
    const path = join(suiteRoot, file);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
  });
  if (!installed || !locked) return false;
  return Object.entries(locked).every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : path === '' || optional,
  );
};

/** @param {boolean} headless */
const provideBrowser = (headless) => {
  if (browserIsElsewhere() || findBrowser({ headless })) return;
  console.log('Installing Chromium (npx playwright install chromium) ...');
  if (run(process.execPath, [playwrightCli, 'install', 'chromium']).ok && ownBrowserStarts()) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    // The headless shell is about twice as fast.
    const name = headless ? 'chromium-headless-shell' : 'chromium';
    console.log(`Installing a browser of this system (apt-get install ${name}) ...`);
    const installed =
      run('apt-get', ['update']).ok && run('apt-get', ['install', '-y', '--no-install-recommends', name]).ok;
    if (installed && findBrowser({ headless })) return;
  }
  throw new SetupError(
    'No browser was found, and none could be installed. Run: npx playwright install --with-deps chromium\n' +
      'Or install Chromium, Chrome or Edge, or name one in BROWSER_PATH.',
  );
};

/** A minimal system often lacks the libraries that a downloaded browser needs. */
const ownBrowserStarts = () => {
  const script =
    "import('playwright-core').then(({ chromium }) => chromium.launch({ args: ['--no-sandbox'] })).then((browser) => browser.close())";
  return run(process.execPath, ['--input-type=module', '--eval', script]).ok;
};

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {{ ok: boolean, output: string }}
 */
const run = (command, args) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: suiteRoot,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { ok: status === 0, output: error ? String(error) : `${stdout}${stderr}`.trim() };
};
