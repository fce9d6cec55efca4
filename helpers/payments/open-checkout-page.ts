import { setTimeout as pause } from 'node:timers/promises';
import { appendToRun, readRun, runFolder } from '../run/run-log.ts';
import { holdLock, isLocked, lockPath } from '../processes/process-lock.ts';
import type { Settings } from '../settings/settings.ts';
import { loadCheckoutPage } from './checkout-module.ts';
import type { OpenCheckoutPage } from './checkout-page.ts';
import type { Checkout } from './checkout.ts';
import { described } from './page/described-page.ts';
import { descriptionAt, isDescription } from './page/description-file.ts';
import { readDescription } from './page/page-lines.ts';
import { proposeDescription, type Proposal } from './page/propose-description.ts';

/** Under what the run keeps a proposal. */
export const proposed = 'payment-page';

/**
 * How payment pages of the target are used: by the lines or the module that CHECKOUT_PAGE names, or else by lines that are
 * proposed once in a run.
 *
 * @param begin makes payments whose pages are opened as given, for a proposal
 * @param longestMs how long one method of a module may take; 0 for no limit
 * @throws NotTested when the file cannot be used
 */
export const openCheckoutPage = async (
  settings: Settings,
  begin: (open: OpenCheckoutPage) => Checkout,
  longestMs?: number,
): Promise<OpenCheckoutPage> => {
  const path = settings.checkoutPage;
  if (path === undefined) {
    const { source, doubts } = await proposedOnce(begin);
    return described(readDescription(source, settings), doubts);
  }
  return isDescription(path) ? described(descriptionAt(path, settings)) : loadCheckoutPage(path, longestMs);
};

/** The proposal of this run, which the first worker makes while the others wait. */
const proposedOnce = async (begin: (open: OpenCheckoutPage) => Checkout): Promise<Proposal> => {
  const lock = lockPath(`payment page ${runFolder()}`);
  for (;;) {
    const [known] = readRun<Proposal>(proposed);
    if (known) return known;
    const isHeld =
      (await isLocked(lock)) ||
      (await holdLock(lock).then(
        () => false,
        () => true,
      ));
    if (!isHeld) break;
    await pause(200);
  }
  const proposal = await proposeDescription(begin);
  appendToRun(proposed, proposal);
  return proposal;
};
