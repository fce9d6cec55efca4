import type { Exchange } from '../../../interface/messages/exchange.ts';
import type { Sharing } from '../../shared/register.ts';
import type { ExtendTimeout } from '../../shared/sent.ts';
import { journeyOf, isValidForAll, type Journey, type Walked } from './record.ts';
import type { Plan } from './plan.ts';

/** A completed walk as data, and the reasons that may excuse a failure. */
export interface Walk {
  /** Undefined when the service has refused a refusable plan at the start. */
  walked: Walked | undefined;
  exchanges: readonly Exchange[];
  /** Describes requests of its page that were blocked. */
  stopped: string | undefined;
  /** Describes missing answers of the service. */
  missing: string | undefined;
}

interface KnownWalk {
  walk: Walk;
  /** The title of the test for which it was walked. */
  by: string;
}

/** The walks known to one process. */
export type KnownWalks = Map<string, Promise<KnownWalk>>;

interface Asking {
  known: KnownWalks;
  /** Shares walks with other processes of the run; undefined where processes do not share. */
  sharing: Sharing | undefined;
  /** What else must match to share a walk: the target and the attempt. */
  among: readonly unknown[];
  /** The title of the test. */
  test: string;
  extendTimeout: ExtendTimeout;
  walk: (plan: Plan) => Promise<Walk>;
}

/** The walks that one test judges. A payment takes as long as hundreds of judgements, so equal walks are made once. */
export class Walks {
  /** The walks that were made for another test. */
  readonly reused: KnownWalk[] = [];
  readonly #asking: Asking;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /**
   * One journey per list of plans: that of the first plan that the service does not refuse.
   *
   * @returns `refused` when the service refuses all plans of a list
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
      const isShareable = walk && !walk.missing && (!walk.walked || isValidForAll(walk.walked));
      sharing?.finish(name, isShareable ? { outcome: JSON.stringify(walk), by: test } : undefined);
    }
  }
}
