// node cli/setup/uncached.mjs PROGRAM ...: runs a program of the suite with everything compiled anew. tsx and Playwright
// keep what they have compiled in the temporary folder, where anybody who can write there could change it; what is signed
// rests on the files alone. Plain, because it would come from such a cache itself.
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
// A terminal sends a signal to both; each program ends in order at its own.
passSignals(child);
child.on('exit', (code) => process.exit(code ?? 3));
