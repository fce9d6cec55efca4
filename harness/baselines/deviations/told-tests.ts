import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { JudgedTest } from '../../results/judgement/build-results.ts';
import type { Attempt } from '../../results/judgement/judge-test.ts';
import { reportedKind } from '../../../helpers/errors/failure-kind.ts';
import type { Known } from './deviations.ts';

/** The annotation for other reporters, which do not know the verdict `known`. */
const annotationType = 'known deviation';
/** The Allure label, with the ticket as its value. */
const knownLabel = 'known';

/**
 * Changes the status of tests for Playwright and its reporters, which know only passed, failed and skipped. A test that
 * fails as listed becomes skipped, with its ticket; a test that passes although it is listed becomes failed.
 */
export class StatusOverride {
  readonly #originals = new WeakMap<TestResult, Attempt>();

  /** Labels a test of a covered rule when it starts, because Allure reads labels then. */
  announce(test: TestCase, { ticket }: Known): void {
    test.annotations.push({ type: `allure.label.${knownLabel}`, description: ticket });
  }

  /** The original result of a test, before any change of its status. */
  original(result: TestResult): Attempt {
    return this.#originals.get(result) ?? result;
  }

  apply(test: TestCase, { verdict, error }: Pick<JudgedTest, 'verdict' | 'error'>, known: Known): void {
    const { ticket, owner, expires, reason } = known;
    const description =
      verdict === 'fail' ? (error?.split('\n')[0] ?? '') : `${ticket}, ${owner}, until ${expires}: ${reason}`;
    for (const result of test.results) {
      if (verdict === 'fail' || verdict === 'known') result.annotations.push({ type: annotationType, description });
      if (verdict === 'known') this.#change(result, 'skipped');
      if (verdict === 'fail' && result.status === 'passed') {
        this.#change(result, 'failed');
        // Playwright's JUnit report recognises a failure by the text of an assertion.
        const message = `Error: expect(test).toFailAsListed()\n\n${description}`;
        result.errors = [{ message, cause: reportedKind('assertion') }];
        result.error = result.errors[0];
      }
    }
    if (verdict === 'fail' || verdict === 'known') test.annotations.push({ type: annotationType, description });
  }

  #change(result: TestResult, status: TestResult['status']): void {
    if (!this.#originals.has(result)) this.#originals.set(result, { ...result });
    result.status = status;
  }
}
