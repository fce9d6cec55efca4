// node cli/setup/prepared.mjs PROGRAM ...: installs missing packages, then starts a program of the suite. It neither
// looks for a browser nor installs one.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { enterTargetFolderOrEnd } from '../../helpers/settings/command-line/target-folder.mjs';
import { passSignals } from '../../helpers/processes/signals.mjs';
import { setUp } from './setup.mjs';

const program = resolve(process.argv[2] ?? '');
// Resolves a relative folder before anything changes the working directory.
enterTargetFolderOrEnd(process.argv);
const args = process.argv.slice(3);
// With --json, stdout is reserved for the findings.
if (args.includes('--json')) console.log = console.error;
setUp({ browser: false });

const options = ['--disable-warning=ExperimentalWarning', '--import', import.meta.resolve('tsx')];
const child = spawn(process.execPath, [...options, program, ...args], { stdio: 'inherit' });
passSignals(child);
child.on('exit', (code) => process.exit(code ?? 3));
