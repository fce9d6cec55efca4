import type { Settings } from '../../../helpers/settings/settings.ts';

/** More than a thousand tests of 15 s each take one worker. */
const ordinaryMs = 8 * 3_600_000;
/** More requests than a run makes, but for those that are generated. */
const requests = 20_000;
const generatedTests = 100;

/**
 * How long a run may take before it is ended with what has been judged so far, in milliseconds: nothing that a target
 * does keeps it from an end. A limit of requests makes it as much longer.
 */
export const longestRunMs = ({
  maxRequestsPerSecond,
  generatedRuns,
}: Pick<Settings, 'maxRequestsPerSecond' | 'generatedRuns'>): number =>
  ordinaryMs + (maxRequestsPerSecond ? ((requests + generatedTests * generatedRuns) / maxRequestsPerSecond) * 1000 : 0);
