import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { Customer } from '../checkout-page.ts';
import { nextChoice, strayAnswers } from './choices.ts';
import { filled, nextFill, refillable, strayDemands } from './fields.ts';
import { nextKey } from './keypad.ts';
import { strayValues } from './limits.ts';
import type { Intention, Memory, Move } from './memory.ts';
import { afterLead, isOver, isTooSoon, isWaiting, leadFrom, type Lead } from './patience.ts';
import { nextPress, nextTab, strayPress } from './presses.ts';
import { readScene, type Scene } from './scene/scene.ts';
import type { Traffic } from './traffic.ts';
import { saysError } from './scene/vocabulary.ts';

// All times in milliseconds. Waiting ends early when the page changes.
const pollMs = 40;
/** The longer a page remains unchanged, the less often it is read. */
const idlePollMs = (unchangedMs: number): number => Math.min(500, Math.max(pollMs, unchangedMs / 10));
const actionMs = 2500;

export interface Ended {
  /** `arrived` at the merchant, `reached` the goal, or nothing more to do. */
  how: 'arrived' | 'reached' | 'nothing-more';
  scene: Scene;
  /** Milliseconds since the page last changed. */
  unchangedMs: number;
}

interface Goal {
  intention: Intention;
  /** Ends the walk early. */
  reached?: (scene: Scene) => boolean;
}

/**
 * Walks through a payment page step by step, as a customer who only reads labels: fills in empty fields, answers
 * questions, presses what serves the intention, and reads the page again.
 *
 * @throws NotTested before a press that would pay more than MAX_AMOUNT, or with a number that is not in the settings
 */
export const walk = async (
  where: Page | Frame,
  goal: Goal,
  customer: Customer,
  memory: Memory,
  traffic: Traffic,
): Promise<Ended> => {
  // Enough for four pages that load as slowly as allowed.
  const until = Date.now() + 4 * customer.patienceMs;
  let scene = await readScene(where);
  let changedAt = Date.now();
  let stable = false;
  let pressed: { move: Move; signature: string } | undefined;
  let lead: Lead | undefined;
  let wished = { key: '', since: 0 };
  let secondTries = 0;

  for (;;) {
    const unchangedMs = Date.now() - changedAt;
    if (customer.hasArrived()) return { how: 'arrived', scene, unchangedMs };
    if (goal.reached?.(scene)) return { how: 'reached', scene, unchangedMs };
    const wanted = traffic.navigates ? undefined : nextMove(scene, goal.intention, customer, memory);
    if (wanted && wanted.key !== wished.key) wished = { key: wanted.key, since: Date.now() };
    const heldMs = Date.now() - wished.since;
    const now = { scene, intention: goal.intention, unchangedMs, heldMs, customer, memory, traffic };
    const last = pressed?.signature === scene.signature ? pressed.move : undefined;
    const move = wanted && !isTooSoon(wanted, last, now) ? afterLead(wanted, lead, now) : undefined;
    if (move && (stable || move.act !== 'press')) {
      if (move.act === 'press') refuseStrayPress(move, scene, goal.intention, customer);
      if (move.leads) {
        lead = leadFrom(scene, move);
        if (goal.intention === 'cancel' && move.means === 'outcome') memory.passBy(lead.beside);
      }
      const done = await perform(move, memory);
      // A notice may appear between mouse down and mouse up, so that the press before it was lost.
      if (!move.control.notice)
        pressed = move.act === 'press' && done === 'made' ? { move, signature: scene.signature } : undefined;
      if (done === 'gone') {
        if (Date.now() > until) return { how: 'nothing-more', scene, unchangedMs };
        await pause(pollMs);
      }
      changedAt = Date.now();
    } else if (!move) {
      if (isOver(now) || Date.now() > until) return { how: 'nothing-more', scene, unchangedMs };
      if (secondTries < 3 && isWaiting(now, last)) {
        tryAgain(scene, last, customer, memory);
        secondTries += 1;
      }
      await pause(idlePollMs(unchangedMs));
    } else {
      await pause(pollMs);
    }
    const next = await readScene(where);
    stable = next.signature === scene.signature;
    if (!stable) changedAt = Date.now();
    scene = next;
    // A press that opens a list or the like is repeated if only the notice that was just dismissed received it.
    if (move?.control.notice && pressed?.signature === scene.signature && !pressed.move.leads && !pressed.move.means) {
      memory.forget(pressed.move);
    }
  }
};

/** Repeats actions that the page's script may have missed, and replaces refused values by the next best. */
const tryAgain = (scene: Scene, last: Move | undefined, customer: Customer, memory: Memory) => {
  if (last) memory.forget(last);
  if (scene.controls.some((one) => one.kind === 'button' && one.disabled)) memory.typeAgain(filled(scene, memory));
  else if (saysError(scene.text)) memory.askAgain(refillable(scene, customer, memory));
};

const nextMove = (scene: Scene, intention: Intention, customer: Customer, memory: Memory): Move | undefined =>
  // Values that must not be used are replaced before any press, even of a tab.
  (strayValues(scene, customer).length > 0 ? undefined : nextTab(scene, customer, memory)) ??
  nextFill(scene, endOf(intention, customer), customer, memory) ??
  nextChoice(scene, endOf(intention, customer), customer, memory) ??
  nextKey(scene, intention, memory) ??
  nextPress(scene, intention, customer, memory);

/** The intention that values and answers serve: the end of the payment may depend on those of its first step. */
const endOf = (intention: Intention, { isToFail }: Customer): Intention => (isToFail?.() ? 'decline' : intention);

const refuseStrayPress = ({ control }: Move, scene: Scene, intention: Intention, customer: Customer): void => {
  if (control.notice) return;
  const [stray] = [
    ...strayValues(scene, customer),
    ...strayDemands(scene, endOf(intention, customer), customer),
    ...strayAnswers(scene, customer),
    ...strayPress(control, customer),
  ];
  if (stray) throw new NotTested(`nothing more was pressed on the payment page: ${stray}`);
};

/** Makes a move, unless its control is gone; a failed one is recorded, so that another can be tried. */
const perform = async (move: Move, memory: Memory): Promise<'made' | 'failed' | 'gone'> => {
  const element = await move.control.element();
  if (!element) return 'gone';
  try {
    if (move.act === 'press') await withTimeout(scrollWindowTo(element));
    if (move.act === 'fill') {
      await element.fill(move.text ?? '', { timeout: actionMs });
      // Some pages check a value only when its field loses focus, and there may be no other field.
      await withTimeout(element.evaluate((field) => (field as HTMLElement).blur()));
    } else if (move.act === 'select') await element.selectOption({ index: move.option ?? 0 }, { timeout: actionMs });
    else await element.click({ timeout: actionMs, noWaitAfter: true });
    memory.made(move);
    return 'made';
  } catch {
    memory.failed(move);
    return 'failed';
  }
};

/** Limits the wait for work that may never finish on a busy page. */
const withTimeout = async (work: Promise<void>): Promise<void> => {
  await Promise.race([work.catch(() => {}), pause(actionMs, undefined, { ref: false })]);
};

/**
 * Scrolls the window to a control in a frame that extends beyond it. The browser does not scroll the window to a
 * control with a fixed position at the edge of its frame.
 */
const scrollWindowTo = async (element: ElementHandle): Promise<void> => {
  const frame = await element.ownerFrame();
  if (!frame?.parentFrame()) return;
  const box = await element.boundingBox();
  const size = frame.page().viewportSize();
  if (!box || !size) return;
  const beyond = Math.max(0, box.y + box.height - size.height) || Math.min(0, box.y);
  if (beyond !== 0) await frame.page().evaluate((by) => scrollBy(0, by), beyond);
};
