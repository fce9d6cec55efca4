import type { RunInput } from '../build-results.ts';

/** What is known beside its tests of a whole run on a staging in which nothing went wrong. */
export const runInput = (more: Partial<RunInput> = {}): RunInput => ({
  target: 'staging',
  host: 'staging.example.com',
  startedAt: new Date(0).toISOString(),
  durationMs: 1,
  suiteVersion: '1.0.0',
  commit: null,
  modified: false,
  partial: false,
  limitedBy: [],
  interrupted: false,
  errors: [],
  notApplicable: [],
  ...more,
});
