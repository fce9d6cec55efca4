/** Arguments of `playwright test` without a value that do not deselect tests. */
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

/** Arguments with a value that do not deselect tests; the value must not be mistaken for a file name. */
const valued = new Set([
  '-c',
  '-j',
  '--workers',
  '--add-reporter',
  '--config',
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
 * The arguments that limited a run to some of the tests; empty for a complete run. Unknown arguments count as limits,
 * because calling a complete run partial does less harm than the reverse.
 *
 * @param argv the arguments of the runner's process, including the two paths at the start
 */
export const limitsOf = (argv: readonly string[]): string[] => {
  const [command, ...rest] = argv.slice(2);
  // Editor plugins select tests without arguments.
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
