#!/usr/bin/env node
// npx payment-conformance [PROGRAM] --target FOLDER: starts the programs of npm run when the suite is installed as a
// package.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { passSignals } from '../../helpers/processes/signals.mjs';
import { unpacked } from './unpacked.mjs';

const overview = `payment-conformance [PROGRAM] [--target FOLDER] ...

  npx payment-conformance init FOLDER        creates the folder of a target: asks for the important settings
  npx payment-conformance --target FOLDER    the conformance run; the default is the current folder
  npx payment-conformance doctor             any other program of npm run, with its arguments

  npx payment-conformance --version          the version of the suite

Each program has its own --help. Programs: `;

try {
  const suite = unpacked();
  /** @type {{ scripts: Record<string, string>, version: string }} */
  const { scripts, version } = JSON.parse(readFileSync(join(suite, 'package.json'), 'utf8'));
  const isThere = (/** @type {string} */ part) =>
    /^(cli|harness|proof|sandbox)\//.test(part) && existsSync(join(suite, part));
  const programs = Object.entries(scripts)
    .map(([name, script]) => ({ name, parts: script.split(' ') }))
    .filter(({ parts }) => parts[0] === 'node' && parts.some(isThere) && !parts.includes('&&'));
  const given = process.argv.slice(2);
  const first = ['init', 'doctor', 'start'];
  const names = [...first, ...programs.map((one) => one.name).filter((one) => !first.includes(one))];
  if (given[0] === '--help' || given[0] === '-h') {
    console.log(overview + names.join(', '));
    process.exit(0);
  }
  if (given[0] === '--version') {
    console.log(version);
    process.exit(0);
  }
  const [name = 'start', ...args] = given[0]?.startsWith('-') === false ? given : ['start', ...given];
  const program = programs.find((one) => one.name === name);
  if (!program) throw new Error(`${name}: is not a program\n\n${overview}${names.join(', ')}`);
  // Absolute paths, because the working directory is that of the user.
  const options = program.parts
    .slice(1)
    .map((part) => (part === 'tsx' ? import.meta.resolve('tsx') : isThere(part) ? join(suite, part) : part));
  const child = spawn(process.execPath, [...options, ...args], {
    stdio: 'inherit',
    env: { ...process.env, TARGET_FOLDER: process.env['TARGET_FOLDER']?.trim() || resolve('.') },
  });
  passSignals(child);
  child.on('exit', (code) => process.exit(code ?? 3));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(3);
}
