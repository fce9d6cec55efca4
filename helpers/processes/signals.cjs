// JavaScript without packages, because programs use it before any package is installed.

const endingSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Forwards termination signals to a child, which then shuts down gracefully.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [as] the signal sent to the child; by default the same. Playwright shuts down gracefully only
 *   on SIGINT, and ignores a second one within a second.
 * @returns {{ stop: () => void, passed: () => boolean }} stops forwarding; whether a signal was forwarded
 */
const passSignals = (child, as) => {
  let passed = false;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    passed = true;
    child.kill(as ?? signal);
  };
  for (const signal of endingSignals) process.on(signal, pass);
  const stop = () => endingSignals.forEach((signal) => process.off(signal, pass));
  return { stop, passed: () => passed };
};

module.exports = { endingSignals, passSignals };
