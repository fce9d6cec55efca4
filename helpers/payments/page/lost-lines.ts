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

interface LostEntry extends Entry {
  message: string;
  isDoubtful: boolean;
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.target === other.target && one.channel === other.channel && one.list === other.list && one.line === other.line;

/** Further payments of a channel are given up once a line was lost in it, and this often in all channels. */
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
   * @param isDoubtful the page was given a mistake before, and need not go on after it
   * @returns the message of the first payment that has lost it, so that it is told once
   */
  lost({ channel, list, line }: Place, message: string, isDoubtful = false): string {
    const entry = { target: this.#target, channel, list, line };
    const first = this.#certain().find((one) => isSame({ ...one, channel }, entry));
    const once = first?.message ?? message;
    appendToRun('lost-line', { ...entry, message: once, isDoubtful });
    return once;
  }

  /**
   * Whether a line was lost before, in whatever channel, so that it need not be waited for long.
   *
   * @param inDoubt also where a page need not have gone on
   */
  isKnown({ channel, list, line }: Place, inDoubt = false): boolean {
    const entry = { target: this.#target, channel, list, line };
    const lost = inDoubt ? readRun<LostEntry>('lost-line') : this.#certain();
    return lost.some((one) => isSame({ ...one, channel }, entry)) && !this.#wasFollowed(entry);
  }

  /**
   * Why a further payment of a channel would not get to its end: one of its lines was lost in it, twice in all channels,
   * and never followed.
   *
   * @param list how the payment is to end
   */
  whyNot(channel: Channel, list: List): string | undefined {
    const lost = this.#certain().filter((one) => !this.#wasFollowed(one));
    const isOften = (one: Entry) => lost.filter((other) => isSame({ ...other, channel }, one)).length >= enough;
    const isOnTheWay = (one: Entry) =>
      one.target === this.#target && one.channel === channel && ['begin', list].includes(one.list);
    return lost.find((one) => isOnTheWay(one) && isOften(one))?.message;
  }

  /** Losses that only the description explains. */
  #certain(): LostEntry[] {
    return readRun<LostEntry>('lost-line').filter(({ isDoubtful }) => !isDoubtful);
  }

  #wasFollowed(entry: Entry): boolean {
    return readRun<Entry>('followed-line').some((one) => isSame(one, entry));
  }
}
