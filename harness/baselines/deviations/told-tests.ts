import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { JudgedTest } from '../../results/judgement/build-results.ts';
import type { Attempt } from '../../results/judgement/judge-test.ts';
import { reportedKind } from '../../../helpers/errors/failure-kind.ts';
import type { Known } from './deviations.ts';

/** What the other reporters call it; they know neither `known` nor a test that passes and should not. */
const annotationType = 'known deviation';
/** Its label in the results of Allure, with the ticket as its value. */
const knownLabel = 'known';

/**
 * Playwright and its reporters know only passed, failed and skipped. A test that fails as listed is told to them as
 * skipped, with the ticket, which is neither green nor red; one that passes against the list is told as failed.
 */
export class StatusOverride {
  readonly #real = new WeakMap<TestResult, Attempt>();

  /** Labels a test of a covered rule, for Allure, which reads labels when a test begins. */
  announce(test: TestCase, { ticket }: Known): void {
    test.annotations.push({ type: `allure.label.${knownLabel}`, description: ticket });
  }

  /** What a test really did, whatever was told of it. */
  asItWas(result: TestResult): Attempt {
    return this.#real.get(result) ?? result;
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
        // Playwright's JUnit report tells a failure by the words of an assertion.
        const message = `Error: expect(test).toFailAsListed()\n\n${description}`;
        result.errors = [{ message, cause: reportedKind('assertion') }];
        result.error = result.errors[0];
      }
    }
    if (verdict === 'fail' || verdict === 'known') test.annotations.push({ type: annotationType, description });
  }

  #change(result: TestResult, status: TestResult['status']): void {
    if (!this.#real.has(result)) this.#real.set(result, { ...result });
    result.status = status;
  }
}
