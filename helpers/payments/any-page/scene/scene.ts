import type { ElementHandle, Frame, JSHandle, Page } from '@playwright/test';
import { Hold } from '../../../connection/guard/hold.ts';
import { NotTested } from '../../../errors/errors.ts';
import { inEnglish } from './languages.ts';
import { readDocument, type ControlFacts, type DocumentFacts, type Preset } from './read-document.ts';

/** A control of the current page with access to its element. */
export interface Control extends ControlFacts {
  /** The document that contains it. */
  document: string;
  element: () => Promise<ElementHandle | null>;
}

/** What a customer sees at one moment, in all frames of the payment page. */
export interface Scene {
  controls: Control[];
  /** Hidden values that are sent with the page. */
  presets: Preset[];
  /** Translated into the words of the vocabulary. */
  text: string;
  /** The text of collapsed sections. */
  folded: string;
  /** Whether it shows something unreadable. */
  unread: boolean;
  /** The HTTP status of the outermost document; 0 if the browser does not provide it. */
  status: number;
  /** The browser refused to show the outermost document: framing is blocked, or it is unreachable. */
  blocked: boolean;
  /** Changes with every visible change except a countdown. */
  signature: string;
}

const tabs = new WeakSet<Page>();

/** Marks a window as a separate tab, not a popup of another payment page. */
export const setApart = (page: Page): void => {
  tabs.add(page);
};

/** The maximum number of windows that a page may open. */
export const mostWindows = 5;

/**
 * The frames to read: those of the page, or a frame with its child frames, and windows that were opened since. A
 * detached frame was replaced by its whole window. Frames of unlisted hosts are neither read nor acted on.
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

// Compilers may wrap inner functions in a helper named __name, which does not exist in the browser.
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
const maxReadMs = 5000;

/** The maximum number of frames; a payment page has a handful. */
const maxFrames = 50;
/** The maximum length of the text of all frames. */
const maxTextLength = 20_000;

/**
 * Reads the page in its current state. A document that is being replaced reads as empty.
 *
 * @throws NotTested when the page is too large
 */
export const readScene = async (where: Page | Frame): Promise<Scene> => {
  const frames = framesOf(where);
  if (frames.length > maxFrames) throw tooLarge(`${frames.length} frames`);
  const parts = await Promise.all(frames.map(readFrame));
  const documents = parts.map((part) => part.facts);
  const beyond = documents.find((one) => one.beyond)?.beyond;
  if (beyond) throw tooLarge(beyond);
  const controls = parts.flatMap((part) => part.controls);
  const shown = documents
    .map((one) => one.text)
    .join(' ')
    .slice(0, maxTextLength);
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

/** The address of a document without digits, so that a mere reload does not count as a change. */
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

/** Reads a document each time its facts are accessed, and keeps the elements of the last reading. */
interface Reader {
  handle: JSHandle<{ readonly facts: DocumentFacts }>;
  /** The number of readings. */
  readings: number;
}

/** The reader of the document that a frame had at its last reading. */
const readers = new WeakMap<Frame, Reader>();

const readFrame = async (frame: Frame): Promise<Part> => {
  const blocked = frame.url().startsWith('chrome-error:');
  // A frame without a document would never answer.
  if (blocked || frame.url() === '') return { facts: nothing, controls: [], blocked };
  const known = readers.get(frame);
  let seen = known ? await readWith(known) : 'gone';
  if (seen === 'gone') {
    const handle = await readInTime(frame.evaluateHandle(script));
    if (typeof handle === 'string') return { facts: nothing, controls: [], blocked };
    const reader = { handle: handle as Reader['handle'], readings: 0 };
    readers.set(frame, reader);
    seen = await readWith(reader);
  }
  return typeof seen === 'string' ? { facts: nothing, controls: [], blocked } : { ...seen, blocked };
};

/** Reads through a property, since an evaluation would add snapshots of the page to the trace. */
const readWith = async (reader: Reader): Promise<Omit<Part, 'blocked'> | 'gone' | 'busy'> => {
  const { handle } = reader;
  reader.readings += 1;
  const { readings } = reader;
  const read = await readInTime(handle.jsonValue());
  if (typeof read === 'string') return read;
  const element = async (index: number): Promise<ElementHandle | null> => {
    // A later reading has replaced the elements.
    if (reader.readings !== readings) return null;
    const all = await readInTime(handle.getProperty('elements'));
    const one = typeof all === 'string' ? all : await readInTime(all.getProperty(String(index)));
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

/** The result of a reading, unless the document disappears meanwhile or is too busy to answer. */
const readInTime = async <T extends object>(reading: Promise<T>): Promise<T | 'gone' | 'busy'> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'busy'>((resolve) => {
    timer = setTimeout(() => resolve('busy'), maxReadMs);
  });
  const read = await Promise.race([reading.catch(() => 'gone' as const), late]);
  clearTimeout(timer);
  return read;
};
