/** Arguments of `playwright test` that leave no test out, and take no value. */
const flags = new Set([
  '-x',
  '--fail-on-flaky-tests',
  '--forbid-only',
  '--fully-parallel',
  '--headed',
  '--no-deps',
  '--pass-with-no-tests',
  '--quiet',
]);

/** Arguments that leave no test out, and whose value must not be taken for the name of a file. */
const valued = new Set([
  '-j',
  '--workers',
  '--add-reporter',
  '--debug',
  '--global-timeout',
  '--max-failures',
  '--output',
  '--repeat-each',
  '--retries',
  '--shuffle',
  '--timeout',
  '--trace',
]);

/**
 * The arguments that limited a run to some of the tests; empty for a full run. Whatever is not known to leave every
 * test in counts as a limit: a full run that is called partial does less harm than the reverse.
 *
 * @param argv the arguments of the runner's process, the two paths in front included
 */
export const limitsOf = (argv: readonly string[]): string[] => {
  const [command, ...rest] = argv.slice(2);
  // The editor's plugin chooses tests in ways that no argument shows.
  if (command !== 'test') return [command ?? 'started without a command'];
  const takesNext = (index: number): boolean =>
    /^-\w$|^--[^=]+$/.test(rest[index] ?? '') && !flags.has(rest[index] ?? '') && /^[^-]/.test(rest[index + 1] ?? '');
  const limits: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const argument = rest[index] ?? '';
    const harmless = flags.has(argument) || valued.has(argument.split('=')[0] ?? '') || /^-j\d+$/.test(argument);
    const value = takesNext(index) ? [rest[(index += 1)]] : [];
    if (!harmless) limits.push([argument, ...value].join(' '));
  }
  return limits;
};
