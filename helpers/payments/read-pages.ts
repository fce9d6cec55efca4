import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import type { LoadedPages } from './page/loaded-pages.ts';
import { readFacts } from './page/page-facts.ts';
import type { PaymentLog } from './payment-log.ts';
import { pagesOf } from './payment-record.ts';

/** How often a page is read on which the customer waits, in milliseconds. */
const betweenReadingsMs = 200;

const zeroAmount = /(?<![\d.,])0+(?:[.,]0+)?(?![\d.,])/g;

/**
 * Notes what follows the customer's last action, a page to wait on or a receipt, once it stays the same.
 *
 * @param loaded the documents of which some lead on before they are read
 * @param coming the end of the wait
 * @param isStill whether the page is still one of the service
 */
export const readPagesUntil = async (
  coming: Promise<unknown>,
  where: Page | Frame,
  log: PaymentLog,
  loaded: LoadedPages,
  isStill: () => boolean,
): Promise<void> => {
  const over = new AbortController();
  const waited = coming.catch(() => {}).then(() => over.abort());
  const note = (text: string, isSame = (_shown: string) => true): string => {
    // A receipt may say that nothing is left to pay.
    const shown = text.replace(zeroAmount, '');
    const isNew = ![text, shown].some((one) => pagesOf(log.record).includes(one));
    if (isNew && isSame(shown)) log.note({ event: 'page shown', text: shown });
    return shown;
  };
  for (let before = ''; !over.signal.aborted && isStill();) {
    const { text } = await readFacts(where).catch(() => ({ text: '' }));
    const last = before;
    before = note(text, (shown) => shown === last && isStill());
    await Promise.race([waited, pause(betweenReadingsMs)]);
  }
  for (const text of await loaded.textsIn(where)) note(text);
};

/** Whether a page has stopped to ask for the payment within some milliseconds. */
export const isOverWithin = async (asksAgain: () => Promise<boolean | undefined>, ms: number): Promise<boolean> => {
  for (const until = Date.now() + ms; await asksAgain();) {
    if (Date.now() > until) return false;
    await pause(100);
  }
  return true;
};
