// node cli/setup/uncached.mjs PROGRAM ...: runs a program of the suite without compile caches. tsx and Playwright cache
// compiled code in the temporary folder, where others may be able to change it; a signature must depend on the files
// alone. This file is plain JavaScript, because TypeScript would come from such a cache itself.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passSignals } from '../../helpers/processes/signals.mjs';

const caches = mkdtempSync(join(tmpdir(), 'uncached-'));
process.on('exit', () => rmSync(caches, { recursive: true, force: true }));

const options = ['--disable-warning=ExperimentalWarning', '--import', import.meta.resolve('tsx')];
const child = spawn(process.execPath, [...options, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TSX_DISABLE_CACHE: '1', PWTEST_CACHE_DIR: caches },
});
// On Ctrl-C the terminal signals both processes; the child ends gracefully.
passSignals(child);
child.on('exit', (code) => process.exit(code ?? 3));
