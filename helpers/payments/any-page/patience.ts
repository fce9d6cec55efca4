import type { Customer } from '../checkout-page.ts';
import { placeOf, type Intention, type Memory, type Move } from './memory.ts';
import { isUsable } from './fields.ts';
import { offersPaying } from './presses.ts';
import type { Control, Scene } from './scene/scene.ts';
import type { Traffic } from './traffic.ts';
import { saysBusy, saysOver, saysRefusal, saysWait } from './scene/vocabulary.ts';

/** Milliseconds after which a page counts as one on which nothing happens any more. */
const quietMs = 1200;
/** Milliseconds after which a press that has shown nothing at all may have been lost. */
const lostMs = 4000;
/** Milliseconds after which a press that was to end the payment has done nothing. */
const nothingMs = 8000;
/** Milliseconds that a page on its way has at least. */
const navigationMs = 10_000;

/** A moment in which there is nothing to do. */
interface Idle {
  scene: Scene;
  intention: Intention;
  /** Since the page last changed. */
  unchangedMs: number;
  /** Since the next move is the one that it is, whatever else changes on the page. */
  heldMs: number;
  customer: Customer;
  memory: Memory;
  traffic: Traffic;
}

/** The last press that was to lead on. */
export interface Lead {
  control: Control;
  /** What else could have been pressed then. */
  beside: readonly string[];
}

export const leadFrom = (scene: Scene, { control }: Move): Lead => ({
  control,
  beside: placesIn(scene).filter((place) => place !== placeOf(control)),
});

const placesIn = ({ controls }: Scene): string[] =>
  controls.filter((one) => isUsable(one) && /^(button|link)$/.test(one.kind)).map(placeOf);

/**
 * What is left of a move after a press that may still be on its way: for a while the page stands there as before,
 * and another of its buttons would take back what was pressed. Undefined while that is too early.
 */
export const afterLead = (move: Move, lead: Lead | undefined, idle: Idle): Move | undefined => {
  const { scene, intention, unchangedMs, heldMs, memory, traffic, customer } = idle;
  const isQuiet = Math.min(unchangedMs, traffic.quietMs) > quietMs || heldMs > atMost(lostMs, customer);
  // The button that makes a payment fail may come after the one to pay with.
  if (intention === 'decline' && move.means === 'decision' && !memory.steered && !isQuiet) return undefined;
  if (!move.leads || !lead?.beside.includes(placeOf(move.control))) return move;
  const places = new Set(placesIn(scene));
  const hasMoved = lead.beside.some((place) => !places.has(place));
  const now = scene.controls.find((one) => placeOf(one) === placeOf(lead.control));
  if (hasMoved || isChosen(now, lead.control) || move.means === 'outcome') return isQuiet ? move : undefined;
  if (intention === 'cancel') return undefined;
  if (unchangedMs <= atMost(intention === 'pay' ? lostMs : nothingMs, customer)) return undefined;
  if (intention === 'pay') return move;
  return { ...move, guess: `that "${lead.control.name}" had done nothing when it was pressed`, unsure: true };
};

/** Whether a button shows that it was chosen, and not that it is at work. */
const isChosen = (now: Control | undefined, before: Control): boolean =>
  now !== undefined && ((now.checked && !before.checked) || (now.look !== before.look && !saysBusy(now.look)));

const atMost = (ms: number, { patienceMs }: Customer): number => Math.min(ms, patienceMs / 2);

/**
 * Whether nothing is under way and the page asks for something, so that it may have missed what was done.
 *
 * @param pressed what was pressed last, if nothing has changed since
 */
export const isWaiting = ({ scene, unchangedMs, customer, traffic }: Idle, pressed: Move | undefined): boolean =>
  Math.min(unchangedMs, traffic.quietMs) > (pressed?.means ? atMost(lostMs, customer) : quietMs) &&
  !saysWait(scene.text) &&
  !showsEnd(scene, customer);

/** Whether it is pointless to wait any longer. */
export const isOver = ({ scene, intention, unchangedMs, customer, memory, traffic }: Idle): boolean => {
  if (traffic.navigates) return unchangedMs > Math.max(navigationMs, customer.patienceMs);
  if (unchangedMs > customer.patienceMs) return true;
  const end = intention === 'decline' ? 'failure' : 'success';
  const returns = intention !== 'cancel' && customer.returns[end];
  const returnMs = returns && memory.decided ? customer.returnMs?.(end) : undefined;
  if (returnMs !== undefined && unchangedMs > returnMs) return true;
  const quiet = Math.min(unchangedMs, traffic.quietMs);
  const hasFailed = scene.blocked || scene.status >= 400;
  if (hasFailed && intention === 'look' && quiet > quietMs / 5) return true;
  // A payment of a merchant without addresses leads nowhere from the page that says how it has ended.
  const leadsNowhere = !customer.returns.success && !customer.returns.failure && intention !== 'cancel';
  if (leadsNowhere && memory.decided && quiet > quietMs / 4 && showsEnd(scene, customer)) return true;
  if (quiet <= quietMs) return false;
  // An error page may still be the form once more, waiting for a better value.
  if (hasFailed) return quiet > 2 * quietMs;
  if (intention === 'look') {
    const mayBeAll = customer.comesBack || (customer.mayBeRefused && saysRefusal(scene.text));
    return quiet > 2 * quietMs && mayBeAll === true && !saysWait(scene.text);
  }
  if (intention === 'cancel' && !memory.decided) {
    const usable = scene.controls.filter(isUsable);
    return offersPaying(quiet > lostMs ? scene : { ...scene, controls: usable }, customer);
  }
  // Where the browser is to go back to the merchant, it may do so late, and only after a link was followed.
  return memory.decided && !returns && showsEnd(scene, customer);
};

/** Whether the page says that the payment is over, and asks for nothing any more. */
export const showsEnd = (scene: Scene, customer: Customer): boolean =>
  saysOver(scene.text) &&
  !scene.controls.some(({ kind, notice }) => !notice && /^(text|select|radio|checkbox)$/.test(kind)) &&
  !offersPaying(scene, customer);
