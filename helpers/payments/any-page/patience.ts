import type { Customer } from '../checkout-page.ts';
import type { Intention, Memory, Move } from './memory.ts';
import { offersPaying } from './presses.ts';
import type { Control, Scene } from './scene/scene.ts';
import type { Traffic } from './traffic.ts';
import { saysOver, saysRefusal, saysWait } from './scene/vocabulary.ts';

/** Milliseconds after which a page counts as one on which nothing happens any more. */
const quietMs = 1200;
/** Milliseconds that a page on its way has at least. */
const navigationMs = 10_000;

/** A moment in which there is nothing to do. */
interface Idle {
  scene: Scene;
  intention: Intention;
  /** Since the page last changed. */
  unchangedMs: number;
  customer: Customer;
  memory: Memory;
  traffic: Traffic;
}

/** The last press that was to lead on. */
export interface Lead {
  move: Move;
  /** The page as it was then, and what else could have been pressed on it. */
  signature: string;
  beside: ReadonlySet<string>;
}

export const leadFrom = (scene: Scene, move: Move): Lead => ({
  move,
  signature: scene.signature,
  beside: new Set(scene.controls.map(placeOf)),
});

const placeOf = ({ document, name }: Control): string => `${document} ${name}`;

/**
 * What is left of a move after a press that may still be on its way: for a moment the page stands there as before,
 * and another of its buttons would take back what was pressed. Undefined while that is too early.
 */
export const afterLead = (move: Move, lead: Lead | undefined, idle: Idle): Move | undefined => {
  const { scene, intention, unchangedMs, traffic } = idle;
  const place = placeOf(move.control);
  if (!move.leads || !lead?.beside.has(place) || place === placeOf(lead.move.control)) return move;
  if (Math.min(unchangedMs, traffic.quietMs) <= quietMs) return undefined;
  if (scene.signature !== lead.signature || intention === 'pay' || move.means === 'outcome') return move;
  if (intention === 'cancel') return undefined;
  return { ...move, guess: `that "${lead.move.control.name}" had done nothing when it was pressed`, unsure: true };
};

/** Whether nothing is under way and the page asks for something, so that it may have missed what was done. */
export const isWaiting = ({ scene, unchangedMs, customer, traffic }: Idle): boolean =>
  Math.min(unchangedMs, traffic.quietMs) > quietMs && !saysWait(scene.text) && !showsEnd(scene, customer);

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
  if (intention === 'look') return quiet > 2 * quietMs && (customer.comesBack === true || saysRefusal(scene.text));
  if (intention === 'cancel' && !memory.decided) return offersPaying(scene, customer);
  // Where the browser is to go back to the merchant, it may do so late, and only after a link was followed.
  return memory.decided && !returns && showsEnd(scene, customer);
};

/** Whether the page says that the payment is over, and asks for nothing any more. */
export const showsEnd = (scene: Scene, customer: Customer): boolean =>
  saysOver(scene.text) &&
  !scene.controls.some(({ kind, notice }) => !notice && /^(text|select|radio|checkbox)$/.test(kind)) &&
  !offersPaying(scene, customer);
