import type { Channel } from '../../../interface/rules/channels.ts';
import { appendToRun, readRun } from '../../run/run-log.ts';
import type { List } from './page-lines.ts';

/** Where a line stands in a description. */
export interface Place {
  channel: Channel;
  list: 'begin' | List;
  line: string;
}

interface Entry extends Place, Record<string, unknown> {
  /** The address of the service, since the workers of a proof use many. */
  target: string;
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.target === other.target && one.channel === other.channel && one.list === other.list && one.line === other.line;

/** Further payments are given up once a line was lost this often. */
const enough = 2;

/** What this worker has told the others. */
const told = new Set<string>();

/** What the workers of a run know of the lines of its description: which were followed, and which do not fit the page. */
export class LostLines {
  readonly #target: string;

  constructor(target: string) {
    this.#target = target;
  }

  /** A line was followed: when it is lost later, the page is another one, and the line is right. */
  followed({ channel, list, line }: Place): void {
    const entry: Entry = { target: this.#target, channel, list, line };
    const key = JSON.stringify(entry);
    if (told.has(key)) return;
    told.add(key);
    appendToRun('followed-line', entry);
  }

  /**
   * A line does not fit the page.
   *
   * @returns the message of the first payment that has lost it, so that it is told once
   */
  lost({ channel, list, line }: Place, message: string): string {
    const entry = { target: this.#target, channel, list, line };
    const first = readRun<Entry & { message: string }>('lost-line').find((one) => isSame({ ...one, channel }, entry));
    const once = first?.message ?? message;
    appendToRun('lost-line', { ...entry, message: once });
    return once;
  }

  /** Whether a line was lost before, in whatever channel, so that it need not be waited for long. */
  isKnown({ channel, list, line }: Place): boolean {
    const entry = { target: this.#target, channel, list, line };
    return readRun<Entry>('lost-line').some((one) => isSame({ ...one, channel }, entry)) && !this.#wasFollowed(entry);
  }

  /**
   * Why a further payment of a channel would not get to its end: one of its lines was lost twice, and never followed.
   *
   * @param list how the payment is to end
   */
  whyNot(channel: Channel, list: List): string | undefined {
    const lost = readRun<Entry & { message: string }>('lost-line').filter(
      (one) => one.target === this.#target && one.channel === channel && ['begin', list].includes(one.list),
    );
    const [given] = lost.filter(
      (one) => lost.filter((other) => isSame(one, other)).length >= enough && !this.#wasFollowed(one),
    );
    return given?.message;
  }

  #wasFollowed(entry: Entry): boolean {
    return readRun<Entry>('followed-line').some((one) => isSame(one, entry));
  }
}
