/** What a single error says of its test. */
type ErrorVerdict = 'fail' | 'not-tested' | 'environment' | 'harness';

import type { Level } from '../../interface/rules/levels.ts';
import { kindOf } from './failure-kind.ts';

/**
 * The verdict of one error of a test, as it was thrown or as Playwright reports it. A test that only observes cannot
 * blame the service: it leaves a payment page that does not work to the rules that judge it, and an assertion that
 * fails in it is the suite's own fault.
 */
export const verdictOfError = (error: unknown, level: Level = 'must'): ErrorVerdict => {
  const kind = kindOf(error);
  if (kind === 'assertion') return level === 'observe' ? 'harness' : 'fail';
  if (kind === 'payment-page') return level === 'observe' ? 'not-tested' : 'fail';
  return kind ?? 'harness';
};
