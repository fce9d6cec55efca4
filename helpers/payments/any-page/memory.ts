import type { Control } from './scene/scene.ts';
import type { Outcome } from './scene/vocabulary.ts';

/** The goal of the customer: an outcome of the payment, or only to check whether this is a payment page. */
export type Intention = 'pay' | 'decline' | 'cancel' | 'look';

/** The outcome of a payment for each intention. */
export const wantedOutcome: Record<Intention, Outcome> = {
  pay: 'succeed',
  look: 'succeed',
  decline: 'fail',
  cancel: 'cancel',
};

/** An action on a control. `means` says what it commits the customer to. */
export interface Move {
  act: 'fill' | 'select' | 'press';
  control: Control;
  /** What to fill in. */
  text?: string;
  /** Which option to select. */
  option?: number;
  means?: 'amount' | 'outcome' | 'decision' | undefined;
  /** The page is expected to change to another page or step. */
  leads?: boolean;
  /** What had to be guessed, since the page gave no hint. */
  guess?: string | undefined;
  /** Filled into a field of unknown meaning. */
  unclear?: boolean;
  /** Selects a payment method. */
  tries?: boolean;
  /** Leaves a payment method that leads nowhere. */
  retreats?: boolean;
  /** Continues where the page may continue by itself at the same time. */
  hastens?: boolean;
  /** Buttons that were not understood are left behind. */
  passesOver?: boolean;
  /** If the guess is wrong, a payment meant to fail may have succeeded. */
  unsure?: boolean;
  /** Identifies this move. */
  key: string;
  /** Identifies this move on any document. */
  again?: string;
}

/** Identifies a button or link, ignoring the digits of a countdown. */
export const placeOf = ({ document, name }: Control): string => `${document} ${name.replace(/\d+/g, '#')}`;

/** The moves made so far on a payment page, so that none is repeated by mistake. */
export class Memory {
  /** Described without the values typed. */
  readonly steps: string[] = [];
  /** Controls that the browser could not act on. */
  readonly givenUp: string[] = [];
  /** A page was left with buttons that were not understood and may have been answers. */
  passedOver = false;
  /** Something was pressed that settles the payment. */
  decided = false;
  /** The intended outcome was chosen explicitly. */
  steered = false;
  /** A button was pressed while the page may have continued by itself. */
  hastened = false;
  /** How often a payment method was selected. */
  methodsTried = 0;
  /** The value of `methodsTried` when a method that led nowhere was last left; 0 before. */
  retreatedAfter = 0;
  amountSet = false;
  guessed: string | undefined;
  unsure = false;
  /** Something was filled into a field of unknown meaning. */
  unclear = false;
  /** What was not done because it could cost more than MAX_AMOUNT, and how to allow it. */
  withheld: string | undefined;
  /** Enter an amount even if the page suggests one. */
  ownAmount = false;
  /** The buttons that were beside one that cancels, and therefore have another purpose. */
  readonly #besideCancel = new Set<string>();
  readonly #pressed = new Set<string>();
  readonly #done = new Map<string, number>();
  readonly #refill = new Set<string>();
  readonly #failed = new Map<string, number>();

  times(key: string): number {
    return this.#done.get(key) ?? 0;
  }

  /** Records a move. */
  made(move: Move): void {
    this.#count(move.key);
    if (move.again) this.#count(move.again);
    if (move.act === 'press') this.#pressed.add(placeOf(move.control));
    this.#refill.delete(move.key);
    this.guessed ??= move.guess;
    this.unsure ||= move.unsure ?? false;
    this.unclear ||= move.unclear ?? false;
    this.passedOver ||= move.passesOver ?? false;
    this.hastened ||= move.hastens ?? false;
    if (move.tries) this.methodsTried += 1;
    if (move.retreats) this.retreatedAfter = this.methodsTried;
    if (move.means === 'amount') this.amountSet = true;
    if (move.means === 'outcome') this.steered = true;
    if (move.act === 'press' && move.means) this.decided ||= move.means !== 'amount';
    const verb = { fill: 'filled', select: 'chose in', press: 'pressed' }[move.act];
    this.steps.push(`${verb} ${described(move.control)}`);
  }

  /** Whether a button with this label was already pressed in its document, regardless of the other controls. */
  hasPressed(control: Control): boolean {
    return this.#pressed.has(placeOf(control));
  }

  /** Records the buttons beside the one that cancels. */
  passBy(places: readonly string[]): void {
    for (const place of places) this.#besideCancel.add(place);
  }

  /** Whether a button was beside one that cancels. */
  wasPassedBy(control: Control): boolean {
    return this.#besideCancel.has(placeOf(control));
  }

  /** Gives up a move that failed three times; a slow browser, or what moves or covers a control, may cause a failure. */
  failed({ key, control }: Move): void {
    const failures = (this.#failed.get(key) ?? 0) + 1;
    this.#failed.set(key, failures);
    if (failures < 3) return;
    this.#count(key);
    this.givenUp.push(described(control));
  }

  /** Allows a press without any effect to be repeated. */
  forget(move: Move): void {
    this.#done.delete(move.key);
  }

  /** Fills these fields with other values, since the page has refused the last ones. */
  askAgain(keys: readonly string[]): void {
    for (const key of keys) this.#refill.add(key);
  }

  /** Fills these fields again as before, since the page has not noticed the values. */
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

/** The ARIA role. */
export const roleOf = ({ kind, type, opens }: Control): string => {
  if (opens) return 'combobox';
  return kind === 'text' && type === 'number' ? 'spinbutton' : roles[kind];
};

/** A control by its role and name. */
export const described = (control: Control): string => `${roleOf(control)} "${control.name || control.hints.trim()}"`;
