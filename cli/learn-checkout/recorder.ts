import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../helpers/processes/find-browser.mjs';

const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** Why no window can be opened here, or undefined. */
export const withoutDisplay = (
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  if (env.CI && env.CI !== 'false') return 'this is a CI machine (CI is set)';
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return undefined;
  return 'this machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
};

/**
 * Opens an address in a browser window with Playwright's recorder, and waits until the window is closed.
 *
 * @param address stands on the command line, so it must hold no key
 * @param proxy the only way of the browser to the network
 * @returns what the recorder wrote, as a Playwright test
 * @throws Error when no window could be opened
 */
export const record = async (address: string, proxy: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'learn-checkout-'));
  try {
    const output = join(folder, 'recorded.ts');
    const path = findBrowser({ headless: false })?.path;
    const recorder = spawn(
      process.execPath,
      [
        cli,
        'codegen',
        '--target',
        'playwright-test',
        '--output',
        output,
        '--proxy-server',
        proxy,
        '--proxy-bypass',
        '<-loopback>',
        address,
      ],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, ...(path ? { PWTEST_CLI_EXECUTABLE_PATH: path } : {}) },
      },
    );
    const complaints: Buffer[] = [];
    recorder.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    const [code] = (await once(recorder, 'exit')) as [number | null];
    if (existsSync(output)) return readFileSync(output, 'utf8');
    const reason = Buffer.concat(complaints).toString('utf8').trim().slice(0, 600);
    throw new Error(`The recorder could not open a window (it ended with ${code}). ${reason}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The text as this project formats it; as it is when the formatter does not take it. */
export const formatted = (text: string): string => {
  try {
    const oxfmt = join(fileURLToPath(new URL('../../', import.meta.url)), 'node_modules', 'oxfmt', 'bin', 'oxfmt');
    return execFileSync(process.execPath, [oxfmt, '--stdin-filepath=checkout-page.ts'], {
      input: text,
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch {
    return text;
  }
};
