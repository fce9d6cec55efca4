/**
 * The end of a run on the sandbox: every callback that a test created is gone.
 *
 * @throws when some are left; the run then proves that our own clean-up is broken, not the target
 */
export default async function noCallbackLeft(): Promise<void> {
  const address = process.env.SANDBOX_URL;
  if (!address) return;
  const answer = await fetch(`${address}/sandbox/callbacks`);
  const { callbacks } = (await answer.json()) as { callbacks: unknown[] };
  if (callbacks.length > 0) throw new Error(`callbacks left on the sandbox after the run: ${callbacks.length}`);
}
