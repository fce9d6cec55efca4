import { noteOfService, notesOfService, lastAnswer, waitFor } from '../run/wait-for.ts';

// A service may allow few callbacks at once (8). How many it allows is learned from its refusals: then a creation waits
// until another test of the run has deleted its own.

const inLog = 'callbacks';
/** What is waited for, under which the run notes that it has waited for it in vain. */
const room = ['room for a further callback'];
/** Most tests need no more callbacks than this at once. */
const usualNeed = 2;
/** How long to wait, in milliseconds: with no callback yet, and with some, which another test may be waiting for. */
const [longestMs, longestWithSomeMs] = [600_000, 60_000];

interface Attempt {
  readonly mayBeFull: boolean;
}

/** Notes that a callback of the run was created, or deleted. */
export const noteCallback = (change: 'created' | 'deleted'): void =>
  noteOfService(inLog, { change, most: 0, at: Date.now() });

/** The callbacks of the run, and how many the service was seen to allow. */
const seen = () => {
  const notes = notesOfService<{ change: string; most: number; at: number }>(inLog);
  const deletions = notes.filter(({ change }) => change === 'deleted');
  const created = notes.filter(({ change }) => change === 'created').length;
  const most = Math.min(...notes.flatMap((one) => (one.change === 'refused' ? [one.most] : [])));
  return {
    held: created - deletions.length,
    deleted: deletions.length,
    deletedAt: deletions.at(-1)?.at ?? 0,
    most,
  };
};

/**
 * Creates a callback as soon as the service has room for it; returns the last refusal where it has none.
 *
 * @param attempt creates one, and tells whether the service may have refused because it has too many
 * @param own how many the test has
 * @param readDelayMs how long the service may count one that was deleted
 */
export const createWithRoom = async <T extends Attempt>(
  attempt: () => Promise<T>,
  own: number,
  readDelayMs: number,
  extendTimeout?: (ms: number) => void,
): Promise<T> => {
  let last: T | undefined;
  let deletedBefore = 0;
  const isWorthATry = (): boolean => {
    const { held, deleted, most } = seen();
    if (held <= own) return true;
    // Tests that each wait for what another one has would wait for ever, so one begins only where it can end.
    return last ? deleted > deletedBefore : own > 0 || held + usualNeed <= most;
  };
  const next = async (): Promise<T | undefined> => {
    if (!isWorthATry()) return last;
    const before = seen();
    deletedBefore = before.deleted;
    last = await attempt();
    if (last.mayBeFull && before.held > 0)
      noteOfService(inLog, { change: 'refused', most: before.held, at: Date.now() });
    return last;
  };
  const isOver = (one: T | undefined): boolean => {
    if (one === undefined) return false;
    const { held, deletedAt } = seen();
    return !one.mayBeFull || (held <= own && Date.now() - deletedAt > readDelayMs);
  };
  const timeoutMs = own > 0 ? longestWithSomeMs : longestMs;
  const created = lastAnswer(await waitFor(next, isOver, { timeoutMs, extendTimeout, missing: () => room }));
  return created ?? attempt();
};
