/** How many cases of a test are under way at once: no load worth the name, and a slow target is done in time. */
export const mostAtOnce = 4;

const variable = 'CONFORMANCE_CASES_AT_ONCE';

/** Tells the workers that are started from now on how many cases they may have under way. */
export const tellCasesAtOnce = (count: number): void => {
  process.env[variable] = String(count);
};

/** How many cases of a test are under way at once. */
export const casesAtOnce = (): number => Number(process.env[variable] ?? mostAtOnce);
