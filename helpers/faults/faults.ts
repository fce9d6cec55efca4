import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { catalogue } from '../rules/catalogue.ts';
import { startSandbox } from '../setup/start-sandbox.ts';
import { instanceOf, meet, root } from './meet.ts';
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
  npm run faults -- --grep wallets        faults whose name or rule matches
  npm run faults -- --collateral          also runs all other rules against each fault: half a minute for each,
                                          so name some of them with --grep
  npm run faults -- --api                 only what can be seen without a browser
  npm run faults -- --generated           faults of initiation, checkout, wallets and callbacks meet the generated tests
                                          alone, and any of them may kill; goes with --grep
  npm run faults -- --list                the faults, without running anything

The same tests also meet a sandbox without a fault, under the same limits of time: there each of them has to pass.

Writes reports/faults.json. Exit code 0: all killed; 1: survivors, a must rule without a fault, or a test that fails
without one; 3: could not run.`;

const sandbox = ['--import', 'tsx', 'sandbox/main.ts'];
type Fault = Omit<PlantedFault, 'address'> & { browser?: boolean };

/** The faults the sandbox knows, those whose name or rule matches. */
const knownFaults = ({ text = '', api = false }): Fault[] => {
  const listed = execFileSync(process.execPath, [...sandbox, '--faults'], { cwd: root, encoding: 'utf8' });
  return (JSON.parse(listed) as Fault[])
    .filter(({ name, rule }) => [name, rule].some((one) => new RegExp(text).test(one)))
    .filter(({ browser }) => !(api && browser));
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
  if (faults.length === 0) throw new Error(`no fault and no rule of a fault matches "${values.grep}"`);
  if (values.list) {
    for (const { name, rule, what } of faults) console.log(`${name.padEnd(48)} ${rule.padEnd(40)} ${what}`);
    return 0;
  }

  const { child, address } = await startSandbox('--each-fault');
  try {
    const startedAt = Date.now();
    const suite = suiteHash(root);
    const planted = await Promise.all(
      faults.map(async (fault): Promise<PlantedFault> => ({
        ...fault,
        address: await instanceOf(address, fault.name),
      })),
    );
    const rulesThatMeet = ({ rule }: Fault) => (values.generated ? generatedRulesFor(rule) : [rule]);
    const rules = [...new Set(faults.flatMap(rulesThatMeet))];
    const control = controlLane(rules, await instanceOf(address, faultless));
    const plan = values.generated ? lanesOfGenerated : values.collateral ? lanesByFault : lanesByRule;
    const lanes = [control, ...plan(planted)];
    const { encounters } = await meet<{ errors: string[]; encounters: Encounter[] }>(address, {
      about: 'faults',
      lanes,
      options: values.api ? ['--project=api *'] : [],
    });

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
