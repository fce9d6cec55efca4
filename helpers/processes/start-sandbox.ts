import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { suiteRoot } from '../settings/settings-folder.cjs';

const sandbox = ['--import', 'tsx', 'sandbox/main.ts'];

/** The faults or variants that the sandbox offers. */
export const listedBySandbox = <Entry>(what: 'faults' | 'variants'): Entry[] =>
  JSON.parse(
    execFileSync(process.execPath, [...sandbox, `--${what}`], {
      cwd: suiteRoot,
      encoding: 'utf8',
      maxBuffer: 16 * 2 ** 20,
    }),
  ) as Entry[];

/**
 * Starts a sandbox in a separate process that ends with this one, since a leftover process would keep the output open.
 *
 * @param options of `npm run sandbox`
 * @returns the process, which the caller has to end, and its address once it listens
 * @throws when it ends before it listens; its error output is on the console
 */
export const startSandbox = async (...options: string[]): Promise<{ child: ChildProcess; address: string }> => {
  const child = spawn(process.execPath, [...sandbox, '--while', String(process.pid), ...options], {
    cwd: suiteRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (address) return { child, address };
  }
  throw new Error('the sandbox ended before it listened; see its error above');
};
