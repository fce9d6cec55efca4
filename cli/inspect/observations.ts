import { command } from '../../helpers/processes/command.ts';
import { accepted, driftOf, type Drift } from '../../harness/baselines/observations/drift.ts';
import { pinFileOf, readPins, writePins } from '../../harness/baselines/observations/pinned.ts';
import { driftInFull } from '../../harness/baselines/observations/words.ts';
import { counted } from '../../harness/results/text.ts';
import { readResults } from '../../harness/results/read-results.ts';
import { targetName } from '../../harness/results/target-name.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';

const usage = `npm run observations: how the observations of the last run differ from those pinned for its target.

  npm run observations -- [--accept [RULE ...]] [--results FILE] [--json]

Each run observes what the interface leaves open. observations/TARGET.json pins the observations and belongs in version
control. This lists how the last run differs from it; a difference never fails a run.

  --accept        pins what the run observed, of the given rules only or of all. What it did not judge stays pinned.
  --results FILE  another results.json than reports/results.json
  --json          the differences for other programs, as in run.observations of results.json

Exit codes
  0  listed or pinned
  3  a file cannot be used, or nothing differs for a given rule`;

const refuseUnknown = (rules: readonly string[], drift: Drift): void => {
  const differing = [...drift.new, ...drift.changed, ...drift.gone].map(({ rule }) => rule);
  for (const rule of rules) {
    if (differing.includes(rule)) continue;
    const why = Object.hasOwn(catalogue, rule)
      ? `nothing that this run observed of ${rule} differs from ${drift.file}`
      : `there is no rule ${rule}`;
    const which = differing.length > 0 ? `These differ: ${differing.join(', ')}.` : 'No rule differs.';
    throw new Error(`Nothing is pinned: ${why}. ${which}`);
  }
};

await command(
  usage,
  {
    allowPositionals: true,
    options: {
      accept: { type: 'boolean', default: false },
      results: { type: 'string', default: 'reports/results.json' },
      json: { type: 'boolean', default: false },
    },
  },
  (values, positionals) => {
    const rules = positionals.map((rule) => rule.replace(/^@/, ''));
    if (rules.length > 0 && !values.accept) throw new Error(`Give rules only together with --accept.\n\n${usage}`);
    const results = readResults(values.results);
    const file = pinFileOf(results.run);
    const pinned = readPins(process.cwd(), file);
    const drift = driftOf(results, pinned);
    if (values.accept) {
      refuseUnknown(rules, drift);
      const only = rules.length > 0 ? rules : undefined;
      const all = accepted(pinned ?? {}, drift, only);
      writePins(process.cwd(), file, targetName(results.run), all);
    }
    if (values.json) console.log(JSON.stringify(drift, null, 2));
    else console.log(driftInFull(drift).join('\n'));
    if (values.accept && !values.json) {
      const count = rules.length || drift.new.length + drift.changed.length + drift.gone.length;
      console.log(`\nPinned in ${file}: ${counted(count, 'rule')}. Review the diff and commit it.`);
    }
  },
);
