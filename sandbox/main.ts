import { parseArgs } from 'node:util';
import { createSandbox } from './create-sandbox.ts';
import { operatorCodes, type Settings } from './settings.ts';

const usage = `Usage: node --import tsx sandbox/main.ts [--port N] [--quiet] [--help]

  --port N   the port on 127.0.0.1 to listen on; 0, the default, takes a free one
  --quiet    print the address only
  --help     print this text`;

/** Exit status when the sandbox cannot start. */
const cannotStart = 3;

const options = readArguments();
if (options.help) {
  console.log(usage);
} else {
  await start(options.port, options.quiet);
}

function readArguments(): { port: number; quiet: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      throw new Error(`--port must be a number from 0 to 65535, not '${values.port}'.`);
    }
    return { port: Number(values.port), quiet: values.quiet, help: values.help };
  } catch (error) {
    return giveUp(error);
  }
}

async function start(port: number, quiet: boolean): Promise<void> {
  const sandbox = createSandbox({ report: (error) => console.error('sandbox: unexpected error:', error) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void sandbox.close().finally(() => process.exit(0)));
  }
  try {
    const address = await sandbox.listen(port);
    // A reader that has the address and goes away must not end the sandbox.
    process.stdout.on('error', () => {});
    // Whoever starts the sandbox reads this line to learn the address, so it comes first and keeps its form.
    console.log(`sandbox listening on ${address}`);
    if (!quiet) console.log(facts(sandbox.settings));
  } catch (error) {
    giveUp(error);
  }
}

function facts(settings: Settings): string {
  return [
    `  secret key       ${settings.secretKey}`,
    `  publishable key  ${settings.publishableKey}`,
    `  operator codes   ${operatorCodes(settings.operators).join(' ')}`,
    `  currency         ${settings.currency}`,
    `  create callback  POST ${settings.callbackCreationPath}`,
  ].join('\n');
}

function giveUp(error: unknown): never {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  console.error(`sandbox: ${reason}`);
  process.exit(cannotStart);
}
