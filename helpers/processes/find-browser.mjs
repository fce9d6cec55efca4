import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, win32 } from 'node:path';
import util from 'node:util';
import { targetFolder } from '../settings/command-line/target-folder.mjs';

/**
 * What the search needs to know about a machine.
 * @typedef {object} Machine
 * @property {string} platform as in process.platform
 * @property {Record<string, string | undefined>} env
 * @property {(path: string) => boolean} exists
 * @property {() => string | undefined} own the path of Playwright's own Chromium
 */

/**
 * A browser to run tests with. Without a path, Playwright chooses its own.
 * @typedef {{ name: string, path: string | undefined }} Browser
 */

/**
 * The browser of this machine: that of BROWSER_PATH, else Playwright's own Chromium, else one of the system.
 *
 * @param {{ headless?: boolean, machine?: Machine }} [options] a headless run may use a headless-only browser
 * @returns {Browser | undefined} undefined when there is none
 * @throws {Error} when BROWSER_PATH names a file that does not exist
 */
export const findBrowser = ({ headless = true, machine = thisMachine() } = {}) => {
  const named = machine.env['BROWSER_PATH'];
  if (named) {
    if (!machine.exists(named))
      throw new Error('BROWSER_PATH: names a file that does not exist; correct it or leave it empty');
    return { name: 'the browser of BROWSER_PATH', path: named };
  }
  return ownBrowser(machine) ?? systemBrowser(headless, machine);
};

/** Whether the run uses a browser on another machine, so that none is needed here. */
export const browserIsElsewhere = () => Boolean(thisMachine().env['BROWSER_ADDRESS']);

/**
 * @param {Machine} machine
 * @returns {Browser | undefined}
 */
const ownBrowser = ({ own, exists }) => {
  const path = own();
  if (!path || !exists(path)) return undefined;
  // Playwright prefers its smaller headless build, and fails if only the full one is installed.
  const headlessBuild = path.replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2');
  return { name: "Playwright's own Chromium", path: exists(headlessBuild) ? undefined : path };
};

/**
 * @param {boolean} headless
 * @param {Machine} machine
 * @returns {Browser | undefined}
 */
const systemBrowser = (headless, { platform, env, exists }) => {
  const path = candidates(platform, env)
    // It starts twice as fast as a full browser, but cannot show windows.
    .filter((one) => headless || !one.includes('headless-shell'))
    .find(exists);
  return path ? { name: path, path } : undefined;
};

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
      'Chromium\\Application\\chrome.exe',
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return programs.flatMap((program) => folders.map((folder) => win32.join(folder, program)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')];
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].flatMap((name) =>
      folders.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    );
  }
  const folders = [
    ...new Set([...(env['PATH'] ?? '').split(':').filter(Boolean), '/usr/bin', '/usr/local/bin', '/snap/bin']),
  ];
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'microsoft-edge-stable',
  ];
  return names.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
};

/** @returns {Machine} */
const thisMachine = () => ({
  platform: process.platform,
  env: { ...fromFile(), ...filled(process.env) },
  exists: existsSync,
  own: () => {
    try {
      return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
    } catch {
      // Not installed, or a system that Playwright does not support.
      return undefined;
    }
  },
});

/** The variables of .env, read without any package, since none may be installed yet. */
const fromFile = () => {
  const path = join(targetFolder(), '.env');
  return existsSync(path) ? filled(util.parseEnv(readFileSync(path, 'utf8'))) : {};
};

/**
 * @param {Record<string, string | undefined>} variables
 * @returns {Record<string, string | undefined>} without the empty ones, which count as unset
 */
const filled = (variables) => Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
