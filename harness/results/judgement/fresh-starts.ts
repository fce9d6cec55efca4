import type { TimelineEntry } from '../../../helpers/evidence/timeline.ts';

/** What a second attempt is called in every report. */
export const secondAttempt = { type: 'second attempt', description: 'after an environment fault' } as const;

/** Second attempts that were in vain, one after the other, before a kind of request is believed to be lost. */
const enough = 2;

/**
 * Which tests may start afresh, with new data: each at most once, and only after an environment fault. Where that is
 * in vain again and again for one kind of request, the service may well have lost it, and no test tries any further.
 */
export class FreshStarts {
  readonly #inVain = new Map<string, number>();
  readonly #never: boolean;

  /** @param never grant none at all */
  constructor(never = false) {
    this.#never = never;
  }

  /**
   * @param attempt which one has just ended, from 1
   * @param inEnvironment whether an environment fault ended it
   * @param timeline what went wrong on the way so far
   */
  grants(attempt: number, inEnvironment: boolean, timeline: readonly TimelineEntry[] = []): boolean {
    if (this.#never) return false;
    const kind = kindOf(timeline.at(-1));
    const inVain = this.#inVain.get(kind) ?? 0;
    if (attempt === 1) return inEnvironment && inVain < enough;
    this.#inVain.set(kind, inEnvironment ? inVain + 1 : 0);
    return false;
  }
}

/** A method and an endpoint, without ids. */
const kindOf = (entry: TimelineEntry | undefined): string => {
  const [method = '', path = ''] = entry?.request.split(' ') ?? [];
  return `${method} ${path.split('/').slice(0, 4).join('/')}`;
};
