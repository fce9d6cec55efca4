import { createControlServer } from './program/control-server.ts';
import { createSandbox } from './create-sandbox.ts';
import { type Fault, faults, findFault } from './faults/catalogue.ts';
import { type Listing, type Options, parseOptions, usage } from './program/options.ts';
import { findReading, type ReadingName, readings } from './readings/catalogue.ts';
import { operatorCodes, type Settings } from './service/settings.ts';

/** Exit status when the sandbox cannot start. */
const cannotStart = 3;

/** The sandboxes of `--each-fault` are used by programs alone, so payments end sooner. */
const brisk = { prompt: 50, hostedPayment: 50 };

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
