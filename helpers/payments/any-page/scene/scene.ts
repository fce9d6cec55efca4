import type { ElementHandle, Frame, JSHandle, Page } from '@playwright/test';
import { Hold } from '../../../guard/hold.ts';
import { NotTested } from '../../../errors/errors.ts';
import { inEnglish } from './languages.ts';
import { readDocument, type ControlFacts, type DocumentFacts, type Preset } from './read-document.ts';

/** A control of the page that is shown now, with a way to act on it. */
export interface Control extends ControlFacts {
  /** The document it stands in. */
  document: string;
  element: () => Promise<ElementHandle | null>;
}

/** All that a customer sees at one moment, over the frames of the payment page. */
export interface Scene {
  controls: Control[];
  /** Values that are sent along without being seen. */
  presets: Preset[];
  /** In the words of the vocabulary. */
  text: string;
  /** What stands in folds that are closed. */
  folded: string;
  /** Whether it shows something that cannot be read. */
  unread: boolean;
  /** HTTP status of the outermost document; 0 when the browser does not tell. */
  status: number;
  /** The browser refused to show the outermost document: blocked from being framed, or not reachable. */
  blocked: boolean;
  /** Changes whenever the customer would see something change; a countdown does not count. */
  signature: string;
}

const tabs = new WeakSet<Page>();

/** From now on this window is a tab of its own, and none that another payment page has opened. */
export const setApart = (page: Page): void => {
  tabs.add(page);
};

/** Windows that a page may open; what it opens beyond them is of no use to a customer. */
export const mostWindows = 5;

/**
 * The frames to look at: those of the page, or a frame with the frames in it, and windows that were opened since.
 * A frame that is gone has been replaced by its whole window. What is not on a listed host is neither read nor touched.
 */
const framesOf = (where: Page | Frame): Frame[] => {
  const page = 'mainFrame' in where ? where : where.page();
  const popups = page
    .context()
    .pages()
    .filter((other) => other !== page && !tabs.has(other))
    .slice(0, mostWindows);
  const own = 'mainFrame' in where || where.isDetached() ? page.frames() : withChildren(where);
  const hold = Hold.of(page.context());
  return [...own, ...popups.flatMap((popup) => popup.frames())].filter((frame) => hold.owns(frame));
};

const withChildren = (frame: Frame): Frame[] => [frame, ...frame.childFrames().flatMap(withChildren)];

// Compilers may wrap inner functions into a helper named __name, which does not exist in the browser.
const script = `(() => {
  const __name = (named) => named;
  const read = ${readDocument.toString()};
  let elements = [];
  const readAgain = () => { const now = read(); elements = now.elements; return now.facts; };
  return Object.defineProperties({}, {
    facts: { get: readAgain, enumerable: true },
    elements: { get: () => elements },
  });
})()`;
const longestReadMs = 5000;

/** Frames that are read; a payment page has a handful. */
const mostFrames = 50;
/** Characters of text, over all frames. */
const mostText = 20_000;

/**
 * Reads the page as it stands. A document that is just being replaced reads as empty.
 *
 * @throws NotTested when there is more on the page than is read
 */
export const readScene = async (where: Page | Frame): Promise<Scene> => {
  const frames = framesOf(where);
  if (frames.length > mostFrames) throw tooLarge(`${frames.length} frames`);
  const parts = await Promise.all(frames.map(readFrame));
  const documents = parts.map((part) => part.facts);
  const beyond = documents.find((one) => one.beyond)?.beyond;
  if (beyond) throw tooLarge(beyond);
  const controls = parts.flatMap((part) => part.controls);
  const shown = documents
    .map((one) => one.text)
    .join(' ')
    .slice(0, mostText);
  const text = inEnglish(shown);
  return {
    controls,
    presets: documents.flatMap((one) => one.presets),
    text,
    folded: documents.map((one) => one.folded).join('\n'),
    unread: documents.some((one) => one.unread),
    status: documents[0]?.status ?? 0,
    blocked: parts[0]?.blocked ?? false,
    signature: JSON.stringify([documents.map(addressOf), text.replace(/\d+/g, '#'), controls.map(appearance)]),
  };
};

const tooLarge = (seen: string): NotTested =>
  new NotTested(
    `the payment page is too large to be read: it has ${seen}; ` +
      'mend it: let CHECKOUT_PAGE name a module that knows the page (see docs/payment-page.md)',
  );

/** A page that only loads itself once more has not changed. */
const addressOf = ({ id }: DocumentFacts): string => id.replace(/^\S+/, '').replace(/\d+/g, '#');

const appearance = (control: Control) => {
  const { kind, name, value, checked, disabled, covered, invalid, look } = control;
  return [kind, name, value, checked, disabled, covered, invalid, look];
};

interface Part {
  facts: DocumentFacts;
  controls: Control[];
  blocked: boolean;
}

const nothing: DocumentFacts = {
  id: '',
  status: 0,
  text: '',
  folded: '',
  controls: [],
  presets: [],
  beyond: '',
  unread: false,
};

/** What reads a document each time its facts are asked for, and has the elements of the last reading. */
interface Reader {
  handle: JSHandle<{ readonly facts: DocumentFacts }>;
  /** How often it has read. */
  readings: number;
}

/** Of the document that stood in a frame when it was read last. */
const readers = new WeakMap<Frame, Reader>();

const readFrame = async (frame: Frame): Promise<Part> => {
  const blocked = frame.url().startsWith('chrome-error:');
  // A frame that has never had a document would be asked in vain.
  if (blocked || frame.url() === '') return { facts: nothing, controls: [], blocked };
  const known = readers.get(frame);
  let seen = known ? await readWith(known) : 'gone';
  if (seen === 'gone') {
    const handle = await soon(frame.evaluateHandle(script));
    if (typeof handle === 'string') return { facts: nothing, controls: [], blocked };
    const reader = { handle: handle as Reader['handle'], readings: 0 };
    readers.set(frame, reader);
    seen = await readWith(reader);
  }
  return typeof seen === 'string' ? { facts: nothing, controls: [], blocked } : { ...seen, blocked };
};

/** A property tells its value without a trace of it: an evaluation would have the page copied before and after. */
const readWith = async (reader: Reader): Promise<Omit<Part, 'blocked'> | 'gone' | 'busy'> => {
  const { handle } = reader;
  reader.readings += 1;
  const { readings } = reader;
  const read = await soon(handle.jsonValue());
  if (typeof read === 'string') return read;
  const element = async (index: number): Promise<ElementHandle | null> => {
    // What was read anew since has other elements.
    if (reader.readings !== readings) return null;
    const all = await soon(handle.getProperty('elements'));
    const one = typeof all === 'string' ? all : await soon(all.getProperty(String(index)));
    return typeof one === 'string' ? null : one.asElement();
  };
  const { facts } = read;
  const controls = facts.controls.map((control, index) => ({
    ...control,
    document: facts.id,
    element: () => element(index),
  }));
  return { facts, controls };
};

/** What was read; a document may be gone while it is read, and a busy one may never answer. */
const soon = async <T extends object>(reading: Promise<T>): Promise<T | 'gone' | 'busy'> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'busy'>((resolve) => {
    timer = setTimeout(() => resolve('busy'), longestReadMs);
  });
  const read = await Promise.race([reading.catch(() => 'gone' as const), late]);
  clearTimeout(timer);
  return read;
};
