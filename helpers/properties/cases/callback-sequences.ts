import * as fc from 'fast-check';
import { afterUpdate, mayHearOfPayments, type KnownCallback } from '../../../interface/model/callback.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { anyUpdate } from './callback-updates.ts';

/** The state of the model: the existing and the deleted callbacks. */
export interface KnownCallbacks {
  readonly existing: { handle: number; known: KnownCallback }[];
  readonly deleted: number[];
  next: number;
  /** Moves the addresses of an update to a host that the target may resolve. */
  readonly place: (change: Body) => Body;
}

/** The callbacks of a target, by handle. Each method judges the answer, and throws if the model does not allow it. */
export interface RealCallbacks {
  create(handle: number): Promise<KnownCallback>;
  update(handle: number, change: Body): Promise<void>;
  /** @returns what is known about the callback afterwards */
  fetch(handle: number, known: KnownCallback): Promise<KnownCallback>;
  delete(handle: number): Promise<void>;
  fetchDeleted(handle: number): Promise<void>;
  updateDeleted(handle: number, change: Body): Promise<void>;
}

/** The operations that a target allows in a sequence. */
interface Supported {
  create: boolean;
  delete: boolean;
}

type Step = fc.AsyncCommand<KnownCallbacks, RealCallbacks>;
const maxCallbacks = 4;

const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length] as T;

const create: Step = {
  check: ({ existing }) => existing.length < maxCallbacks,
  async run(model, real) {
    const handle = model.next++;
    model.existing.push({ handle, known: await real.create(handle) });
  },
  toString: () => 'create',
};

const update = (pick: number, change: Body): Step => ({
  // Payments of other tests change a callback that is notified of them.
  check: ({ existing }) => existing.length > 0 && !mayHearOfPayments(afterUpdate(at(existing, pick).known, change)),
  async run({ existing, place }, real) {
    const callback = at(existing, pick);
    const placed = place(change);
    callback.known = afterUpdate(callback.known, placed);
    await real.update(callback.handle, placed);
  },
  toString: () => `update ${pick} ${JSON.stringify(change)}`,
});

const fetchOne = (pick: number): Step => ({
  check: ({ existing }) => existing.length > 0,
  async run({ existing }, real) {
    const callback = at(existing, pick);
    callback.known = await real.fetch(callback.handle, callback.known);
  },
  toString: () => `fetch ${pick}`,
});

const deleteOne = (pick: number): Step => ({
  check: ({ existing }) => existing.length > 0,
  async run({ existing, deleted }, real) {
    const { handle } = at(existing, pick);
    existing.splice(pick % existing.length, 1);
    deleted.push(handle);
    await real.delete(handle);
  },
  toString: () => `delete ${pick}`,
});

const fetchDeleted = (pick: number): Step => ({
  check: ({ deleted }) => deleted.length > 0,
  run: ({ deleted }, real) => real.fetchDeleted(at(deleted, pick)),
  toString: () => `fetch deleted ${pick}`,
});

const updateDeleted = (pick: number, change: Body): Step => ({
  check: ({ deleted }) => deleted.length > 0,
  run: ({ deleted, place }, real) => real.updateDeleted(at(deleted, pick), place(change)),
  toString: () => `update deleted ${pick} ${JSON.stringify(change)}`,
});

/** Sequences of steps on several callbacks (4.5 to 4.7). */
export const callbackSequences = (supported: Supported, replayPath: string | undefined) => {
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
    pick.map(fetchDeleted),
    fc.tuple(pick, anyUpdate).map((step) => updateDeleted(...step)),
  ];
  return fc.commands(
    [...often, ...(supported.create ? [fc.constant(create)] : []), ...(supported.delete ? deletions : [])],
    { maxCommands: 14, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  );
};

/** Runs a sequence, then checks every callback. Throws the errors of `real`. */
export const runSequence = async (steps: Iterable<Step>, model: KnownCallbacks, real: RealCallbacks): Promise<void> => {
  await fc.asyncModelRun(() => ({ model, real }), steps);
  for (const { handle, known } of model.existing) await real.fetch(handle, known);
  for (const handle of model.deleted) await real.fetchDeleted(handle);
};
