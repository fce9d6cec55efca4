import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { catalogue } from '../rules/catalogue.ts';
import { startSandbox } from '../setup/start-sandbox.ts';
import {
  controlLane,
  faultless,
  generatedRulesFor,
  lanesByFault,
  lanesByRule,
  lanesOfGenerated,
  type PlantedFault,
} from './plan.ts';
import { suiteHash } from './suite-hash.ts';
import { asOwnRule, holds, printed, proofOf, type Encounter } from './proof.ts';

const help = `npm run faults: proves that the tests of each rule can fail.

Runs the tests of every rule against sandboxes with one named fault each. A fault is killed when a test of its own rule
fails by assertion.

  npm run faults                          all faults
  npm run faults -- --grep wallets        faults whose name or rule contains the text
  npm run faults -- --collateral          also runs all other rules against each fault; takes several minutes
  npm run faults -- --api                 only what can be seen without a browser
  npm run faults -- --generated           faults of initiation, checkout, wallets and callbacks meet the generated tests
                                          alone, and any of them may kill; goes with --grep
  npm run faults -- --list                the faults, without running anything

The same tests also meet a sandbox without a fault, under the same limits of time: there each of them has to pass.

Writes reports/faults.json. Exit code 0: all killed; 1: survivors, a must rule without a fault, or a test that fails
without one; 3: could not run.`;

const root = fileURLToPath(new URL('../../', import.meta.url));
const sandbox = ['--import', 'tsx', 'sandbox/main.ts'];
type Fault = Omit<PlantedFault, 'address'> & { browser?: boolean };

/** The faults the sandbox knows, those whose name or rule contains a text. */
const knownFaults = ({ text = '', api = false }): Fault[] => {
  const listed = execFileSync(process.execPath, [...sandbox, '--faults'], { cwd: root, encoding: 'utf8' });
  return (JSON.parse(listed) as Fault[])
    .filter(({ name, rule }) => name.includes(text) || rule.includes(text))
    .filter(({ browser }) => !(api && browser));
};

/** The address of the sandbox with a fault. */
const addressOf = async (control: string, name: string): Promise<string> => {
  const response = await fetch(`${control}/sandbox/instances/${encodeURIComponent(name)}`);
  const { address } = (await response.json()) as { address?: string };
  if (!address) throw new Error(`the sandbox could not be started with the fault ${name}`);
  return address;
};

/** Runs the specs over the plan; their verdicts arrive in a file, so what the runner prints is only shown on trouble. */
const meet = async (
  control: string,
  options: readonly string[],
): Promise<{ errors: string[]; encounters: Encounter[] }> => {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const run = spawn(process.execPath, [cli, 'test', '-c', 'playwright.faults.config.ts', ...options], {
    cwd: root,
    env: {
      ...process.env,
      TARGET: 'sandbox',
      BASE_URL: '',
      SECRET_KEY: '',
      PUBLISHABLE_KEY: '',
      SANDBOX_URL: control,
      // Thousands of tests fail as they should; nobody needs a page and a source to each of them.
      PLAYWRIGHT_NO_COPY_PROMPT: '1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(run, 'exit');
  return JSON.parse(readFileSync(`${root}reports/faults-encounters.json`, 'utf8')) as Awaited<ReturnType<typeof meet>>;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      grep: { type: 'string' },
      api: { type: 'boolean' },
      collateral: { type: 'boolean' },
      generated: { type: 'boolean' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const known = knownFaults({ text: values.grep, api: values.api });
  const faults = values.generated ? known.filter(({ rule }) => generatedRulesFor(rule).length > 0) : known;
  if (faults.length === 0) throw new Error(`no fault and no rule of a fault contains "${values.grep}"`);
  if (values.list) {
    for (const { name, rule, what } of faults) console.log(`${name.padEnd(48)} ${rule.padEnd(40)} ${what}`);
    return 0;
  }

  const { child, address } = await startSandbox('--each-fault');
  try {
    const startedAt = Date.now();
    const suite = suiteHash(root);
    const planted = await Promise.all(
      faults.map(async (fault): Promise<PlantedFault> => ({ ...fault, address: await addressOf(address, fault.name) })),
    );
    const rulesThatMeet = ({ rule }: Fault) => (values.generated ? generatedRulesFor(rule) : [rule]);
    const rules = [...new Set(faults.flatMap(rulesThatMeet))];
    const control = controlLane(rules, await addressOf(address, faultless));
    const plan = values.generated ? lanesOfGenerated : values.collateral ? lanesByFault : lanesByRule;
    const lanes = [control, ...plan(planted)];
    mkdirSync(`${root}reports`, { recursive: true });
    rmSync(`${root}reports/faults-encounters.json`, { force: true });
    writeFileSync(`${root}reports/faults-plan.json`, JSON.stringify(lanes));
    const { errors, encounters } = await meet(address, values.api ? ['--project=api *'] : []);
    if (errors.length > 0) throw new Error(`the run against the faults broke off:\n${errors.join('\n')}`);

    const must = Object.entries(catalogue).flatMap(([id, { level }]) => (level === 'must' ? [id] : []));
    const whole = values.grep === undefined && !values.generated && !values.api;
    const proof = proofOf(faults, values.generated ? asOwnRule(faults, encounters) : encounters, whole ? must : []);
    const facts = {
      suite: suiteHash(root) === suite ? suite : null,
      provenAt: new Date().toISOString(),
      whole,
    };
    writeFileSync(`${root}reports/faults.json`, JSON.stringify({ ...proof, ...facts }, undefined, 2));
    console.log(printed(proof));
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s; details in reports/faults.json`);
    return holds(proof) ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(3);
  },
);
