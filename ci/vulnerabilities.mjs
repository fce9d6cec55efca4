// npm run vulnerabilities: fails when a locked package has a known serious vulnerability. It needs no installed
// packages and checks all of them, since all of them serve the tests. An unavailable registry is not a failure.
import { spawnSync } from 'node:child_process';

const serious = ['high', 'critical'];

const npm = process.env['npm_execpath'];
const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=30000'];
const [command, ...before] = npm ? [process.execPath, npm] : ['npm'];
const { stdout, error } = spawnSync(command, [...before, ...args], {
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32' && !npm,
});

const answer = parsed(stdout);
if (error || !answer?.vulnerabilities) {
  console.log(`Packages were not checked for vulnerabilities: ${answer?.message ?? 'the registry did not answer'}.`);
} else {
  const found = Object.values(answer.vulnerabilities).filter(({ severity }) => serious.includes(severity));
  for (const { name, severity, range } of found) console.log(`${severity}  ${name} ${range}`);
  console.log(`${found.length} of the locked packages have a known vulnerability that is ${serious.join(' or ')}.`);
  if (found.length > 0) console.log('Update these packages; npm audit shows details.');
  process.exitCode = found.length > 0 ? 1 : 0;
}

/**
 * @param {string} text
 * @returns {{ message?: string, vulnerabilities?: Record<string, { name: string, severity: string, range: string }> } |
 * undefined}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
