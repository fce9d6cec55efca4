import * as fc from 'fast-check';
import { afterUpdate, mayHearOfPayments, type KnownCallback } from '../../../interface/model/callback.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { anyUpdate } from './callback-updates.ts';

/** The state of the model: the existing and the deleted callbacks. */
export interface KnownCallbacks {
  readonly there: { handle: number; known: KnownCallback }[];
  readonly gone: number[];
  next: number;
  /** Moves the addresses of an update to a host that the target may resolve. */
  readonly place: (change: Body) => Body;
}

/** The callbacks of a target, by handle. Each method judges the answer and throws when the model does not allow it. */
export interface RealCallbacks {
  create(handle: number): Promise<KnownCallback>;
  update(handle: number, change: Body): Promise<void>;
  /** @returns what is known about the callback afterwards */
  fetch(handle: number, known: KnownCallback): Promise<KnownCallback>;
  delete(handle: number): Promise<void>;
  fetchGone(handle: number): Promise<void>;
  updateGone(handle: number, change: Body): Promise<void>;
}

/** The operations that a target allows in a sequence. */
interface Possible {
  create: boolean;
  delete: boolean;
}

type Step = fc.AsyncCommand<KnownCallbacks, RealCallbacks>;
const maxCallbacks = 4;

const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length] as T;

const create: Step = {
  check: ({ there }) => there.length < maxCallbacks,
  async run(model, real) {
    const handle = model.next++;
    model.there.push({ handle, known: await real.create(handle) });
  },
  toString: () => 'create',
};

const update = (pick: number, change: Body): Step => ({
  // Payments of other tests change a callback that is notified of them.
  check: ({ there }) => there.length > 0 && !mayHearOfPayments(afterUpdate(at(there, pick).known, change)),
  async run({ there, place }, real) {
    const callback = at(there, pick);
    const placed = place(change);
    callback.known = afterUpdate(callback.known, placed);
    await real.update(callback.handle, placed);
  },
  toString: () => `update ${pick} ${JSON.stringify(change)}`,
});

const fetchOne = (pick: number): Step => ({
  check: ({ there }) => there.length > 0,
  async run({ there }, real) {
    const callback = at(there, pick);
    callback.known = await real.fetch(callback.handle, callback.known);
  },
  toString: () => `fetch ${pick}`,
});

const deleteOne = (pick: number): Step => ({
  check: ({ there }) => there.length > 0,
  async run({ there, gone }, real) {
    const { handle } = at(there, pick);
    there.splice(pick % there.length, 1);
    gone.push(handle);
    await real.delete(handle);
  },
  toString: () => `delete ${pick}`,
});

const fetchGone = (pick: number): Step => ({
  check: ({ gone }) => gone.length > 0,
  run: ({ gone }, real) => real.fetchGone(at(gone, pick)),
  toString: () => `fetch deleted ${pick}`,
});

const updateGone = (pick: number, change: Body): Step => ({
  check: ({ gone }) => gone.length > 0,
  run: ({ gone, place }, real) => real.updateGone(at(gone, pick), place(change)),
  toString: () => `update deleted ${pick} ${JSON.stringify(change)}`,
});

/** Sequences of steps on several callbacks (4.5 to 4.7). */
export const callbackSequences = (possible: Possible, replayPath: string | undefined) => {
  const pick = fc.nat({ max: maxCallbacks - 1 });
  const often = [
    fc.tuple(pick, anyUpdate).map((step) => update(...step)),
    fc.tuple(pick, anyUpdate).map((step) => update(...step)),
    fc.tuple(pick, anyUpdate).map((step) => update(...step)),
    pick.map(fetchOne),
    pick.map(fetchOne),
  ];
  const deletions = [
    pick.map(deleteOne),
    pick.map(fetchGone),
    fc.tuple(pick, anyUpdate).map((step) => updateGone(...step)),
  ];
  return fc.commands(
    [...often, ...(possible.create ? [fc.constant(create)] : []), ...(possible.delete ? deletions : [])],
    { maxCommands: 14, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  );
};

/** Runs a sequence, then checks every callback. Throws the errors of `real`. */
export const runSequence = async (steps: Iterable<Step>, model: KnownCallbacks, real: RealCallbacks): Promise<void> => {
  await fc.asyncModelRun(() => ({ model, real }), steps);
  for (const { handle, known } of model.there) await real.fetch(handle, known);
  for (const handle of model.gone) await real.fetchGone(handle);
};
