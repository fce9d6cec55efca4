/** Whether somebody looks on, and wants to see each request leave when its test sends it. */
export const looksOn = (): boolean =>
  Boolean(process.env.PWDEBUG) ||
  ['--debug', '--ui', '--headed', 'test-server'].some((flag) => process.argv.includes(flag));
