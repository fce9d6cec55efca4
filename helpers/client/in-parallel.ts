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

/** Runs an action for each element with limited concurrency. After an error, no further element is begun. */
export const eachConcurrently = async <T>(
  all: readonly T[],
  inFlight: number,
  act: (one: T, index: number) => Promise<void>,
): Promise<void> => {
  const waiting = all.entries();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const [index, one] of waiting) {
      if (errors.length > 0) return;
      await act(one, index).catch((error: unknown) => void errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  if (errors.length > 0) throw errors[0];
};
