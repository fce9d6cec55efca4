import { parseArgs, type ParseArgsConfig } from 'node:util';
import { textOfError } from '../errors/errors.ts';

type Parsed<Takes extends ParseArgsConfig> = ReturnType<typeof parseArgs<Takes>>;

/** The values of options, as `command` passes them to the program. */
export type Values<Options extends NonNullable<ParseArgsConfig['options']>> = Parsed<{ options: Options }>['values'];

/** The exit code of a program that could not do its work; lower ones report its findings. */
const couldNotRun = 3;

/**
 * Runs a command-line program. `--help` and `-h` print its usage and end with 0; an error prints only its message and
 * ends with 3.
 *
 * @param usage what the program does, its arguments and its exit codes
 * @param act does the work and may return the exit code; the default is 0
 */
export const program = async (
  usage: string,
  act: (args: string[]) => number | void | Promise<number | void>,
): Promise<void> => {
  const args = process.argv.slice(2);
  // The reader of the output may close the pipe early, as `head` does.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => code === 'EPIPE' && process.exit());
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    process.exitCode = (await act(args)) ?? process.exitCode;
  } catch (error) {
    console.error(textOfError(error));
    process.exitCode = couldNotRun;
  }
};

/**
 * The same for a program with options; an unknown argument ends it with 3.
 *
 * @param takes the configuration of Node's `parseArgs`
 * @param act gets the values of the options and the positional arguments
 */
export const command = <const Takes extends ParseArgsConfig>(
  usage: string,
  takes: Takes,
  act: (values: Parsed<Takes>['values'], positionals: string[]) => number | void | Promise<number | void>,
): Promise<void> => {
  return program(usage, (args) => {
    const { values, positionals } = parseArgs<Takes>({ ...takes, args });
    return act(values, positionals as string[]);
  });
};
