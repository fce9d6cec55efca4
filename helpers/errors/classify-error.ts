/** The verdict that a single error gives its test. */
type ErrorVerdict = 'fail' | 'not-tested' | 'environment' | 'harness';

import type { Level } from '../../interface/rules/levels.ts';
import { kindOf } from './failure-kind.ts';

/**
 * The verdict of one error of a test, as thrown or as reported by Playwright. A test of an observe rule cannot fail the
 * service: a broken payment page is judged by other rules, and a failed assertion is a fault of the suite.
 */
export const verdictOfError = (error: unknown, level: Level = 'must'): ErrorVerdict => {
  const kind = kindOf(error);
  if (kind === 'assertion') return level === 'observe' ? 'harness' : 'fail';
  if (kind === 'payment-page') return level === 'observe' ? 'not-tested' : 'fail';
  return kind ?? 'harness';
};
