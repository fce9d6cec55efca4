// node cli/setup/prepared.mjs PROGRAM ...: installs the packages that are missing, then starts a program of the suite. A
// browser is neither looked for nor installed.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { enterTargetFolderOrEnd } from '../../helpers/settings/command-line/target-folder.mjs';
import { passSignals } from '../../helpers/processes/signals.mjs';
import { setUp } from './setup.mjs';

const program = resolve(process.argv[2] ?? '');
// Here, where relative paths mean what the user meant.
enterTargetFolderOrEnd(process.argv);
const args = process.argv.slice(3);
// The set-up says what it does; another program reads nothing but the findings.
if (args.includes('--json')) console.log = console.error;
setUp({ browser: false });

const options = ['--disable-warning=ExperimentalWarning', '--import', import.meta.resolve('tsx')];
const child = spawn(process.execPath, [...options, program, ...args], { stdio: 'inherit' });
passSignals(child);
child.on('exit', (code) => process.exit(code ?? 3));
