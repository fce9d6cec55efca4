import { setTimeout } from 'node:timers/promises';
import type { Frame, Locator, Page, TestInfo } from '@playwright/test';
import type { Mask } from '../redaction/secrets.ts';

// Pictures of pages on which keys and data of the customer are covered.

export const maskColor = '#8a8a8a';
/** The elements of a page that are looked at. */
const mostElements = 3_000;
/** The windows of a failed test that are photographed, and how long reading one and its picture may take in milliseconds. */
const mostPhotographs = 3;
const photographMs = 2_000;

/** What one element is made of. */
interface Read {
  text: string;
  look: string;
}

/** What a frame is made of; and what is covered: elements whose own text or value holds something that is masked. */
export const readFrame = async (frame: Frame, mask: Mask): Promise<{ look: string; mask: Locator[] }> => {
  const all = frame.locator('body, body *');
  // A locator is looked up by a large script, which a document is given only where it has elements inside of others.
  const script = `(() => {
    const found = [...document.querySelectorAll('body, body *')];
    return found.some((one) => one.shadowRoot) ? undefined : (${readElements.toString()})(found, ${mostElements});
  })()`;
  const reading = frame
    .evaluate<Read[] | undefined>(script)
    .then((read) => read ?? all.evaluateAll(readElements, mostElements));
  // A page that is being left for one that does not come would never answer.
  const elements = await Promise.race([reading, setTimeout(photographMs, undefined, { ref: false })]);
  if (!elements) throw new Error('the page cannot be read in time');
  return {
    look: [frame.url(), ...elements.map(({ look }) => look)].join(),
    mask: elements.flatMap(({ text }, index) => (mask(text) === text ? [] : [all.nth(index)])),
  };
};

/** Runs in the browser. */
const readElements = (found: Element[], most: number): Read[] => {
  if (found.length > most) throw new Error('too many elements');
  return found.map((element) => {
    const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : ' ')).join('');
    const { value = '', checked = false } = element as Partial<HTMLInputElement>;
    // A picture leaves empty styles behind.
    const attributes = [...element.attributes].flatMap((one) => (one.value ? `${one.name}=${one.value}` : []));
    return {
      text: element instanceof HTMLSelectElement ? own : `${own} ${value}`,
      look: [element.tagName, ...attributes, own, value, checked].join(),
    };
  });
};

/** Attaches what the windows of a failed test show. A picture that cannot be taken, or not be covered, is left out. */
export const photograph = async (pages: readonly Page[], mask: Mask, testInfo: TestInfo): Promise<void> => {
  const take = async (page: Page, index: number): Promise<void> => {
    const path = testInfo.outputPath(`window-${index + 1}.png`);
    const read = await Promise.all(page.frames().map((frame) => readFrame(frame, mask)));
    await page.screenshot({ path, timeout: photographMs, mask: read.flatMap((one) => one.mask), maskColor });
    testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
  };
  await Promise.allSettled(pages.slice(0, mostPhotographs).map(take));
};
