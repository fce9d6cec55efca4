import type { Settings } from '../../../helpers/settings/settings.ts';

/** Enough for a single worker that runs more than a thousand tests of 15 s each. */
const ordinaryMs = 8 * 3_600_000;
/** An upper bound of the requests of a run, without generated cases. */
const requests = 20_000;
const generatedTests = 100;

/**
 * The time limit of a run in milliseconds, after which it ends with the results so far, whatever the target does. A
 * rate limit extends it accordingly.
 */
export const longestRunMs = ({
  maxRequestsPerSecond,
  generatedRuns,
}: Pick<Settings, 'maxRequestsPerSecond' | 'generatedRuns'>): number =>
  ordinaryMs + (maxRequestsPerSecond ? ((requests + generatedTests * generatedRuns) / maxRequestsPerSecond) * 1000 : 0);
