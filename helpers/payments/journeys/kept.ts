import { kindOf, ofKind, type FailureKind } from '../../errors/failure-kind.ts';

/** The outcome of a step as data: its result or its error. Undefined if it was not taken. */
export type Kept<T> = { result?: T } | { thrown: Thrown } | undefined;

interface Thrown {
  name: string;
  message: string;
  stack: string;
  /** Undefined for a fault of the suite. */
  kind?: FailureKind | undefined;
}

/** Runs a step and stores its outcome. */
export const keep = async <T>(doing: () => Promise<T>): Promise<Kept<T>> => {
  try {
    return { result: await doing() };
  } catch (error) {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { thrown: { name, message, stack, kind: kindOf(error) } };
  }
};

/** The stored result. @throws the stored error */
export const recall = <T>(kept: Kept<T>): T => {
  if (!kept) throw new Error('the plan of this payment does not include that step');
  if (!('thrown' in kept)) return kept.result as T;
  const { name, message, stack, kind } = kept.thrown;
  throw Object.assign(new Error(message, kind && ofKind(kind)), { name, stack });
};

/** Whether an outcome is valid for every test; environment faults and faults of the suite are not. */
export const holdsForAll = (kept: Kept<unknown>): boolean =>
  !kept || !('thrown' in kept) || !['environment', undefined].includes(kept.thrown.kind);
