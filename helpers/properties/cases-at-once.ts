/** Concurrent cases of a test: a negligible load, but enough to finish in time on a slow target. */
export const mostAtOnce = 4;

const variable = 'CONFORMANCE_CASES_AT_ONCE';

/** Sets the number of concurrent cases for workers that are started from now on. */
export const tellCasesAtOnce = (count: number): void => {
  process.env[variable] = String(count);
};

/** The number of concurrent cases of a test. */
export const casesAtOnce = (): number => Number(process.env[variable] ?? mostAtOnce);
