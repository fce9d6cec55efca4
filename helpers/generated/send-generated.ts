import * as fc from 'fast-check';
import type { Reply } from '../../interface/messages/exchange.ts';
import { eachConcurrently } from '../client/in-parallel.ts';
import { isLostAnswer } from '../client/transport-failure.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import type { Settings } from '../settings/settings.ts';

/** The first case whose answer was refused, after shrinking, and the value of SEED that sends it again. */
export interface GeneratedFailure<T> {
  case: T;
  /** What the judge said. */
  reason: string;
  seed: string;
}

/** What was sent and how to send it again, for a check of the reason. */
export const howToRepeat = (failure: GeneratedFailure<unknown> | undefined): string | undefined =>
  failure && `after ${JSON.stringify(failure.case)}, sent again by SEED=${failure.seed}`;

/** Why an answer is refused; undefined when it is allowed. */
type Judge = (reply: Reply) => string | undefined;

type RunSettings = Pick<Settings, 'seed' | 'generatedRuns'>;
/** GENERATED_RUNS where it is not set. */
const defaultRuns = 60;
/** Cases at once: the client decides how many requests are in flight, and few cases follow a failed one. */
const mostInFlight = 16;

/**
 * Sends GENERATED_RUNS cases that SEED determines. With a judge, it stops at the first refused answer and searches for
 * a smaller case with the same fault. Where SEED has the path of a failure, only that case is sent.
 *
 * @param options.maxShrinks the number of further cases to shrink a failure
 * @returns the number of cases that were sent, and the failure if there is one
 * @throws what `send` throws, unless an answer was refused before; then shrinking ends
 */
export const sendGenerated = async <T>(
  cases: fc.Arbitrary<T>,
  send: (one: T) => Promise<Reply>,
  { seed: { number: seed, path: given }, generatedRuns: numRuns }: RunSettings,
  { judge, inFlight = mostInFlight, maxShrinks = 100 }: { judge?: Judge; inFlight?: number; maxShrinks?: number } = {},
): Promise<{ sent: number; failure: GeneratedFailure<T> | undefined }> => {
  let sent = 0;
  const failures = new Map<number, GeneratedFailure<T>>();
  const attempt = async (one: T): Promise<GeneratedFailure<T> | undefined> => {
    sent += 1;
    const reply = await send(one).catch((error: unknown) => {
      // The answer got lost, which says nothing about the case.
      if (isLostAnswer(error)) return send(one);
      throw error;
    });
    const reason = judge?.(reply);
    return reason === undefined ? undefined : { case: one, reason, seed: '' };
  };
  // As a property, since single values are generated with another bias than those of the check below.
  const sample = (): [T][] =>
    fc.sample(
      fc.property<[T]>(cases, () => true),
      { seed, numRuns },
    );
  await eachConcurrently(given === undefined ? sample() : [], inFlight, async ([one], index) => {
    const failure = failures.size > 0 ? undefined : await attempt(one);
    if (failure) failures.set(index, failure);
  }).catch((error: unknown) => {
    if (failures.size === 0) throw error;
  });
  if (failures.size === 0 && given === undefined) return { sent, failure: undefined };
  const first = Math.min(...failures.keys());
  const path = given ?? String(first);
  let smallest = failures.get(first);
  let left = maxShrinks;
  const property = fc.asyncProperty(cases, async (one) => {
    if ((left -= 1) < 0) return true;
    const failure = await attempt(one).catch((error: unknown) => {
      if (!smallest || !(error instanceof EnvironmentFault)) throw error;
      left = 0;
    });
    smallest = failure ?? smallest;
    return !failure;
  });
  const run = await fc.check(property, { seed, path, numRuns: 1 });
  if (!smallest && run.failed) throw run.errorInstance;
  return { sent, failure: smallest && { ...smallest, seed: `${seed}/${run.counterexamplePath ?? path}` } };
};

/**
 * Sends the rows of a covering array: all of them by default, a share chosen by SEED for smaller GENERATED_RUNS.
 *
 * @returns the answers
 */
export const sendRows = async <T>(
  rows: readonly T[],
  send: (row: T) => Promise<Reply>,
  { seed, generatedRuns }: RunSettings,
  inFlight = mostInFlight,
): Promise<Reply[]> => {
  const length = Math.min(rows.length, Math.ceil((rows.length * generatedRuns) / defaultRuns));
  const some = fc.shuffledSubarray([...rows], { minLength: length, maxLength: length });
  const [chosen = []] = length === rows.length ? [rows] : fc.sample(some, { seed: seed.number, numRuns: 1 });
  const replies: Reply[] = [];
  await eachConcurrently(chosen, inFlight, async (row, index) => void (replies[index] = await send(row)));
  return replies;
};
