import type { Customer } from '../checkout-page.ts';
import { placeOf, type Intention, type Memory, type Move } from './memory.ts';
import { isUsable } from './fields.ts';
import { offersPaying } from './presses.ts';
import type { Control, Scene } from './scene/scene.ts';
import type { Traffic } from './traffic.ts';
import { saysBusy, saysOver, saysRefusal, saysWait } from './scene/vocabulary.ts';

/** Milliseconds without a change after which a page counts as quiet. */
const quietMs = 1200;
/** Milliseconds after which a press without any effect may have been lost. */
const lostMs = 4000;
/** Milliseconds after which a press that should end the payment counts as ineffective. */
const nothingMs = 8000;
/** The minimum time for a navigation, in milliseconds. */
const navigationMs = 10_000;

/** The state of a walk at one moment. */
interface Idle {
  scene: Scene;
  intention: Intention;
  /** Since the page last changed. */
  unchangedMs: number;
  /** Since the next move has been the same, whatever else changes on the page. */
  heldMs: number;
  customer: Customer;
  memory: Memory;
  traffic: Traffic;
}

/** The last press that should lead to another page or step. */
export interface Lead {
  control: Control;
  /** The other buttons and links at that moment. */
  beside: readonly string[];
}

export const leadFrom = (scene: Scene, { control }: Move): Lead => ({
  control,
  beside: placesIn(scene).filter((place) => place !== placeOf(control)),
});

const placesIn = ({ controls }: Scene): string[] =>
  controls.filter((one) => isUsable(one) && /^(button|link)$/.test(one.kind)).map(placeOf);

/**
 * Decides whether a move may follow a press that may still be processed: for a while the page looks unchanged, and
 * another of its buttons could undo the press. Undefined while it is too early.
 */
export const afterLead = (move: Move, lead: Lead | undefined, idle: Idle): Move | undefined => {
  const { scene, intention, unchangedMs, heldMs, memory, traffic, customer } = idle;
  const isQuiet = Math.min(unchangedMs, traffic.quietMs) > quietMs || heldMs > atMost(lostMs, customer);
  // The button that makes a payment fail may appear after the payment button.
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

/** Whether a button shows that it was selected, not that it is busy. */
const isChosen = (now: Control | undefined, before: Control): boolean =>
  now !== undefined && ((now.checked && !before.checked) || (now.look !== before.look && !saysBusy(now.look)));

/**
 * Whether a press would too soon repeat one that has led to the same page, which may reload itself for some time, or
 * would leave a payment method that may still load.
 */
export const isTooSoon = (move: Move, pressed: Move | undefined, { unchangedMs, customer, traffic }: Idle): boolean =>
  move.retreats
    ? Math.min(unchangedMs, traffic.quietMs) <= atMost(lostMs, customer)
    : move.again !== undefined &&
      move.again === pressed?.again &&
      pressed.means !== undefined &&
      unchangedMs <= atMost(lostMs, customer);

const atMost = (ms: number, { patienceMs }: Customer): number => Math.min(ms, patienceMs / 2);

/**
 * Whether the page is idle and still asks for something, so that it may have missed the last action.
 *
 * @param pressed the last press, if nothing has changed since
 */
export const isWaiting = ({ scene, unchangedMs, customer, traffic }: Idle, pressed: Move | undefined): boolean =>
  Math.min(unchangedMs, traffic.quietMs) > (pressed?.means ? atMost(lostMs, customer) : quietMs) &&
  !saysWait(scene.text) &&
  !showsEnd(scene, customer);

/** Whether further waiting is pointless. */
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
  // Without return addresses, a payment stays at the page that shows its end.
  const leadsNowhere = !customer.returns.success && !customer.returns.failure && intention !== 'cancel';
  if (leadsNowhere && memory.decided && quiet > quietMs / 4 && showsEnd(scene, customer)) return true;
  if (quiet <= quietMs) return false;
  // An error page may be the form again, waiting for another value.
  if (hasFailed) return quiet > 2 * quietMs;
  if (intention === 'look') {
    const mayBeAll = customer.comesBack || (customer.mayBeRefused && saysRefusal(scene.text));
    return quiet > 2 * quietMs && mayBeAll === true && !saysWait(scene.text);
  }
  if (intention === 'cancel' && !memory.decided) {
    const usable = scene.controls.filter(isUsable);
    return offersPaying(quiet > lostMs ? scene : { ...scene, controls: usable }, customer);
  }
  // A browser that has to return to the merchant may do so late, and only after following a link.
  return memory.decided && !returns && showsEnd(scene, customer);
};

/** Whether the page says that the payment is over and asks for nothing further. */
export const showsEnd = (scene: Scene, customer: Customer): boolean =>
  saysOver(scene.text) &&
  !scene.controls.some(({ kind, notice }) => !notice && /^(text|select|radio|checkbox)$/.test(kind)) &&
  !offersPaying(scene, customer);
