import type { Contradiction } from '../../harness/html/ledger/reconcile.ts';
import { buildResults, type JudgedTest } from '../../harness/results/judgement/build-results.ts';
import type { RunVerdict, Verdict } from '../../harness/results/judgement/verdict.ts';
import { plain, type Service } from './plan.ts';

/** The judgement of one service, with the verdict that its own run would have had. */
interface Judged {
  name: string;
  verdict: RunVerdict;
  /** Number of tests that ran against it. */
  tests: number;
  /** Tests that failed or could not judge the service. */
  objections: { rule: string; test: string; verdict: Verdict; error: string | null }[];
  /** The contradictions in its ledger. */
  contradictions: string[];
  /** The observations as in results.json, by observe rule. */
  observed: Record<string, readonly string[]>;
}

/** The results of all readings: the content of reports/readings.json. */
interface Report {
  version: 1;
  /** The seed that reproduces the combinations. */
  seed: number;
  readings: (Omit<Judged, 'observed'> & {
    subject: string;
    what: string;
    answers: { rule: string; plain: readonly string[]; here: readonly string[]; changed: boolean }[];
  })[];
  combinations: (Omit<Judged, 'observed'> & { readings: string[] })[];
}

/** The data about a service after a run. */
interface Encountered {
  tests: readonly JudgedTest[];
  contradictions: readonly Contradiction[];
}

/** Judges a service by the tests that ran against it, like a separate run. */
const judgeService = (name: string, { tests, contradictions }: Encountered): Judged => {
  const { run, rules } = buildResults(runOf(name), tests);
  return {
    name,
    verdict: run.verdict,
    tests: tests.length,
    objections: tests.filter(objects).map(({ rule, title, verdict, error }) => ({ rule, test: title, verdict, error })),
    contradictions: contradictions.map(({ what, said }) => `${what}: ${said}`),
    observed: Object.fromEntries(
      rules.filter(({ level }) => level === 'observe').map((rule) => [rule.id, rule.observed]),
    ),
  };
};

/** The whole report, from the tests that ran against each service. */
export const reportOf = (
  seed: number,
  singles: readonly Service[],
  combined: readonly Service[],
  encounteredBy: (name: string) => Encountered,
): Report => {
  const reference = judgeService(plain.name, encounteredBy(plain.name)).observed;
  return {
    version: 1,
    seed,
    readings: singles.flatMap(({ name, readings }) =>
      readings.map(({ subject, what, answers }) => {
        const { observed, ...judged } = judgeService(name, encounteredBy(name));
        const compared = answers.map((rule) => {
          const [before, here] = [reference[rule] ?? [], observed[rule] ?? []];
          return { rule, plain: before, here, changed: here.length > 0 && here.join('\n') !== before.join('\n') };
        });
        return { ...judged, subject, what, answers: compared };
      }),
    ),
    combinations: combined.map(({ name, readings }) => {
      const { observed: _, ...judged } = judgeService(name, encounteredBy(name));
      return { ...judged, readings: readings.map((reading) => reading.name) };
    }),
  };
};

/** Whether every reading is judged conforming, and changes the observations of every rule it answers. */
export const isGreen = ({ readings, combinations }: Report): boolean =>
  [...readings, ...combinations].every(({ verdict, contradictions }) => isConforming(verdict, contradictions)) &&
  readings.every(({ answers }) => answers.every(({ changed }) => changed));

/** The report as text: the problems, then the counts. */
export const printed = (report: Report): string => {
  const wrong = [...report.readings, ...report.combinations].filter(
    ({ verdict, contradictions }) => !isConforming(verdict, contradictions),
  );
  const unseen = report.readings.flatMap(({ name, answers }) =>
    answers.filter(({ changed }) => !changed).map((answer) => ({ name, ...answer })),
  );
  return [
    ...wrong.flatMap(({ name, verdict, tests, objections, contradictions }) => [
      `${name}: ${verdict} (${tests} tests)`,
      ...objections.slice(0, 8).map((one) => `    ${one.verdict}  ${one.rule}: ${one.test}\n${indented(one.error)}`),
      ...(objections.length > 8 ? [`    and ${objections.length - 8} more`] : []),
      ...contradictions.slice(0, 8).map((one) => `    ledger  ${one}`),
    ]),
    ...unseen.map(
      ({ name, rule, plain: before, here }) =>
        `${name}: not observed in ${rule}\n    plain: ${before.join(' | ') || 'nothing'}\n    here:  ${here.join(' | ') || 'nothing'}`,
    ),
    ...(wrong.length + unseen.length > 0 ? [''] : []),
    `${report.readings.length} readings alone, ${report.combinations.length} combinations (seed ${report.seed}): ` +
      `${wrong.length} not conforming, ${unseen.length} not observed`,
  ].join('\n');
};

/** Whether a service is judged conforming, and its channels agree on every payment. */
const isConforming = (verdict: RunVerdict, contradictions: readonly string[]): boolean =>
  verdict === 'conforming' && contradictions.length === 0;

const indented = (error: string | null): string =>
  (error ?? '')
    .split('\n')
    .slice(0, 6)
    .map((line) => `        ${line}`)
    .join('\n');

const objects = ({ verdict }: JudgedTest): boolean =>
  !['pass', 'observed', 'not-applicable', 'known'].includes(verdict);

const runOf = (host: string) => ({
  target: 'sandbox' as const,
  host,
  startedAt: new Date(0).toISOString(),
  durationMs: 0,
  suiteVersion: '',
  commit: null,
  modified: false,
  partial: true,
  limitedBy: [],
  interrupted: false,
  errors: [],
  notApplicable: [],
});
