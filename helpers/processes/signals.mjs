// Plain, because the programs that start before any package is installed use it as well.

export const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Passes the signals that end this process on to a child, which then ends in order.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [as] what the child gets for each; the same signal unless told otherwise. Playwright ends a
 *   run in order for SIGINT alone, and drops a second one within a second.
 * @returns {{ stop: () => void, passed: () => boolean }} stops passing them on; whether one was passed on
 */
export const passSignals = (child, as) => {
  let passed = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    passed = true;
    child.kill(as ?? signal);
  };
  for (const signal of endingSignals) process.on(signal, pass);
  return {
    stop: () => {
      for (const signal of endingSignals) process.off(signal, pass);
    },
    passed: () => passed,
  };
};

/**
 * Turns the signals that end this process into an abort, so that the program ends in order.
 *
 * @returns {AbortSignal}
 */
export const abortedBySignals = () => {
  const stopping = new AbortController();
  for (const signal of endingSignals) process.on(signal, () => stopping.abort());
  return stopping.signal;
};
