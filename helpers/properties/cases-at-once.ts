/** How many cases of a test run concurrently: little load, but a slow target finishes in time. */
export const mostAtOnce = 4;

const variable = 'CONFORMANCE_CASES_AT_ONCE';

/** Sets how many cases run concurrently in workers that start from now on. */
export const tellCasesAtOnce = (count: number): void => {
  process.env[variable] = String(count);
};

/** How many cases of a test run concurrently. */
export const casesAtOnce = (): number => Number(process.env[variable] ?? mostAtOnce);
