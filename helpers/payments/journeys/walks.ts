import type { Exchange } from '../../../interface/messages/exchange.ts';
import type { Sharing } from '../../shared/register.ts';
import type { ExtendTimeout } from '../../shared/sent.ts';
import { journeyOf, saysTheSameToAll, type Journey, type Walked } from './journey.ts';
import type { Plan } from './plan.ts';

/** A payment that was walked, as data, and what excuses one that did not go as it should. */
export interface Walk {
  /** Undefined when the service has refused at the start what it may refuse. */
  walked: Walked | undefined;
  exchanges: readonly Exchange[];
  /** What of its page was stopped, in words. */
  stopped: string | undefined;
  /** What was missing on the way to the service, in words. */
  missing: string | undefined;
}

interface KnownWalk {
  walk: Walk;
  /** The title of the test that it was walked for. */
  by: string;
}

/** The walks that one process knows. */
export type KnownWalks = Map<string, Promise<KnownWalk>>;

interface Asking {
  known: KnownWalks;
  /** With the other processes of the run; undefined where each walks for itself. */
  sharing: Sharing | undefined;
  /** What has to be the same of a walk beside its plan: the target, and which attempt it is for. */
  among: readonly unknown[];
  /** The title of the test. */
  test: string;
  extendTimeout: ExtendTimeout;
  walk: (plan: Plan) => Promise<Walk>;
}

/** The walks that one test judges: a payment takes the time of hundreds of judgements, so equal ones are made once. */
export class Walks {
  /** Those that were made for another test. */
  readonly reused: KnownWalk[] = [];
  readonly #asking: Asking;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /**
   * One journey for each list of plans: that of the first plan which the service does not refuse.
   *
   * @returns `refused` when it refuses all plans of a list, which leaves nothing to judge
   */
  async of(lists: readonly (readonly Plan[])[]): Promise<Journey[] | 'refused'> {
    const journeys: Journey[] = [];
    for (const plans of lists) {
      const walked = await this.#firstOf(plans);
      if (!walked) return 'refused';
      journeys.push(journeyOf(walked));
    }
    return journeys;
  }

  async #firstOf([plan, ...less]: readonly Plan[]): Promise<Walked | undefined> {
    if (!plan) return undefined;
    const { known, among, test } = this.#asking;
    const name = JSON.stringify([...among, plan]);
    const walking = known.get(name) ?? this.#walk(name, plan);
    known.set(name, walking);
    const one = await walking;
    if (one.by !== test) this.reused.push(one);
    return one.walk.walked ?? this.#firstOf(less);
  }

  async #walk(name: string, plan: Plan): Promise<KnownWalk> {
    const { sharing, test, extendTimeout } = this.#asking;
    const done = await sharing?.take(name, extendTimeout);
    if (done) return { walk: JSON.parse(done.outcome) as Walk, by: done.by };
    let walk: Walk | undefined;
    try {
      walk = await this.#asking.walk(plan);
      return { walk, by: test };
    } finally {
      const isForAll = walk && !walk.missing && (!walk.walked || saysTheSameToAll(walk.walked));
      sharing?.finish(name, isForAll ? { outcome: JSON.stringify(walk), by: test } : undefined);
    }
  }
}
