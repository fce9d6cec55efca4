/**
 * Runs an action for each case, all at once: the client sends as many of their requests together as the target bears.
 *
 * @returns what the actions returned, in the order of the cases
 * @throws the first error, when every action has ended
 */
export const inParallel = async <T, R>(cases: Iterable<T>, act: (one: T) => Promise<R>): Promise<R[]> => {
  const ended = await Promise.allSettled(Array.from(cases, (one) => act(one)));
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};
