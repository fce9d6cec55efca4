// npm run doctor: the packages that are missing, then the checks. A browser is looked for, and not installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { enterTargetFolder } from '../../helpers/settings/target-folder.mjs';
import { passSignals } from '../../helpers/processes/signals.mjs';
import { root, setUp } from './setup.mjs';

// Here, where relative paths mean what the user meant.
enterTargetFolder(process.argv);
const args = process.argv.slice(2);
// The set-up says what it does; another program reads nothing but the findings.
if (args.includes('--json')) console.log = console.error;
setUp({ browser: false });

const program = join(root, 'cli', 'setup', 'doctor-report.ts');
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', 'tsx', program, ...args], {
  cwd: root,
  stdio: 'inherit',
});
passSignals(child);
child.on('exit', (code) => process.exit(code ?? 3));
