import * as fc from 'fast-check';
import { callbackOf, settableFields, showsCallback } from '../../interface/messages/callback.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { differing } from '../callbacks/restore-callback.ts';
import { lastAnswer, waitFor, type WaitSettings } from '../run/wait-for.ts';
import type { Api } from '../client/api.ts';
import { inParallel } from '../client/in-parallel.ts';
import type { Settings } from '../settings/settings.ts';
import { describedUpdates, undescribedUpdates } from './generated-requests.ts';
import type { GeneratedFailure } from './send-generated.ts';

// Answers are judged by whoever sees the exchanges. What only a sequence of requests shows is judged here: a fetch shows
// what was written to this callback and to no other one (4.6), and no deleted callback (4.7).

/** A callback, and its fields as far as they are certain: an update that is not described may be refused. */
interface Known {
  id: string;
  fields: Body;
  /** The beginning of its addresses, since a service may accept an address only once. */
  origin: string;
}
/** The callbacks that exist, and those that were deleted. */
type Model = Record<'existing' | 'deleted', Known[]>;

/** Why an answer contradicts the earlier steps. */
class Contradiction extends Error {}

const maxCallbacks = 4;

/** The steps on the callbacks of a target; each picks one of the callbacks by a number. */
const stepsOn = (api: Api, callbacks: Callbacks, timeoutMs: number) => {
  const example = 'https://merchant.example';
  let created = 0;
  const step =
    (name: string, list: keyof Model, act: (known: Known, model: Model) => Promise<unknown>, ...details: unknown[]) =>
    (pick: number): fc.AsyncCommand<Model, object> => ({
      check: (model) => model[list].length > 0,
      run: async (model) => void (await act(model[list][pick % model[list].length] as Known, model)),
      toString: () => [name, pick, ...details.map((one) => JSON.stringify(one))].join(' '),
    });
  const newOne = async (): Promise<Known> => {
    const fields = { description: 'new', events: 'payout.created', is_active: false };
    return { id: await callbacks.toUpdate(fields), fields, origin: `${example}/${(created += 1)}` };
  };
  const fetchOne = async ({ id, fields }: Known): Promise<void> => {
    const reply = await callbacks.fetched(id, fields);
    const wrong = differing(callbackOf(reply), fields, settableFields).filter((field) => field in fields);
    if (wrong.length > 0) throw new Contradiction(`callback ${id} does not show the ${wrong.join()} as written`);
  };
  const fetchDeleted = async ({ id }: Known): Promise<void> => {
    const waited = await waitFor(
      () => api.fetchCallback(id),
      (reply) => !showsCallback(reply),
      { timeoutMs },
    );
    const reply = lastAnswer(waited);
    if (showsCallback(reply)) throw new Contradiction(`the deleted callback ${id} is shown`);
  };
  const update =
    (change: Body, isCertain: boolean) =>
    async (known: Known): Promise<void> => {
      const { url } = change;
      const own = typeof url === 'string' ? { ...change, url: url.replace(example, known.origin) } : change;
      const placed = callbacks.placed(own);
      await api.updateCallback(known.id, placed);
      const kept = Object.entries(known.fields).filter(([field]) => !(field in placed));
      known.fields = { ...Object.fromEntries(kept), ...(isCertain ? placed : {}) };
    };
  const deleteOne = async (known: Known, model: Model): Promise<void> => {
    model.existing = model.existing.filter((one) => one !== known);
    model.deleted.push(known);
    await api.deleteCallback(known.id);
  };
  return {
    begin: async (count: number): Promise<Model> => ({
      existing: await inParallel(Array(count).keys(), newOne),
      deleted: [],
    }),
    end: async ({ existing, deleted }: Model): Promise<void> => {
      await inParallel(existing, fetchOne);
      await inParallel(deleted, fetchDeleted);
    },
    create: {
      check: ({ existing }: Model) => existing.length < maxCallbacks,
      run: async ({ existing }: Model) => void existing.push(await newOne()),
      toString: () => 'create',
    },
    fetch: step('fetch', 'existing', fetchOne),
    fetchDeleted: step('fetch deleted', 'deleted', fetchDeleted),
    delete: step('delete', 'existing', deleteOne),
    update: (change: Body, isCertain: boolean) => step('update', 'existing', update(change, isCertain), change),
  };
};

/**
 * Sends a twelfth of GENERATED_RUNS sequences of up to twelve steps, with creations and deletions where the target has
 * them, one after another. Every sequence ends with a fetch of each of its callbacks.
 *
 * @param callbacks of the test, which clean up afterwards
 * @returns the smallest sequence that contradicts itself, with the value of SEED for it; undefined when there is none
 * @throws what the steps throw, for example EnvironmentFault
 */
export const sendCallbackSequences = async (
  api: Api,
  callbacks: Callbacks,
  settings: Settings & WaitSettings,
  maxShrinks = 25,
): Promise<GeneratedFailure<string> | undefined> => {
  const { seed, generatedRuns, notApplicable, readDelayMs } = settings;
  const steps = stepsOn(api, callbacks, readDelayMs);
  const pick = fc.nat({ max: maxCallbacks - 1 });
  const updates = (changes: fc.Arbitrary<Body>, isCertain: boolean) =>
    fc.tuple(pick, changes).map(([index, change]) => steps.update(change, isCertain)(index));
  const canDelete = callbacks.areNew && !notApplicable.has('callback-deletion');
  const sequences = fc.commands(
    [
      ...Array(3).fill(updates(describedUpdates, true)),
      ...Array(2).fill(pick.map(steps.fetch)),
      updates(undescribedUpdates, false),
      ...(callbacks.areNew ? [fc.constant(steps.create)] : []),
      ...(canDelete ? [pick.map(steps.delete), pick.map(steps.fetchDeleted)] : []),
    ],
    { maxCommands: 12, size: 'max', ...(seed.commands !== undefined && { replayPath: seed.commands }) },
  );
  let failure: GeneratedFailure<string> | undefined;
  let other: unknown;
  let left = maxShrinks;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    if (other !== undefined || (failure && (left -= 1) < 0)) return true;
    try {
      const model = await steps.begin(callbacks.areNew ? 2 : 1);
      await fc.asyncModelRun(() => ({ model, real: {} }), sequence);
      await steps.end(model);
      // A service may allow only some callbacks.
      if (callbacks.areNew) await callbacks.cleanUp();
      return true;
    } catch (error) {
      if (error instanceof Contradiction) {
        failure = { case: String(sequence), reason: error.message, seed: '' };
      } else other = error;
      return other !== undefined;
    }
  });
  const path = seed.path === undefined ? {} : { path: seed.path };
  const run = await fc.check(property, { seed: seed.number, numRuns: Math.ceil(generatedRuns / 12), ...path });
  if (!failure && other !== undefined) throw other;
  const replayPath = /replayPath="([^"]+)"/.exec(String(run.counterexample?.[0]))?.[1] ?? '';
  return failure && { ...failure, seed: `${seed.number}/${run.counterexamplePath}/${replayPath}` };
};
