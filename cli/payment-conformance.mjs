#!/usr/bin/env node
// npx payment-conformance [PROGRAM] ...: the programs of npm run, where the suite is installed as a package. Settings,
// lists and reports are those of the current folder, or stand beside the file that ENV_FILE names.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { passSignals } from '../helpers/processes/signals.cjs';

const packaged = join(import.meta.dirname, '..');
const { scripts, version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'));
const given = process.argv.slice(2);
const [name = 'start', ...args] = given[0]?.startsWith('-') === false ? given : ['start', ...given];
const programs = Object.keys(scripts).filter((one) => one !== 'test');

/**
 * Playwright compiles nothing below `node_modules`, so a package runs from a copy beside it, made once for each version.
 */
const suite = () => {
  const at = packaged.lastIndexOf(`${sep}node_modules${sep}`);
  if (at < 0) return packaged;
  const place = join(packaged.slice(0, at), '.payment-conformance');
  const folder = join(place, version);
  if (existsSync(folder)) return folder;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, '.gitignore'), '*\n');
  const copy = join(place, `new-${process.pid}`);
  cpSync(packaged, copy, { recursive: true });
  try {
    renameSync(copy, folder);
  } catch {
    // Another process has made the same copy meanwhile.
    rmSync(copy, { recursive: true, force: true });
  }
  return folder;
};

if (given.includes('--version')) console.log(version);
else if (!programs.includes(name)) {
  console.error(`${name}: is no program; these are: ${programs.join(', ')}`);
  process.exitCode = 3;
} else {
  const root = suite();
  const parts = /** @type {string[]} */ (scripts[name].split(' ').slice(1));
  const path = parts.map((part) => (/^(cli|proof|sandbox)\//.test(part) ? join(root, part) : part));
  const tsx = pathToFileURL(join(root, '../../node_modules/tsx/dist/loader.mjs')).href;
  const resolved = path.map((part) => (part === 'tsx' && root !== packaged ? tsx : part));
  const child = spawn(process.execPath, [...resolved, ...args], { stdio: 'inherit' });
  passSignals(child);
  child.on('exit', (code) => process.exit(code ?? 3));
}
