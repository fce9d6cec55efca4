import type { Control } from './scene/scene.ts';
import type { Outcome } from './scene/vocabulary.ts';

/** What the customer wants: an end of the payment, or only to see whether this is a payment page. */
export type Intention = 'pay' | 'decline' | 'cancel' | 'look';

/** How a payment is to end for each intention. */
export const wantedOutcome: Record<Intention, Outcome> = {
  pay: 'succeed',
  look: 'succeed',
  decline: 'fail',
  cancel: 'cancel',
};

/** One thing to do to one control. `means` says what it commits the customer to. */
export interface Move {
  act: 'fill' | 'select' | 'press';
  control: Control;
  /** What to fill in. */
  text?: string;
  /** Which option to select. */
  option?: number;
  means?: 'amount' | 'outcome' | 'decision' | undefined;
  /** The page is expected to give way to another one, or to another step. */
  leads?: boolean;
  /** What the page gave no hint for. */
  guess?: string | undefined;
  /** Filled into a field of which nothing is known. */
  unclear?: boolean;
  /** Buttons that were not understood stay behind. */
  passesOver?: boolean;
  /** The guess may be so wrong that a payment that was to fail has succeeded. */
  unsure?: boolean;
  /** What makes this move the same one later on. */
  key: string;
  /** Counts the same move on any document. */
  again?: string;
}

/** A countdown on a button makes no other button of it. */
export const placeOf = ({ document, name }: Control): string => `${document} ${name.replace(/\d+/g, '#')}`;

/** What was already done on the way through a payment page, so that nothing is done twice by mistake. */
export class Memory {
  /** In words, without what was typed. */
  readonly steps: string[] = [];
  /** Controls that the browser could not act on. */
  readonly givenUp: string[] = [];
  /** The page was left with buttons on it that were not understood, and may have been answers. */
  passedOver = false;
  /** Something was pressed that settles the payment. */
  decided = false;
  /** The wanted end was chosen in so many words. */
  steered = false;
  amountSet = false;
  guessed: string | undefined;
  unsure = false;
  /** Something was filled into a field of which nothing is known. */
  unclear = false;
  /** What was not done because it could have cost more than MAX_AMOUNT, and how to allow it. */
  withheld: string | undefined;
  /** Enter an amount even where the page suggests one. */
  ownAmount = false;
  /** What could have been pressed in place of the way to cancel, and has nothing to do with it. */
  readonly #besideCancel = new Set<string>();
  readonly #pressed = new Set<string>();
  readonly #done = new Map<string, number>();
  readonly #refill = new Set<string>();
  readonly #failed = new Set<string>();

  times(key: string): number {
    return this.#done.get(key) ?? 0;
  }

  /** Notes that a move was made. */
  made(move: Move): void {
    this.#count(move.key);
    if (move.again) this.#count(move.again);
    if (move.act === 'press') this.#pressed.add(placeOf(move.control));
    this.#refill.delete(move.key);
    this.guessed ??= move.guess;
    this.unsure ||= move.unsure ?? false;
    this.unclear ||= move.unclear ?? false;
    this.passedOver ||= move.passesOver ?? false;
    if (move.means === 'amount') this.amountSet = true;
    if (move.means === 'outcome') this.steered = true;
    if (move.act === 'press' && move.means) this.decided ||= move.means !== 'amount';
    const verb = { fill: 'filled', select: 'chose in', press: 'pressed' }[move.act];
    this.steps.push(`${verb} ${described(move.control)}`);
  }

  /** Whether a button of these words was pressed in its document before, whatever stood beside it. */
  hasPressed(control: Control): boolean {
    return this.#pressed.has(placeOf(control));
  }

  /** Notes what stood beside the way to cancel. */
  passBy(places: readonly string[]): void {
    for (const place of places) this.#besideCancel.add(place);
  }

  /** Whether a button leads away from cancelling. */
  wasPassedBy(control: Control): boolean {
    return this.#besideCancel.has(placeOf(control));
  }

  /** Gives up on a move that the browser could not make twice: the first time something may have come in between. */
  failed({ key, control }: Move): void {
    if (this.#failed.has(key)) {
      this.#count(key);
      this.givenUp.push(described(control));
    }
    this.#failed.add(key);
  }

  /** Lets a press be repeated that changed nothing at all. */
  forget(move: Move): void {
    this.#done.delete(move.key);
  }

  /** The page has refused what was typed: these fields are to be filled with something else. */
  askAgain(keys: readonly string[]): void {
    for (const key of keys) this.#refill.add(key);
  }

  /** The page has not noticed what was typed: these fields are to be filled as before. */
  typeAgain(keys: readonly string[]): void {
    for (const key of keys) this.#done.delete(key);
    this.askAgain(keys);
  }

  #count(key: string): void {
    this.#done.set(key, this.times(key) + 1);
  }

  mustRefill(key: string): boolean {
    return this.#refill.has(key);
  }
}

const roles = {
  button: 'button',
  link: 'link',
  text: 'textbox',
  select: 'combobox',
  radio: 'radio',
  checkbox: 'checkbox',
};

/** The role that a screen reader would announce. */
export const roleOf = ({ kind, type, opens }: Control): string => {
  if (opens) return 'combobox';
  return kind === 'text' && type === 'number' ? 'spinbutton' : roles[kind];
};

/** A control by its role and name. */
export const described = (control: Control): string => `${roleOf(control)} "${control.name || control.hints.trim()}"`;
