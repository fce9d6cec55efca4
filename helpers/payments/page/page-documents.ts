import type { Frame, Page } from '@playwright/test';
import { NetworkPolicy } from '../../network/network-policy.ts';
import { NotTested } from '../../errors/errors.ts';
import { windowsOf } from './page-tree.ts';

const maxFrames = 50;
const maxReadMs = 5000;

export const tooLarge = (seen: string): NotTested =>
  new NotTested(`the payment page is too large to be read: it has ${seen}`);

/** The documents of a payment page in all its frames and windows, the outermost first, without those of other sites. */
export const documentsOf = (where: Page | Frame): Frame[] => {
  const [own, ...opened] = windowsOf(where);
  const page = own as Page;
  const isFramed = !('mainFrame' in where) && !where.isDetached();
  const policy = NetworkPolicy.of(page.context());
  const frames = [...(isFramed ? withChildren(where) : page.frames()), ...opened.flatMap((one) => one.frames())];
  const owned = frames.filter((frame) => policy.owns(frame));
  if (owned.length > maxFrames) throw tooLarge(`${owned.length} frames`);
  return owned;
};

const withChildren = (frame: Frame): Frame[] => [frame, ...frame.childFrames().flatMap(withChildren)];

/**
 * Runs a function in documents.
 *
 * @param read is given all elements, also those in open shadow roots
 * @param nothing the answer of a document that disappears meanwhile, or is too busy to answer
 */
export const readIn = <T>(frames: readonly Frame[], read: (all: Element[]) => T, nothing: T): Promise<T[]> => {
  // Compilers may wrap inner functions in a helper named __name, which does not exist in the browser.
  const script = `(() => {
    const __name = (named) => named;
    const inside = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
    return (${read.toString()})(inside(document));
  })()`;
  return Promise.all(
    frames.map(async (frame) => {
      // A frame without a document would never answer.
      if (frame.url() === '' || frame.url().startsWith('chrome-error:')) return nothing;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(nothing), maxReadMs)));
      const answer = await Promise.race([frame.evaluate<T>(script).catch(() => nothing), late]);
      clearTimeout(timer);
      return answer;
    }),
  );
};

/** Whether anything moves or fades: what does so may be about to go. */
export const isMoving = async (where: Page | Frame): Promise<boolean> =>
  (await readIn(documentsOf(where), readMoving, false)).includes(true);

/** What never ends, as an icon that turns, does not count. Runs in the browser. */
const readMoving = (): boolean =>
  document.getAnimations().some((one) => one.effect?.getComputedTiming().endTime !== Infinity);
