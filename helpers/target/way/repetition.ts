/** In the environment of a run that repeats nothing: what a sign-off rests on was seen at the first attempt. */
export const noRepetition = 'CONFORMANCE_NO_REPETITION';

/** Whether neither a request nor a test is tried a second time in this run. */
export const repeatsNothing = (): boolean => Boolean(process.env[noRepetition]);
