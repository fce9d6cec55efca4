const { existsSync, readFileSync } = require('node:fs');
const { posix, win32 } = require('node:path');
const util = require('node:util');
const { envFile } = require('../settings/settings-folder.cjs');

/**
 * What the search needs to know about a machine: `env` and `platform` as in `process`, and the path of Playwright's own
 * Chromium.
 *
 * @typedef {{ platform: string, env: Record<string, string | undefined>, exists: (path: string) => boolean,
 *   own: () => string | undefined }} Machine
 */

/**
 * The browser of this machine: that of BROWSER_PATH, else Playwright's own Chromium, else one of the system.
 *
 * @param {{ headless?: boolean, machine?: Machine }} [options] a headless run may use a headless-only browser
 * @returns {{ name: string, path: string | undefined } | undefined} without a path, Playwright chooses its own;
 *   undefined when there is none
 * @throws {Error} when BROWSER_PATH names a file that does not exist
 */
const findBrowser = ({ headless = true, machine = thisMachine() } = {}) => {
  const { platform, env, exists, own } = machine;
  const named = env['BROWSER_PATH'];
  if (named && !exists(named))
    throw new Error('BROWSER_PATH: names a file that does not exist; correct it or leave it empty');
  if (named) return { name: 'the browser of BROWSER_PATH', path: named };
  const path = own();
  if (path && exists(path)) {
    // Playwright prefers its smaller headless build, and fails if only the full one is installed.
    const headlessBuild = path.replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2');
    return { name: "Playwright's own Chromium", path: exists(headlessBuild) ? undefined : path };
  }
  const found = candidates(platform, env)
    // The headless shell starts twice as fast as a full browser, but cannot show windows.
    .filter((one) => headless || !one.includes('headless-shell'))
    .find(exists);
  return found ? { name: found, path: found } : undefined;
};

/** Whether the run uses a browser on another machine, so that none is needed here. */
const browserIsElsewhere = () => Boolean(thisMachine().env['BROWSER_ADDRESS']);

/**
 * The paths of Chromium, Chrome and Edge on a system, in order of preference.
 *
 * @param {string} platform
 * @param {Record<string, string | undefined>} env
 * @returns {string[]}
 */
const candidates = (platform, env) => {
  if (platform === 'win32') {
    const folders = ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap((name) => env[name] ?? []);
    const programs = [
      'Chromium\\Application\\chrome',
      'Google\\Chrome\\Application\\chrome',
      'Microsoft\\Edge\\Application\\msedge',
    ];
    return programs.flatMap((program) => folders.map((folder) => win32.join(folder, `${program}.exe`)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')];
    const names = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
    return names.flatMap((name) => folders.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`));
  }
  const folders = [...(env['PATH'] ?? '').split(':').filter(Boolean), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const chromiums = ['chromium-headless-shell', 'chromium', 'chromium-browser'];
  const others = ['google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable'];
  return [...chromiums, ...others].flatMap((name) => folders.map((folder) => posix.join(folder, name)));
};

/** @returns {Machine} */
const thisMachine = () => ({
  platform: process.platform,
  env: { ...fromFile(), ...filled(process.env) },
  exists: existsSync,
  own: () => {
    try {
      return require('playwright-core').chromium.executablePath();
    } catch {
      // Not installed, or a system that Playwright does not support.
      return undefined;
    }
  },
});

/** The variables of the settings file, read without any package, since none may be installed yet. */
const fromFile = () => {
  const path = envFile();
  return existsSync(path) ? filled(util.parseEnv(readFileSync(path, 'utf8'))) : {};
};

/**
 * @param {Record<string, string | undefined>} variables
 * @returns {Record<string, string | undefined>} without the empty ones, which count as unset
 */
const filled = (variables) => Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));

module.exports = { browserIsElsewhere, findBrowser };
