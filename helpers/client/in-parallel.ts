/**
 * Runs an action for each case, all at once: the client sends as many of their requests together as the target bears.
 *
 * @throws the first error, when every action has ended
 */
export const inParallel = async <T>(cases: Iterable<T>, act: (one: T) => Promise<unknown>): Promise<void> => {
  const ended = await Promise.allSettled(Array.from(cases, act));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
};
