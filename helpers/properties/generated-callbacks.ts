import type { Exchange } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { afterUpdate } from '../../interface/model/callback.ts';
import { Callbacks } from '../callbacks/callbacks.ts';
import type { Journal } from '../callbacks/journal/journal.ts';
import { Api } from '../client/api.ts';
import type { Sender } from '../client/http.ts';
import type { Seed } from '../settings/declarations/types.ts';
import type { Settings } from '../settings/settings.ts';
import { Disagreed } from './asked.ts';
import { CallbacksUnderModel } from './callbacks-under-model.ts';
import { casesAtOnce } from './cases-at-once.ts';
import { callbackSequences, type KnownCallbacks, runSequence } from './cases/callback-sequences.ts';
import { turns, updatesFirst, updatesOfKnown } from './cases/callback-updates.ts';
import type { Counterexample, Tried } from './trials.ts';
import { recording, type Trying } from './trying.ts';

const updating = 'PUT /v1/callback/update';

/** Callbacks and addresses that concurrent cases do not share. */
interface Lane {
  callbacks: Callbacks;
  real: CallbacksUnderModel;
  /** The exchanges of the current case. */
  exchanges: Exchange[];
}

/** Tries generated requests on callbacks of the target. */
export class GeneratedCallbacks {
  readonly #http: Sender;
  readonly #settings: Settings;
  readonly #trying: Trying;
  readonly #journal: Journal | undefined;
  /** The number of concurrent cases; one with CALLBACK_ID, since all cases share that callback. */
  readonly #atOnce: number;

  /** @param journal the journal of the run, which records callbacks */
  constructor(http: Sender, settings: Settings, trying: Trying, journal: Journal | undefined) {
    this.#http = http;
    this.#settings = settings;
    this.#trying = trying;
    this.#journal = journal;
    this.#atOnce = settings.callbackCreatePath === undefined ? 1 : casesAtOnce();
  }

  /** Updates, each after one that leaves its callback in a known state and followed by a fetch. */
  updates(): Promise<Tried> {
    return this.#with(this.#atOnce, async (lanes) => {
      const free = await Promise.all(lanes.map(async (lane) => ({ lane, created: await lane.real.create(0) })));
      const attempt = async ({ before, change }: { before: Body; change: Body }) => {
        const one = free.pop();
        if (!one) throw new Error('fault of the suite: there are more concurrent cases than callbacks');
        const { real, callbacks, exchanges } = one.lane;
        exchanges.length = 0;
        const steps = [callbacks.placed(before), callbacks.placed(change)];
        try {
          return await counterexampleOf(async () => {
            for (const step of steps) await real.update(0, step);
            await real.fetch(0, steps.reduce(afterUpdate, one.created));
          });
        } finally {
          free.push(one);
        }
      };
      return this.#trying.falsify(updating, () => updatesOfKnown, attempt, {
        first: updatesFirst(),
        atOnce: this.#atOnce,
      });
    });
  }

  /** Updates that alternate between two values of a field, on one callback per field, followed by two fetches. */
  repeated(): Promise<Tried> {
    return this.#with(this.#atOnce, (lanes) => {
      const rows = Object.entries(turns).map(([field, values], index) => ({ field, values, index }));
      const attempt = ({ field, values, index }: (typeof rows)[number]) => {
        const { real, callbacks } = lanes[index % lanes.length] as Lane;
        const changes = values.map((value) => callbacks.placed({ [field]: value }));
        return counterexampleOf(async () => {
          await real.create(index);
          await real.movesDate(index, changes);
          await real.staysUnchanged(index);
        });
      };
      return this.#trying.each(updating, rows, attempt, this.#atOnce);
    });
  }

  /** Sequences of updates and fetches on several callbacks, with creations and deletions if the target allows them. */
  sequences(): Promise<Tried> {
    const { callbackCreatePath, notApplicable } = this.#settings;
    const supported = {
      create: callbackCreatePath !== undefined,
      delete: callbackCreatePath !== undefined && !notApplicable.has('callback-deletion'),
    };
    const { runs, shrinks } = this.#trying.effort;
    // A callback of the settings is borrowed once and reset for each sequence.
    return this.#with(supported.create ? 0 : 1, ([borrowed]) =>
      this.#trying.falsify(
        'callbacks',
        ({ commands }: Seed) => callbackSequences(supported, commands),
        async (sequence) => {
          const { callbacks, real, exchanges } = borrowed ?? this.#lane();
          exchanges.length = 0;
          const place = (change: Body) => callbacks.placed(change);
          const model: KnownCallbacks = { existing: [], deleted: [], next: 0, place };
          try {
            return await counterexampleOf(
              async () => {
                for (const _ of supported.create ? [0, 1] : [0]) {
                  const handle = model.next++;
                  const known = await (real.has(handle) ? real.reset(handle) : real.create(handle));
                  model.existing.push({ handle, known });
                }
                await runSequence(sequence, model, real);
              },
              () => String(sequence),
            );
          } finally {
            if (!borrowed) await callbacks.cleanUp();
          }
        },
        { runs: Math.ceil(runs / 8), shrinks: Math.ceil(shrinks / 4), atOnce: this.#atOnce },
      ),
    );
  }

  /**
   * Runs trials on callbacks that are cleaned up afterwards. Ends with a counterexample if the model disallows a
   * creation.
   */
  async #with(count: number, trials: (lanes: Lane[]) => Promise<Tried>): Promise<Tried> {
    const lanes = Array.from({ length: count }, () => this.#lane());
    try {
      return await trials(lanes);
    } catch (error) {
      if (!(error instanceof Disagreed)) throw error;
      return this.#trying.ended({ subject: updating, tried: 1, untried: 0, counterexamples: [error.counterexample] });
    } finally {
      for (const { callbacks } of lanes) await callbacks.cleanUp();
    }
  }

  #lane(): Lane {
    const { sender, exchanges } = recording(this.#http);
    const api = new Api(sender, this.#settings);
    const callbacks = new Callbacks(api, this.#settings, this.#journal);
    return { callbacks, real: new CallbacksUnderModel(api, callbacks, this.#settings, exchanges), exchanges };
  }
}

/** The counterexample with which steps end; undefined if they succeed. */
const counterexampleOf = async (
  steps: () => Promise<void>,
  described: () => string | undefined = () => undefined,
): Promise<Counterexample | undefined> => {
  try {
    await steps();
    return undefined;
  } catch (error) {
    if (!(error instanceof Disagreed)) throw error;
    return { ...error.counterexample, tried: described() ?? error.counterexample.tried };
  }
};
