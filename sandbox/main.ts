import { createControlServer } from './program/control-server.ts';
import { createSandbox } from './create-sandbox.ts';
import { type Fault, faults, findFault } from './faults/catalogue.ts';
import { type Listing, type Options, parseOptions, usage } from './program/options.ts';
import { findReading, type ReadingName, readings } from './readings/catalogue.ts';
import { operatorCodes, type Settings } from './service/settings.ts';

/** Exit status when the sandbox cannot start. */
const cannotStart = 3;

/** Shorter delays for `--each-fault`, whose sandboxes only programs use. */
const fastTimings = { prompt: 50, hostedPayment: 50 };

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
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return exitWithError(error);
  }
}

async function start({ port, latency, quiet, each, fault, owner, readings: chosen }: Options): Promise<void> {
  const report = (error: unknown): void => console.error('sandbox: unexpected error:', error);
  const sandbox = createSandbox({ report, readings: chosen, timings: { latency }, ...(fault && { fault }) });
  const server: Server = each ? createControlServer({ report, timings: { ...fastTimings, latency } }) : sandbox;
  const stop = (): void => void server.close().finally(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  // A killed process cannot stop its children, so the sandbox checks whether its owner still runs.
  if (owner) setInterval(() => isRunning(owner) || stop(), 500).unref();
  try {
    const address = await server.listen(port);
    // Ignore write errors: a reader may close the pipe once it has the address.
    process.stdout.on('error', () => {});
    // Programs parse this line: print it first, and keep its format.
    console.log(`sandbox listening on ${address}`);
    if (!quiet) console.log(facts(sandbox.settings, fault, chosen));
  } catch (error) {
    exitWithError(error);
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

function exitWithError(error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  console.error(`sandbox: ${reason}`);
  process.exit(cannotStart);
}
