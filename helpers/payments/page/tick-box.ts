import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { clickDrawn } from './choose-option.ts';
import { ineffectiveMs } from './form-state.ts';
import { slackMs, soon, succeeds } from './page-tree.ts';

// A box is ticked when its page shows it, which may ask its service first. A second press would untick what is ticked late.

const pollMs = 50;
/** The longest wait for a page that goes on moving, or waits for an answer, in milliseconds. */
const mostMs = 10_000;

/** What a box and its page show. */
interface Watched {
  isNow: () => Promise<boolean>;
  /** What the box looks like, with what is around it. */
  look: () => Promise<string>;
  /** How long the page has sent nothing, and got no answer. */
  quietMs: () => number;
}

/** Ticks a box. It is pressed again only once the page was quiet, and the box has not changed. */
export const tick = async (element: Locator, watched: Watched): Promise<void> => {
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    'a click': () => clickSeen(element),
    'a click on what lies over it': () => element.click({ ...soon(), force: true }),
    'a click of its own script': () => element.evaluate((one) => (one as HTMLElement).click(), undefined, soon()),
    'the space bar': () => element.press(' ', soon()),
  };
  let patienceMs = ineffectiveMs;
  let presses = 0;
  for (const act of Object.values(ways)) {
    if (await succeeds(act())) presses += 1;
    if (!(await becomes(true, presses === 0 ? 0 : patienceMs, watched))) continue;
    // The press before may have ticked it, and this one unticks it as late; the next one is waited for as long.
    if (presses < 2 || !(await becomes(false, 2 * patienceMs, watched))) return;
    patienceMs *= 3;
  }
  throw new NotTested(`is not ticked after ${Object.keys(ways).join(', ')}`);
};

/** Clicks a box, or its label where that is all that is seen of it. */
const clickSeen = async (element: Locator): Promise<void> => {
  const label = (await element.evaluateHandle(labelInPlace, undefined, soon())).asElement();
  // Its middle may be a link to the terms.
  await (label ? label.click({ ...soon(), position: { x: 6, y: 6 } }) : clickDrawn(element));
};

/** Runs in the browser. */
const labelInPlace = (one: Element): Element | undefined => {
  const { width, height } = one.getBoundingClientRect();
  if (one.localName === 'label') return one;
  return width < 8 || height < 8 ? (one as HTMLInputElement).labels?.[0] : undefined;
};

/** Whether a box is ticked, or is not any more, before its page has been quiet for some time. */
const becomes = async (wanted: boolean, patienceMs: number, { isNow, look, quietMs }: Watched): Promise<boolean> => {
  const until = Date.now() + Math.max(mostMs, patienceMs);
  let changedAt = Date.now();
  let before: string | undefined;
  for (;;) {
    const isQuiet = Math.min(Date.now() - changedAt, quietMs()) >= patienceMs + (patienceMs && slackMs());
    const isOver = isQuiet || Date.now() > until + slackMs();
    // A page that the press has left has no such box any more.
    if ((await isNow().catch(() => true)) === wanted) return true;
    if (isOver) return false;
    const looks = await look();
    if (looks !== before) changedAt = Date.now();
    before = looks;
    await pause(pollMs);
  }
};
