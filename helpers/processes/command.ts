import { parseArgs, type ParseArgsConfig } from 'node:util';
import { enterTargetFolderOrEnd, helpOf, refuseNoFolder } from '../settings/command-line/target-folder.mjs';

type Parsed<Takes extends ParseArgsConfig> = ReturnType<typeof parseArgs<Takes>>;

/** The values of options, as `command` passes them. */
export type Values<Options extends NonNullable<ParseArgsConfig['options']>> = Parsed<{ options: Options }>['values'];

/** The exit code of a program that failed. Lower codes are results. */
const couldNotRun = 3;

// First of all, because everything a program reads and writes is in the folder of the target.
enterTargetFolderOrEnd(process.argv);

/**
 * Runs a command-line program. `--help` and `-h` print the usage and exit with 0. An error exits with 3 and prints its
 * message only.
 *
 * @param usage what the program does, its arguments and its exit codes
 * @param act does the work; returns the exit code; nothing means 0
 * @param hasTarget whether the program itself interprets a `--target` that names no folder
 */
export const program = async (
  usage: string,
  act: (args: string[]) => number | void | Promise<number | void>,
  hasTarget = false,
): Promise<void> => {
  const args = process.argv.slice(2);
  // The reader of the output may stop early, as `head` does.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => code === 'EPIPE' && process.exit());
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpOf(usage));
    return;
  }
  try {
    if (!hasTarget) refuseNoFolder(args);
    const code = await act(args);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = couldNotRun;
  }
};

/**
 * The same for a program with its own options. An unknown argument exits with 3.
 *
 * @param takes as `parseArgs` of Node takes it
 * @param act receives the values of the options, and the positional arguments
 */
export const command = <const Takes extends ParseArgsConfig>(
  usage: string,
  takes: Takes,
  act: (values: Parsed<Takes>['values'], positionals: string[]) => number | void | Promise<number | void>,
): Promise<void> =>
  program(
    usage,
    (args) => {
      const { values, positionals } = parseArgs<Takes>({ ...takes, args });
      return act(values, positionals as string[]);
    },
    takes.options?.['target'] !== undefined,
  );
