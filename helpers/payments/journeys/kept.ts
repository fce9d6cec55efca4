import { kindOf, ofKind, type FailureKind } from '../../errors/failure-kind.ts';

/** What came of something, as data: its result, or what was thrown. Undefined where it was not tried. */
export type Kept<T> = { result?: T } | { thrown: Thrown } | undefined;

interface Thrown {
  name: string;
  message: string;
  stack: string;
  /** None of a fault of the suite. */
  kind?: FailureKind | undefined;
}

/** Does something, and keeps what comes of it. */
export const keep = async <T>(doing: () => Promise<T>): Promise<Kept<T>> => {
  try {
    return { result: await doing() };
  } catch (error) {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { thrown: { name, message, stack, kind: kindOf(error) } };
  }
};

/** What was kept, to be had as often as it is asked for. @throws what was thrown */
export const recall = <T>(kept: Kept<T>): T => {
  if (!kept) throw new Error('the plan of this payment does not ask for that');
  if (!('thrown' in kept)) return kept.result as T;
  const { name, message, stack, kind } = kept.thrown;
  throw Object.assign(new Error(message, kind && ofKind(kind)), { name, stack });
};

/** Whether it says the same to every test: what the way to the service did, or the suite itself, says nothing to others. */
export const holdsForAll = (kept: Kept<unknown>): boolean =>
  !kept || !('thrown' in kept) || !['environment', undefined].includes(kept.thrown.kind);
