import { fileURLToPath } from 'node:url';

/** Playwright's command line, as a program for Node. Its path is known before any package is installed. */
export const playwrightCli = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url));
