/**
 * The global teardown for the sandbox: checks that tests left no callbacks behind.
 *
 * @throws when some are left, because then the clean-up of the suite is broken
 */
export default async function noCallbackLeft(): Promise<void> {
  const address = process.env.SANDBOX_URL;
  if (!address) return;
  const answer = await fetch(`${address}/sandbox/callbacks`);
  const { callbacks } = (await answer.json()) as { callbacks: unknown[] };
  if (callbacks.length > 0) throw new Error(`Callbacks left on the sandbox after the run: ${callbacks.length}`);
}
