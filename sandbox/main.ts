import { createControlServer } from './control-server.ts';
import { createSandbox } from './create-sandbox.ts';
import { faults } from './faults/fault-catalogue.ts';
import { type Listing, type Options, parseOptions, usage } from './sandbox-options.ts';
import { operatorCodes } from './service/settings.ts';
import { variants } from './variants/variant-catalogue.ts';

/** Exit status when the sandbox cannot start. */
const cannotStart = 3;

const options = readArguments();
const asRows = (rows: readonly object[]): string => JSON.stringify(rows, undefined, 2);
const listings: Record<Listing, () => string> = {
  help: () => usage,
  faults: () => asRows(faults.map((fault) => ({ ...fault, browser: fault.browser || undefined, effects: undefined }))),
  variants: () => asRows(variants.map((variant) => ({ ...variant, effects: undefined }))),
};
if (options.listing) console.log(listings[options.listing]());
else void start(options);

function readArguments(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return exitWithError(error);
  }
}

async function start({ port, latency, quiet, each, fault, owner, page, variants: chosen }: Options): Promise<void> {
  const report = (error: unknown): void => console.error('sandbox: unexpected error:', error);
  const sandbox = createSandbox({ report, variants: chosen, page, timings: { latency }, ...(fault && { fault }) });
  const server = each ? createControlServer({ report, page, timings: { latency } }) : sandbox;
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
    if (quiet) return;
    const { secretKey, publishableKey, operators, currency, callbackCreationPath } = sandbox.settings;
    if (fault) console.log(`  fault     ${fault}`);
    if (chosen.length > 0) console.log(`  variants  ${chosen.join(' ')}`);
    console.log('\nTo check it, write these settings into a file, and name that file in ENV_FILE:\n');
    console.log(`TARGET=staging\nBASE_URL=${address}\nSECRET_KEY=${secretKey}\nPUBLISHABLE_KEY=${publishableKey}`);
    for (const [index, code] of operatorCodes(operators).entries())
      console.log(`OPERATOR_${'ABC'[index]}_CODE=${code}`);
    console.log(
      `CURRENCY=${currency}, USD\nMOBILE_MONEY_NUMBER=0970000001\nCALLBACK_CREATE_PATH=${callbackCreationPath}`,
    );
  } catch (error) {
    exitWithError(error);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function exitWithError(error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  console.error(`sandbox: ${reason}`);
  process.exit(cannotStart);
}
