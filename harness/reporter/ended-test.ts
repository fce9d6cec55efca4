import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { failureKindOf } from '../../helpers/errors/failure-kind.ts';
import { recordIn, type CheckResult } from '../../helpers/evidence/check-result.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import type { Mask } from '../../helpers/redaction/secrets.ts';
import { rulesOfTags } from '../../interface/rules/covers.ts';
import type { EndedTest } from '../results/build-results.ts';
import { fileOf } from './run-facts.ts';

/** What a reporter knows of its run when a test ends. */
interface Around {
  mask: Mask;
  /** Why no test runs; undefined when the target is ready. */
  notReady: string | undefined;
  /** The run was stopped before the test ended: the sandbox and the browser ended with it. */
  isStopped: boolean;
  /** An earlier repetition of the same test. */
  before: EndedTest | undefined;
}

/** The title of a test with those of its groups. */
export const titleOf = (test: TestCase): string => test.titlePath().slice(3).join(' › ');

/** A test as it ended. A repetition of a test hides nothing: the checks of all of them count. */
export const endedTest = (test: TestCase, result: TestResult, around: Around): EndedTest => {
  const { isStopped, before } = around;
  const whole = recordIn(result.attachments);
  const record = whole && isStopped ? { ...whole, checks: whole.checks.filter(isSound), endedBy: undefined } : whole;
  return {
    title: titleOf(test),
    file: fileOf(test),
    line: test.location.line,
    project: test.parent.project()?.name ?? '',
    rules: rulesOfTags(test.tags),
    durationMs: Math.round(result.duration),
    record:
      record && before?.record
        ? { ...before.record, ...record, checks: [...before.record.checks, ...record.checks] }
        : record,
    ended: endOf(result, around),
  };
};

const isSound = ({ verdict }: CheckResult): boolean => !['fail', 'harness', 'environment'].includes(verdict);

const endOf = (
  { status, errors, annotations }: TestResult,
  { mask, notReady, isStopped }: Around,
): EndedTest['ended'] => {
  const text = (errors.find((error) => failureKindOf(error)) ?? errors[0])?.message ?? `the test ended as ${status}`;
  const message = escapeControlChars(mask(stripVTControlCharacters(text))).slice(0, 4_000);
  if (status === 'interrupted' || (isStopped && status !== 'passed'))
    return { verdict: 'not-tested', message: 'the run was interrupted' };
  if (status === 'skipped') {
    const noted = (wanted: string) => annotations.find(({ type }) => type === wanted)?.description;
    const why = mask(noted('skip') ?? 'the test was skipped or did not run');
    const absent = noted('not-applicable');
    if (absent !== undefined) return { verdict: 'not-applicable', message: why, absent: absent.split(', ') };
    if (notReady !== undefined) return { verdict: 'environment', message: notReady };
    return { verdict: noted('environment') === undefined ? 'not-tested' : 'environment', message: why };
  }
  const kind = errors.map(failureKindOf).find((one) => one !== undefined);
  return { verdict: kind === 'not-tested' || kind === 'environment' ? kind : 'harness', message };
};
