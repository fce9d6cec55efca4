import type { Channel } from '../../../interface/rules/channels.ts';
import { NotTested } from '../../errors/errors.ts';
import { appendToRun, readRun } from '../../run/run-log.ts';
import { LostLine } from '../page-fault.ts';
import type { List } from './page-lines.ts';
import type { Trial } from './trial.ts';

/** Where a line stands in a description. */
export interface Place {
  channel: Channel;
  list: 'begin' | List;
  line: string;
  /** Of the payment, since a page may offer other operators for another one. */
  currency: string;
}

/** A payment that is about to begin. */
export interface Plan {
  channel: Channel;
  /** How it is to end. */
  list: List;
  currency: string;
  /** Whether the customer sets the amount, which alone needs an optional line with it. */
  setsAmount: boolean;
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
  (['target', 'channel', 'list', 'line', 'currency'] as const).every((name) => one[name] === other[name]);

const isOptionalAmount = ({ line }: Place): boolean => /^\? .*\{amount\}/.test(line);

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
  followed(place: Place): void {
    const entry: Entry = { target: this.#target, ...place };
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
  lost(place: Place, message: string, isDoubtful = false): string {
    const entry = { target: this.#target, ...place };
    const { channel, currency } = place;
    const first = this.#certain().find((one) => isSame({ ...one, channel, currency }, entry));
    const once = first?.message ?? message;
    appendToRun('lost-line', { ...entry, message: once, isDoubtful });
    return once;
  }

  /**
   * Whether a line was lost before, in whatever channel, so that it need not be waited for long.
   *
   * @param inDoubt also where a page need not have gone on
   */
  isKnown(place: Place, inDoubt = false): boolean {
    const entry = { target: this.#target, ...place };
    const { channel } = place;
    const lost = inDoubt ? readRun<LostEntry>('lost-line') : this.#certain();
    return lost.some((one) => isSame({ ...one, channel }, entry)) && !this.#wasFollowed(entry);
  }

  /** Why a further payment would not get to its end: one of its lines was lost in its channel, twice in all channels, and never followed. */
  whyNot({ channel, list, currency, setsAmount }: Plan): string | undefined {
    const lost = this.#certain().filter((one) => !this.#wasFollowed(one));
    const isOften = (one: Entry) =>
      lost.filter((other) => isSame({ ...other, channel, currency }, one)).length >= enough;
    const isOnTheWay = (one: Entry) =>
      one.target === this.#target &&
      one.channel === channel &&
      one.currency === currency &&
      ['begin', list].includes(one.list) &&
      (setsAmount || !isOptionalAmount(one));
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

/** A line is lost, which the others of the run are told: unless its page went another way because of what was tried on it. */
export const lostLine = (
  lines: LostLines | undefined,
  place: Place,
  message: string,
  { isDoubtful, isSecond }: Pick<Trial, 'isDoubtful' | 'isSecond'>,
): NotTested => {
  // What is entered next may still go on.
  if (isDoubtful && !isSecond) return new NotTested(message);
  const told = lines?.lost(place, message, isDoubtful) ?? message;
  return isDoubtful ? new NotTested(told) : new LostLine(told);
};
