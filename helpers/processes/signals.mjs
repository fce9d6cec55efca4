// JavaScript, because programs that run before any package is installed use it.

export const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Forwards the signals that end this process to a child, which then shuts down gracefully.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [as] the signal to forward; by default the received one. Playwright shuts down gracefully
 *   only for SIGINT, and ignores a second one within a second.
 * @returns {{ stop: () => void, passed: () => boolean }} how to stop forwarding, and whether a signal was forwarded
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
 * Turns the signals that end this process into an abort, so that the program shuts down gracefully.
 *
 * @returns {AbortSignal}
 */
export const abortedBySignals = () => {
  const stopping = new AbortController();
  for (const signal of endingSignals) process.on(signal, () => stopping.abort());
  return stopping.signal;
};
