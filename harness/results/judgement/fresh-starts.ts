import type { TimelineEntry } from '../../../helpers/evidence/timeline.ts';

/** The annotation of a second attempt in reports. */
export const secondAttempt = { type: 'second attempt', description: 'after an environment fault' } as const;

/** The number of consecutive failed second attempts after which a kind of request is no longer repeated. */
const maxFailed = 2;

/**
 * Decides which tests are repeated with new data: each at most once, and only after an environment fault. When second
 * attempts repeatedly fail for a kind of request, the service may not support it any more, and no test is repeated for
 * it.
 */
export class FreshStarts {
  readonly #failed = new Map<string, number>();
  readonly #never: boolean;

  /** @param never whether to repeat no test at all */
  constructor(never = false) {
    this.#never = never;
  }

  /**
   * @param attempt the number of the attempt that has just ended, from 1
   * @param inEnvironment whether an environment fault ended it
   * @param timeline the network problems so far
   */
  grants(attempt: number, inEnvironment: boolean, timeline: readonly TimelineEntry[] = []): boolean {
    if (this.#never) return false;
    const kind = kindOf(timeline.at(-1));
    const failed = this.#failed.get(kind) ?? 0;
    if (attempt === 1) return inEnvironment && failed < maxFailed;
    this.#failed.set(kind, inEnvironment ? failed + 1 : 0);
    return false;
  }
}

/** The kind of a request: its method and endpoint, without ids. */
const kindOf = (entry: TimelineEntry | undefined): string => {
  const [method = '', path = ''] = entry?.request.split(' ') ?? [];
  return `${method} ${path.split('/').slice(0, 4).join('/')}`;
};
