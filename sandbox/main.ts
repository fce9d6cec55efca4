import { parseArgs } from 'node:util';
import { createControlServer } from './control-server.ts';
import { createSandbox } from './create-sandbox.ts';
import { type Fault, faultNamed, faults, findFault } from './faults/catalogue.ts';
import { findReading, parseReadings, type ReadingName, readings } from './readings/catalogue.ts';
import { operatorCodes, type Settings } from './settings.ts';

const usage = `Usage: node --import tsx sandbox/main.ts [--port N] [--quiet] [--fault NAME] [--reading A,B] [--each-fault]
                                           [--latency MS] [--while PID] [--faults] [--readings] [--help]

  --port N      the port on 127.0.0.1 to listen on; 0, the default, takes a free one
  --latency MS  wait so many milliseconds before each answer, up to 10000
  --quiet       print the address only
  --fault NAME  do one thing wrong
  --faults      print the faults as JSON: name, rule, what, and browser when only a browser sees it
  --reading A,B answer open questions otherwise than usual, still keeping the interface
  --readings    print the readings as JSON: name, subject, what, areas, answers, settings
  --each-fault  hand out a sandbox for each fault or combination of readings, each at an address of its own:
                GET /sandbox/instances/NAME answers {"address"}, and NAME none has no fault;
                DELETE /sandbox/instances/NAME ends it
  --while PID   end when the process with this number has ended, however it did
  --help        print this text`;

/** Exit status when the sandbox cannot start. */
const cannotStart = 3;

/** The sandboxes of `--each-fault` are used by programs alone, so payments end sooner. */
const brisk = { prompt: 50, hostedPayment: 50 };

type Listing = 'help' | 'faults' | 'readings';
type Options = {
  port: number;
  latency: number;
  quiet: boolean;
  each: boolean;
  listing: Listing | undefined;
  fault: string | undefined;
  readings: readonly ReadingName[];
  owner: number | undefined;
};
type Server = { listen(port: number): Promise<string>; close(): Promise<void> };

const options = readArguments();
const listings: Record<Listing, () => string> = {
  help: () => usage,
  faults: () => JSON.stringify(faults.map(asRow), undefined, 2),
  readings: () =>
    JSON.stringify(
      readings.map((reading) => ({ ...reading, effects: undefined })),
      undefined,
      2,
    ),
};
if (options.listing) console.log(listings[options.listing]());
else await start(options);

function readArguments(): Options {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        latency: { type: 'string', default: '0' },
        quiet: { type: 'boolean', default: false },
        fault: { type: 'string' },
        'each-fault': { type: 'boolean', default: false },
        while: { type: 'string' },
        reading: { type: 'string' },
        faults: { type: 'boolean', default: false },
        readings: { type: 'boolean', default: false },
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
      throw new Error(`--while must be the number of a process, not '${values.while}'.`);
    }
    const { quiet, 'each-fault': each } = values;
    if (each && values.fault !== undefined) throw new Error('--fault and --each-fault exclude each other.');
    if (each && values.reading !== undefined) throw new Error('--reading and --each-fault exclude each other.');
    if (values.fault !== undefined) faultNamed(values.fault);
    return {
      port: Number(values.port),
      latency: Number(values.latency),
      quiet,
      each,
      listing: (['help', 'faults', 'readings'] as const).find((name) => values[name]),
      owner: values.while === undefined ? undefined : Number(values.while),
      fault: values.fault,
      readings: values.reading === undefined ? [] : parseReadings(values.reading),
    };
  } catch (error) {
    return giveUp(error);
  }
}

async function start({ port, latency, quiet, each, fault, owner, readings: chosen }: Options): Promise<void> {
  const report = (error: unknown): void => console.error('sandbox: unexpected error:', error);
  const sandbox = createSandbox({ report, readings: chosen, timings: { latency }, ...(fault && { fault }) });
  const server: Server = each ? createControlServer({ report, timings: { ...brisk, latency } }) : sandbox;
  const end = (): void => void server.close().finally(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  // A process that is killed cannot end the ones it started.
  if (owner) setInterval(() => isRunning(owner) || end(), 500).unref();
  try {
    const address = await server.listen(port);
    // A reader that has the address and goes away must not end the sandbox.
    process.stdout.on('error', () => {});
    // Programs read the address from this line, so it comes first and keeps its form.
    console.log(`sandbox listening on ${address}`);
    if (!quiet) console.log(facts(sandbox.settings, fault, chosen));
  } catch (error) {
    giveUp(error);
  }
}

function facts(settings: Settings, fault: string | undefined, chosen: readonly ReadingName[]): string {
  const what = fault && findFault(fault)?.what;
  return [
    `  secret key       ${settings.secretKey}`,
    `  publishable key  ${settings.publishableKey}`,
    `  operator codes   ${operatorCodes(settings.operators).join(' ')}`,
    `  currency         ${settings.currency}`,
    `  create callback  POST ${settings.callbackCreationPath}`,
    ...(what ? [`  fault            ${what}`] : []),
    ...chosen.map((name) => `  reading          ${findReading(name)?.what}`),
  ].join('\n');
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function asRow({ name, rule, what, browser }: Fault): object {
  return { name, rule, what, ...(browser && { browser }) };
}

function giveUp(error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  console.error(`sandbox: ${reason}`);
  process.exit(cannotStart);
}
