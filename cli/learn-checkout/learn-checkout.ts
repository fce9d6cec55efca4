import { existsSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatted, record, withoutDisplay } from './recorder.ts';
import { stepsOf, type Step } from './recording.ts';
import { openTarget, type LearningTarget } from './target.ts';
import { moduleOf, type Intention } from './write-module.ts';
import { readSettings } from '../../helpers/settings/environment.ts';

const usage = `npm run learn-checkout: records how the target's payment page is used, and writes it down for the suite.

Opens the page four times in a browser window with Playwright's recorder: to pay, to make a payment fail, to cancel and
to set the amount. What was done becomes a first version of the module that CHECKOUT_PAGE names.

  npm run learn-checkout                             writes checkout-page.ts
  npm run learn-checkout -- --output pages/ours.ts   writes it elsewhere
  npm run learn-checkout -- --force                  even over a file that exists

The target is that of the settings (.env). Only test payments are made, as in a run. Exit code 0: the module is written;
3: it is not.`;

const lessons: Record<Intention, { ask: string; ends?: string }> = {
  pay: { ask: 'Pay, so that the payment succeeds, until you are back at the merchant.', ends: 'success' },
  decline: { ask: 'Make the payment fail, until you are back at the merchant.', ends: 'failure' },
  cancel: { ask: 'Cancel the payment. If the page has no way to, do nothing.' },
  amount: { ask: 'Enter an amount, and go on only as far as that takes a step of its own. Do not pay.' },
};

const withDisplay = `Run it on a computer with a desktop and the same .env, then copy the module it writes to here: the
module needs no display. Over SSH, "ssh -X" shows the windows on your own screen. The module can also be written by
hand; see "Teaching the suite another hosted page" in CONTRIBUTING.md.`;

const teach = async (target: LearningTarget, intention: Intention): Promise<Step[]> => {
  const { ask, ends } = lessons[intention];
  const { proxy } = target;
  for (;;) {
    const before = proxy.refused.length;
    const { address, arrivals } = await target.start(intention === 'amount' ? 'open' : 'given');
    console.log(`\n${intention}: ${ask} Then close the window.`);
    const steps = stepsOf(await record(address, proxy.address));
    const stopped = [...new Set(proxy.refused.slice(before))];
    if (stopped.length > 0) {
      console.log(
        `  not reached, since not in STAGING_HOSTS: ${stopped.join(', ')}; add what is part of the test environment`,
      );
    }
    const came = arrivals()[0]?.kind;
    console.log(`  recorded ${steps.length} steps${came ? `, and an arrival at ${came}_url` : ''}`);
    const doubt =
      steps.length === 0 && ends
        ? 'Nothing was recorded.'
        : ends && came && came !== ends
          ? `The payment ended at ${came}_url.`
          : undefined;
    if (!doubt || !(await saysYes(`  ${doubt} Record it again?`))) return steps;
  }
};

/** Nobody can answer where there is no terminal. */
const saysYes = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) {
    console.log(question.replace(/ Record it again\?$/, ''));
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [Y/n] `);
  terminal.close();
  return !/^n/i.test(answer.trim());
};

/** The interface as a module at this place imports it. */
const interfaceFor = (output: string): string => {
  const path = relative(
    dirname(output),
    fileURLToPath(new URL('../../helpers/payments/checkout-page.ts', import.meta.url)),
  );
  const specifier = path.split(sep).join('/');
  return specifier.startsWith('.') ? specifier : `./${specifier}`;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      output: { type: 'string', short: 'o', default: 'checkout-page.ts' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const output = resolve(values.output);
  if (!/\.[cm]?ts$/.test(output)) throw new Error(`--output: write the name of a .ts file, not ${values.output}`);
  if (existsSync(output) && !values.force) {
    throw new Error(`${values.output} exists and is left as it is. Give --force to replace it, or another --output.`);
  }
  if (!existsSync(dirname(output))) throw new Error(`--output: there is no folder ${dirname(values.output)}`);
  readSettings();
  const why = withoutDisplay(process.platform, process.env);
  if (why) throw new Error(`learn-checkout opens a browser window, and ${why}.\n${withDisplay}`);

  const target = await openTarget();
  try {
    const recordings: Partial<Record<Intention, Step[]>> = {};
    for (const intention of Object.keys(lessons) as Intention[]) {
      const isOffered = intention !== 'amount' || !target.settings.notApplicable.has('checkout');
      if (isOffered) recordings[intention] = await teach(target, intention);
    }
    const { mobileMoneyNumber, customerEmail: email } = target.settings;
    const customer = { mobileMoneyNumber, email };
    writeFileSync(output, formatted(moduleOf({ recordings, customer, interfacePath: interfaceFor(output) })));
    console.log(`
${values.output} is written. Read it once, set
  CHECKOUT_PAGE=${values.output}
in .env, and see whether it finds its way:
  npm start -- --grep "@page.opens|@redirect.success-url|@redirect.failure-url|@redirect.cancelled|@form.amount-later"`);
  } finally {
    await target.close();
  }
};

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(3);
  },
);
