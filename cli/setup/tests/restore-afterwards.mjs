import { after, before, mock } from 'node:test';

/** Restores the state of the process after the surrounding suite. */
export default function restoreAfterwards() {
  /** @type {NodeJS.ProcessEnv} */
  let variables;
  /** @type {Pick<NodeJS.Process, 'argv' | 'exitCode'>} */
  let others;
  before(() => {
    variables = { ...process.env };
    others = { argv: process.argv, exitCode: process.exitCode };
  });
  after(() => {
    mock.restoreAll();
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    Object.assign(process, others);
  });
}
