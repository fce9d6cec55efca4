import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import { variantOf } from '../../interface/rules/variant.ts';
import { verdictOfError } from '../../helpers/errors/classify-error.ts';
import { faultOf, type Lanes } from '../../helpers/client/lanes.ts';
import type { MutantResult } from '../../harness/results/proof/fault-proof.ts';

/** Records the outcome of each test with the fault of its lane. `npm run faults` evaluates the records. */
export default class FaultReporter implements Reporter {
  readonly #encounters: MutantResult[] = [];
  readonly #errors: string[] = [];

  /** Excludes the tests that meet no fault in their lane. */
  async preprocess({ suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    for (const test of suite.allTests()) if (!faultOf(laneOf(test), test)) testRun.exclude(test);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const rule = ruleOfTags(test.tags);
    const fault = faultOf(laneOf(test), test);
    // A skipped test did not run with the fault.
    if (!rule || !fault || result.status === 'skipped') return;
    const verdicts = result.errors.map((error) => verdictOfError(error, rule.level));
    this.#encounters.push({
      fault: fault.name,
      rule: rule.id,
      test: `${test.location.file.split('/').at(-1)}:${test.location.line} ${test.title}`,
      variant: variantOf(test.title, rule.sentence),
      verdict: verdicts.includes('fail') ? 'fail' : (verdicts[0] ?? (result.status === 'passed' ? 'pass' : 'harness')),
      error: result.errors[0]?.message?.slice(0, 300),
      durationMs: result.duration,
    });
  }

  onError(error: { message?: string }): void {
    this.#errors.push(error.message ?? 'unknown');
  }

  onEnd(result: FullResult): void {
    const file = new URL('../../reports/faults-encounters.json', import.meta.url);
    writeFileSync(file, JSON.stringify({ status: result.status, errors: this.#errors, encounters: this.#encounters }));
  }

  /** Suppresses Playwright's default output: the program that started the run prints the results. */
  printsToStdio(): boolean {
    return true;
  }
}

const laneOf = (test: TestCase): Lanes[number] => {
  const { lane = {} } = (test.parent.project()?.use ?? {}) as { lane?: Lanes[number] };
  return lane;
};
