import { buildResults, type JudgedTest } from '../../harness/results/judgement/build-results.ts';
import type { RunVerdict, Verdict } from '../../harness/results/judgement/verdict.ts';
import { plain, type Service } from './plan.ts';

/** What became of one service: the same verdict that its own run would have had. */
interface Judged {
  name: string;
  verdict: RunVerdict;
  /** How many tests it met. */
  tests: number;
  /** Tests that say it is no conforming service, or could not judge it. */
  objections: { rule: string; test: string; verdict: Verdict; error: string | null }[];
  /** By observe rule, what is observed of it in results.json. */
  observed: Record<string, readonly string[]>;
}

/** What all readings prove; the content of reports/readings.json. */
interface Report {
  version: 1;
  /** Repeats the combinations. */
  seed: number;
  readings: (Omit<Judged, 'observed'> & {
    subject: string;
    what: string;
    answers: { rule: string; plain: readonly string[]; here: readonly string[]; changed: boolean }[];
  })[];
  combinations: (Omit<Judged, 'observed'> & { readings: string[] })[];
}

/** Judges a service by the tests that met it, as a run of its own would have been. */
const judgeService = (name: string, tests: readonly JudgedTest[]): Judged => {
  const { run, rules } = buildResults(runOf(name), tests);
  return {
    name,
    verdict: run.verdict,
    tests: tests.length,
    objections: tests.filter(objects).map(({ rule, title, verdict, error }) => ({ rule, test: title, verdict, error })),
    observed: Object.fromEntries(
      rules.filter(({ level }) => level === 'observe').map((rule) => [rule.id, rule.observed]),
    ),
  };
};

/** The whole report, from the tests that met each service. */
export const reportOf = (
  seed: number,
  singles: readonly Service[],
  combined: readonly Service[],
  testsOf: (name: string) => readonly JudgedTest[],
): Report => {
  const reference = judgeService(plain.name, testsOf(plain.name)).observed;
  return {
    version: 1,
    seed,
    readings: singles.flatMap(({ name, readings }) =>
      readings.map(({ subject, what, answers }) => {
        const { observed, ...judged } = judgeService(name, testsOf(name));
        const compared = answers.map((rule) => {
          const [before, here] = [reference[rule] ?? [], observed[rule] ?? []];
          return { rule, plain: before, here, changed: here.length > 0 && here.join('\n') !== before.join('\n') };
        });
        return { ...judged, subject, what, answers: compared };
      }),
    ),
    combinations: combined.map(({ name, readings }) => {
      const { observed: _, ...judged } = judgeService(name, testsOf(name));
      return { ...judged, readings: readings.map((reading) => reading.name) };
    }),
  };
};

/** Whether every reading is judged conforming, and is seen wherever it answers a question. */
export const isGreen = ({ readings, combinations }: Report): boolean =>
  [...readings, ...combinations].every(({ verdict }) => verdict === 'conforming') &&
  readings.every(({ answers }) => answers.every(({ changed }) => changed));

/** The report as text: what is wrong, and how many are not. */
export const printed = (report: Report): string => {
  const wrong = [...report.readings, ...report.combinations].filter(({ verdict }) => verdict !== 'conforming');
  const unseen = report.readings.flatMap(({ name, answers }) =>
    answers.filter(({ changed }) => !changed).map((answer) => ({ name, ...answer })),
  );
  return [
    ...wrong.flatMap(({ name, verdict, tests, objections }) => [
      `${name}: ${verdict} (${tests} tests)`,
      ...objections.slice(0, 8).map((one) => `    ${one.verdict}  ${one.rule}: ${one.test}\n${indented(one.error)}`),
      ...(objections.length > 8 ? [`    and ${objections.length - 8} more`] : []),
    ]),
    ...unseen.map(
      ({ name, rule, plain: before, here }) =>
        `${name}: not seen in ${rule}\n    plain: ${before.join(' | ') || 'nothing'}\n    here:  ${here.join(' | ') || 'nothing'}`,
    ),
    ...(wrong.length + unseen.length > 0 ? [''] : []),
    `${report.readings.length} readings alone, ${report.combinations.length} combinations (seed ${report.seed}): ` +
      `${wrong.length} not conforming, ${unseen.length} not seen`,
  ].join('\n');
};

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
