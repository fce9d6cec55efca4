import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import type { LoadedPages } from './page/loaded-pages.ts';
import { readFacts } from './page/page-facts.ts';
import type { PaymentLog } from './payment-log.ts';
import { amountOf, currencyOf, eventsOf, pagesOf } from './payment-record.ts';
import { amountShown, isShown, isWrongAmount } from './shown-amounts.ts';

/** How often a page is read on which the customer waits, in milliseconds. */
const betweenReadingsMs = 200;
/** How long a page may take to draw the amount that it loads or counts up to, in milliseconds. */
const drawnMs = 3000;

const zeroAmount = /(?<![\d.,])0+(?:[.,]0+)?(?![\d.,])/g;

/** Notes what a page shows; where that is another amount than the merchant's, what it shows once this one is drawn. */
export const noteShown = (where: Page | Frame, log: PaymentLog, text: string): void | Promise<void> => {
  const { record } = log;
  const amount = amountOf(record);
  const how = (shown: string) => (amount === undefined ? 'no' : amountShown(shown, amount, currencyOf(record)));
  const note = (shown: string): void => log.note({ event: 'page shown', text: shown });
  const onceDrawn = async (): Promise<string> => {
    for (const until = Date.now() + drawnMs; Date.now() < until;) {
      await pause(betweenReadingsMs);
      const { text: later } = await readFacts(where).catch(() => ({ text }));
      if (isShown(how(later))) return later;
    }
    return text;
  };
  const isDrawn = !isWrongAmount(how(text)) || pagesOf(record).includes(text);
  return isDrawn ? note(text) : onceDrawn().then(note);
};

interface Reading {
  where: Page | Frame;
  log: PaymentLog;
  /** The documents of which some lead on before they are read. */
  loaded: LoadedPages;
  /** Whether the customer has made the payment fail. */
  ofFailure: boolean;
  /** Whether the page is still one of the service. */
  isStill: () => boolean;
}

/** Notes what follows the customer's last action, a page to wait on or a receipt, once it stays the same. */
export const readPagesUntil = async (
  coming: Promise<unknown>,
  { where, log, loaded, ofFailure, isStill }: Reading,
): Promise<void> => {
  const over = new AbortController();
  const waited = coming.catch(() => {}).then(() => over.abort());
  const note = (text: string, isSame = (_shown: string) => true): string => {
    // A receipt may say that nothing is left to pay.
    const shown = text.replace(zeroAmount, '');
    const isNew = eventsOf(log.record, 'page shown').every((one) => ![text, shown].includes(one.text));
    if (isNew && isSame(shown)) log.note({ event: 'page shown', text: shown, ...(ofFailure && { ofFailure }) });
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
