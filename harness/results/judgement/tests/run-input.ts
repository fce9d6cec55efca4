import type { RunInput } from '../build-results.ts';

/** The facts of a complete, successful run on staging. */
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
