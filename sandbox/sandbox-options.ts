import { parseArgs } from 'node:util';
import { effectsOfFaults } from './faults/fault-catalogue.ts';
import { parseVariants } from './variants/variant-catalogue.ts';

export const usage = `Usage: node --import tsx sandbox/main.ts [--port N] [--quiet] [--fault A,B] [--variant A,B] [--each-fault]
                                           [--page FOLDER] [--latency MS] [--while PID] [--faults] [--variants] [--help]

  --port N      port on 127.0.0.1 to listen on; 0, the default, picks a free port
  --latency MS  delay every answer by this many milliseconds, up to 10000
  --quiet       print only the address
  --fault A,B   inject one fault, or several at once
  --faults      print the faults as JSON: name, rule, and browser if it shows only in a browser
  --variant A,B answer open questions in other conforming ways
  --page FOLDER serve the payment page in this folder, index.html, in place of its own
  --variants    print the conforming variants as JSON: name, question, answers, areas, needs
  --each-fault  serve one sandbox for each fault or combination of variants, each at its own address:
                GET /sandbox/instances/NAME returns {"address"}; NAME none has no fault;
                DELETE /sandbox/instances/NAME stops it
  --while PID   stop when the process with this id has ended
  --help        print this text`;

export type Listing = 'help' | 'faults' | 'variants';
export type Options = {
  port: number;
  latency: number;
  quiet: boolean;
  each: boolean;
  listing: Listing | undefined;
  fault: string | undefined;
  variants: readonly string[];
  page: string | undefined;
  owner: number | undefined;
};

/**
 * Parses the command line.
 *
 * @throws Error whose first line names the invalid option
 */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      latency: { type: 'string', default: '0' },
      quiet: { type: 'boolean', default: false },
      fault: { type: 'string' },
      'each-fault': { type: 'boolean', default: false },
      while: { type: 'string' },
      variant: { type: 'string' },
      page: { type: 'string' },
      faults: { type: 'boolean', default: false },
      variants: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not '${values.port}'.`);
  }
  if (!/^\d{1,5}$/.test(values.latency) || Number(values.latency) > 10_000) {
    throw new Error(`--latency must be a number of milliseconds from 0 to 10000, not '${values.latency}'.`);
  }
  if (values.while !== undefined && !/^[1-9]\d{0,9}$/.test(values.while)) {
    throw new Error(`--while must be the id of a process, not '${values.while}'.`);
  }
  const { quiet, fault, variant, page, 'each-fault': each } = values;
  if (each && (fault ?? variant) !== undefined) throw new Error('Use --each-fault without --fault and --variant.');
  if (fault !== undefined) effectsOfFaults(fault);
  return {
    port: Number(values.port),
    latency: Number(values.latency),
    quiet,
    each,
    listing: (['help', 'faults', 'variants'] as const).find((name) => values[name]),
    owner: values.while === undefined ? undefined : Number(values.while),
    fault,
    page,
    variants: variant === undefined ? [] : parseVariants(variant),
  };
}
