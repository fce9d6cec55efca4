/**
 * Ends the process although something keeps it alive, once its output is written: a pipe may take it later.
 *
 * @param {number} [code] by default that of the process so far
 * @returns {Promise<never>}
 */
export const exitWhenWritten = async (code) => {
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done));
  // An argument of undefined would replace the exit code so far.
  process.exit(code ?? process.exitCode);
};
