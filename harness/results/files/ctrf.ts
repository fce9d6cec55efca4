import type { CTRFReport, Test, TestStatus } from 'ctrf';
import type { Verdict } from '../judgement/verdict.ts';
import type { Results, RuleResult, TestResult } from '../results-schema.ts';
import { writeAtomically } from './write-atomically.ts';

/** The name of the file in a folder of reports. */
export const ctrfFile = 'ctrf.json';

/** Tests without judgement are `other`; only known deviations, absent and excluded rules count as skipped. */
const statuses: Readonly<Record<Verdict, TestStatus>> = {
  pass: 'passed',
  observed: 'passed',
  fail: 'failed',
  known: 'skipped',
  'not-applicable': 'skipped',
  excluded: 'skipped',
  'not-tested': 'other',
  environment: 'other',
  harness: 'other',
};

/** The tests of a run in the Common Test Report Format, which test management tools import. */
export const ctrfOf = ({ run, rules }: Results): CTRFReport => {
  const tests = rules.flatMap((rule) => rule.tests.map((test) => testOf(rule, test)));
  const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(run.startedAt);
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(start + run.durationMs).toISOString(),
    generatedBy: 'payment-collection-conformance',
    results: {
      tool: { name: 'payment-collection-conformance', version: run.suiteVersion },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        start,
        stop: start + run.durationMs,
        duration: run.durationMs,
      },
      tests,
      environment: { appName: 'payment collection service', testEnvironment: run.target, extra: { host: run.host } },
      extra: { verdict: run.verdict, partial: run.partial },
    },
  };
};

const testOf = (rule: RuleResult, test: TestResult): Test => {
  const { title, file, line, project, verdict, durationMs, error, attempts = [] } = test;
  const message = error ?? (verdict === 'not-applicable' ? rule.reason : null);
  const earlier = attempts.slice(0, -1);
  return {
    testId: `${project} › ${file} › ${title}`,
    name: title,
    suite: [project, file],
    status: statuses[verdict],
    rawStatus: verdict,
    duration: durationMs,
    filePath: file,
    line,
    tags: [rule.id, rule.level, ...rule.sections.map((one) => `section-${one}`)],
    ...(message && { message }),
    ...(rule.known && { extra: { known: rule.known } }),
    ...(earlier.length > 0 && {
      retries: earlier.length,
      retryAttempts: earlier.map((one, index) => ({
        attempt: index + 1,
        status: statuses[one.verdict],
        duration: one.durationMs,
        ...(one.error && { message: one.error }),
      })),
    }),
  };
};

/**
 * Writes ctrf.json into a folder of reports.
 *
 * @param mask for the whole file
 */
export const writeCtrf = (results: Results, folder: string, mask: (text: string) => string): void =>
  writeAtomically(`${folder}/${ctrfFile}`, mask(`${JSON.stringify(ctrfOf(results), null, 2)}\n`));
