import type { KeyObject } from 'node:crypto';
import { command, type Values } from '../../helpers/processes/command.ts';
import { config } from 'dotenv';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { listedBySandbox, startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { privateKeyIn } from '../../harness/signoff/keys.ts';
import { packagesHash } from '../../harness/signoff/requirements/packages.ts';
import { contradicts, missedBy } from './contradictions.ts';
import { killersFrom, readKillers, writeKillers, type Killers } from './killers.ts';
import { contradictionsAt, instanceOf, runLanes, root } from './meet.ts';
import { partOf } from '../part-of.ts';
import { controlLane, generatedRulesFor, lanesByFault, lanesByKillers, lanesByRule, lanesOfGenerated } from './plan.ts';
import { faultless, type Lanes, type Mutant } from '../../helpers/client/lanes.ts';
import { packagesRoot } from '../../helpers/settings/command-line/target-folder.mjs';
import { suiteHash } from '../../harness/results/proof/suite-hash.ts';
import { keepProof } from '../../harness/results/proof/proof-seal.ts';
import {
  asOwnRule,
  holds,
  printed,
  proofOf,
  type MutantResult,
  type Proof,
} from '../../harness/results/proof/fault-proof.ts';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const help = `npm run faults: proves that the tests of each rule can fail.

Runs the tests of every rule against sandboxes with one named fault each. A fault is killed when an assertion of a test
of its own rule fails. A fault first meets the tests that proof/faults/killers.json names for it. If none are named, or
it survives them, it meets all tests of its rule.

  npm run faults                          all faults
  npm run faults -- --grep wallets        faults whose name or rule matches
  npm run faults -- --collateral          also runs all other rules against each fault: half a minute for each,
                                          so select some of them with --grep
  npm run faults -- --api                 only faults that can be found without a browser
  npm run faults -- --part 2/7            one of seven parts
  npm run faults -- --generated           runs only the generated tests against faults of initiation, checkout, wallets
                                          and callbacks; any of them may kill; can be combined with --grep
  npm run faults -- --record              also adds to killers.json what it does not name yet
  npm run faults -- --list                the faults, without running anything

For faults that make the channels of a payment contradict each other, the ledger has to show the contradiction.

The same tests also run against a sandbox without a fault, with the same timeouts, where all of them have to pass.

Writes reports/faults.json. If SIGNOFF_PRIVATE_KEY_FILE names a key, a whole proof is signed with it
(reports/faults.sig), and npm run signoff does not need to make its own.

Exit codes
  0  all faults are killed
  1  a fault survived, a must rule has no fault, a test fails without one or, of all faults, kills none, or the ledger
     misses a contradiction
  3  the proof could not be made`;

type Fault = Omit<Mutant, 'address'> & { browser?: boolean };

/** The faults of the sandbox whose name or rule matches. */
const knownFaults = ({ text = '', api = false, part = '1/1' }): Fault[] =>
  partOf(
    listedBySandbox<Fault>('faults')
      .filter(({ name, rule }) => [name, rule].some((one) => new RegExp(text).test(one)))
      .filter(({ browser }) => !(api && browser)),
    part,
  );

const options = {
  grep: { type: 'string' },
  api: { type: 'boolean' },
  part: { type: 'string' },
  collateral: { type: 'boolean' },
  generated: { type: 'boolean' },
  record: { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

const main = async (values: Values<typeof options>): Promise<number> => {
  const known = knownFaults({ text: values.grep, api: values.api, part: values.part });
  const faults = values.generated ? known.filter(({ rule }) => generatedRulesFor(rule).length > 0) : known;
  if (faults.length === 0)
    throw new Error(
      `no fault and no rule of a fault matches "${values.grep}"; a must rule needs a fault, see CONTRIBUTING.md`,
    );
  if (values.list) {
    for (const { name, rule, what } of faults) console.log(`${name.padEnd(48)} ${rule.padEnd(40)} ${what}`);
    return 0;
  }

  config({ quiet: true });
  const keyFile = process.env.SIGNOFF_PRIVATE_KEY_FILE?.trim();
  // Read the key first: an unreadable key must not cost a run of minutes.
  const key = keyFile ? privateKeyIn(keyFile) : undefined;
  const { child, address } = await startSandbox('--each-fault');
  try {
    const startedAt = Date.now();
    const whole = values.grep === undefined && values.part === undefined && !values.generated && !values.api;
    const state = () => ({ suite: suiteHash(root), packages: whole ? packagesHash(packagesRoot) : null });
    const before = state();
    const planted: Mutant[] = [];
    // The sandbox starts one instance at a time; on a busy machine concurrent connections would time out.
    for (const fault of faults) planted.push({ ...fault, address: await instanceOf(address, fault.name) });
    const rulesTestedWith = ({ rule }: Fault) => (values.generated ? generatedRulesFor(rule) : [rule]);
    const rules = [...new Set(faults.flatMap(rulesTestedWith))];
    const control = controlLane(rules, await instanceOf(address, faultless));
    const known = readKillers();
    const byKillers = (mutants: readonly Mutant[]) => lanesByKillers(mutants, known);
    const plan = values.generated ? lanesOfGenerated : values.collateral ? lanesByFault : byKillers;
    const meet = async (lanes: Lanes): Promise<MutantResult[]> => {
      const options = values.api ? ['--project=api *'] : [];
      const run = { about: 'faults', lanes, options } as const;
      return (await runLanes<{ errors: string[]; encounters: MutantResult[] }>(address, run)).encounters;
    };
    const encounters = await meet([control, ...plan(planted)]);
    const missed = missedBy(planted, ({ address }) => contradictionsAt('faults', address));
    const killed = new Set(encounters.flatMap(({ fault, verdict }) => (verdict === 'fail' ? [fault] : [])));
    const hasSurvived = ({ name }: Mutant): boolean => Boolean(known[name]?.length) && !killed.has(name);
    const survivors = plan === byKillers ? planted.filter(hasSurvived) : [];
    if (survivors.length > 0) {
      const names = survivors.map(({ name }) => name).join(', ');
      console.log(`Not killed by the tests that killers.json names, so they meet all tests of their rules: ${names}`);
      encounters.push(...(await meet(lanesByRule(survivors))));
    }

    const must = Object.entries(catalogue).flatMap(([id, { level }]) => (level === 'must' ? [id] : []));
    const results = proofOf(faults, values.generated ? asOwnRule(faults, encounters) : encounters, whole ? must : []);
    const after = state();
    const proof: Proof = {
      ...results,
      // The faults that the other tests kill are in other parts.
      ...(values.part && { testsThatKilledNothing: [] }),
      suite: after.suite === before.suite ? after.suite : null,
      packages: after.packages === before.packages ? after.packages : null,
      provenAt: new Date().toISOString(),
      whole,
    };
    await publish(proof, whole ? key : undefined);
    if (values.record) recordKillers(known, encounters.filter(isOwn(planted)), survivors);
    console.log(printed(proof));
    if (missed.length > 0) console.log(missed.join('\n'));
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s; details in reports/faults.json`);
    return holds(proof) && missed.length === 0 ? 0 : 1;
  } finally {
    child.kill('SIGTERM');
  }
};

/** Whether a test belongs to the rule of its fault. */
const isOwn =
  (faults: readonly Mutant[]) =>
  ({ fault, rule }: MutantResult): boolean =>
    faults.some((one) => one.name === fault && one.rule === rule);

/** Adds the killers of faults that had none, and notes which faults take all tests of their rule. */
const recordKillers = (known: Killers, encounters: readonly MutantResult[], survivors: readonly Mutant[]): void => {
  const added = killersFrom(encounters.filter(({ fault }) => !known[fault]));
  const takesAll = [...survivors.map(({ name }) => name), ...Object.keys(added).filter(contradicts)];
  const all = { ...known, ...added, ...Object.fromEntries(takesAll.map((name) => [name, []])) };
  const names = new Set(listedBySandbox<Fault>('faults').map(({ name }) => name));
  writeKillers(Object.fromEntries(Object.entries(all).filter(([fault]) => names.has(fault))));
};

/** Writes the proof, and sends it to a parent process, which then does not have to rely on the file. */
const publish = async (proof: Proof, key: KeyObject | undefined): Promise<void> => {
  const text = JSON.stringify(proof, undefined, 2);
  keepProof(`${root}reports`, text, key);
  if (process.send) await new Promise((sent) => process.send?.(text, sent));
};

await command(help, { options }, main);
await exitWhenWritten();
