import type { Exchange } from '../../../interface/messages/exchange.ts';
import type { Journey } from './journey.ts';
import type { Plan } from './plan.ts';

/** A payment that was walked, and what excuses one that did not go as it should. */
export interface Walk {
  /** Undefined when the service has refused at the start what it may refuse. */
  journey: Journey | undefined;
  exchanges: readonly Exchange[];
  /** What of its page was stopped, in words. */
  stopped: string | undefined;
  /** What was missing on the way to the service, in words. */
  missing: string | undefined;
}

/** The walks of one process, by target and plan. */
export type KnownWalks = Map<string, Promise<Walk>>;

/** The walks that one test judges: a payment takes the time of hundreds of judgements, so equal ones are made once. */
export class Walks {
  /** Those that an earlier test has made. */
  readonly reused: Walk[] = [];
  readonly #known: KnownWalks;
  readonly #target: string;
  readonly #walk: (plan: Plan) => Promise<Walk>;

  constructor(known: KnownWalks, target: string, walk: (plan: Plan) => Promise<Walk>) {
    this.#known = known;
    this.#target = target;
    this.#walk = walk;
  }

  /**
   * One journey for each list of plans: that of the first plan which the service does not refuse.
   *
   * @returns `refused` when it refuses all plans of a list, which leaves nothing to judge
   */
  async of(lists: readonly (readonly Plan[])[]): Promise<Journey[] | 'refused'> {
    const journeys: Journey[] = [];
    for (const plans of lists) {
      const journey = await this.#firstOf(plans);
      if (!journey) return 'refused';
      journeys.push(journey);
    }
    return journeys;
  }

  async #firstOf([plan, ...less]: readonly Plan[]): Promise<Journey | undefined> {
    if (!plan) return undefined;
    const key = JSON.stringify([this.#target, plan]);
    const earlier = this.#known.get(key);
    const walking = earlier ?? this.#walk(plan);
    this.#known.set(key, walking);
    const walk = await walking;
    if (earlier) this.reused.push(walk);
    return walk.journey ?? this.#firstOf(less);
  }
}
