import { parseArgs, type ParseArgsConfig } from 'node:util';
import { enterTargetFolderOrEnd, helpOf, refuseNoFolder } from '../settings/command-line/target-folder.mjs';

type Parsed<Takes extends ParseArgsConfig> = ReturnType<typeof parseArgs<Takes>>;

/** The values of options, as `command` hands them over. */
export type Values<Options extends NonNullable<ParseArgsConfig['options']>> = Parsed<{ options: Options }>['values'];

/** The exit code of a program that could not do its work; those below it say what it has found. */
const couldNotRun = 3;

// Before a program looks at anything: what it reads and writes lies in the folder of the target.
enterTargetFolderOrEnd(process.argv);

/**
 * Runs a program of the command line. `--help` and `-h` print what it can do and end with 0; an error ends it with 3 and
 * its message alone.
 *
 * @param usage what the program does, its arguments and its exit codes
 * @param act does the work; the number it returns is the exit code, without one it is 0
 * @param hasTarget whether the program has a use of its own for `--target`, where that names no folder
 */
export const program = async (
  usage: string,
  act: (args: string[]) => number | void | Promise<number | void>,
  hasTarget = false,
): Promise<void> => {
  const args = process.argv.slice(2);
  // Whoever reads the output may have seen enough of it, as `head` does.
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
 * The same for a program with options of its own; an argument that it does not take ends it with 3.
 *
 * @param takes as `parseArgs` of Node takes it
 * @param act gets the values of the options, and the arguments that are none
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
