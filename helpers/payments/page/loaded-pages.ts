import type { Frame, Page } from '@playwright/test';
import { readDocument } from './page-facts.ts';

/** How many documents are kept, and how long their texts may be. */
const mostKept = 50;
const maxLength = 20_000;

/**
 * The documents that a window or its frame has loaded, as the browser itself tells of them: a page that leads on at once is
 * gone before anybody reads it. Of these, only documents that are whole by themselves and keep their text are told.
 */
export class LoadedPages {
  #loaded: { frame: Frame; text: string }[] = [];

  /** @param isOurs whether an address is one of the merchant, whose documents are left out */
  static async of(page: Page, isOurs: (address: string) => boolean): Promise<LoadedPages> {
    const pages = new LoadedPages();
    await page.exposeBinding('documentHasLoaded', ({ frame }, address: unknown, text: unknown) => {
      if (typeof address !== 'string' || typeof text !== 'string' || isOurs(address)) return;
      if (text === '') pages.#loaded = pages.#loaded.filter((one) => one !== pages.#lastIn(frame));
      else if (pages.#loaded.length < mostKept) pages.#loaded.push({ frame, text: text.slice(0, maxLength) });
    });
    await page.addInitScript(script);
    return pages;
  }

  /** What was loaded so far has been read otherwise. */
  forget(): void {
    this.#loaded = [];
  }

  /** The texts of a window or frame since then, in their order. */
  async textsIn(where: Page | Frame): Promise<string[]> {
    const frame = 'mainFrame' in where ? where.mainFrame() : where;
    // What the browser has told before this answer has been heard.
    await frame
      .page()
      .mainFrame()
      .evaluate('0')
      .catch(() => {});
    return this.#loaded.filter((one) => one.frame === frame).map(({ text }) => text);
  }

  #lastIn(frame: Frame): { frame: Frame; text: string } | undefined {
    return this.#loaded.findLast((one) => one.frame === frame);
  }
}

/** Tells the text of a document once all of it is there, and an empty text when it changes after that. */
const script = `(() => {
  const __name = (named) => named;
  const textNow = () => (${readDocument.toString()})([]).text;
  let first = '';
  addEventListener('DOMContentLoaded', () => { first = textNow(); });
  addEventListener('load', () => {
    const isStill = () => textNow() === first;
    const hasParts = () => [...document.querySelectorAll('*')].some((one) => one.shadowRoot || one.matches('iframe, frame'));
    if (first === '' || !isStill() || hasParts()) return;
    documentHasLoaded(location.href, first);
    const changes = new MutationObserver(() => {
      if (isStill()) return;
      changes.disconnect();
      documentHasLoaded(location.href, '');
    });
    changes.observe(document, { childList: true, characterData: true, subtree: true });
  });
})()`;
