/** Whether the run is interactive, so that each request must be sent when its test sends it. */
export const isInteractive = (): boolean =>
  Boolean(process.env.PWDEBUG) ||
  ['--debug', '--ui', '--headed', 'test-server'].some((flag) => process.argv.includes(flag));
