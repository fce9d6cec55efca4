import type { Frame, Page } from '@playwright/test';
import { NetworkPolicy } from '../../network/network-policy.ts';
import { NotTested } from '../../errors/errors.ts';
import { windowsOf } from './page-tree.ts';

/** A value that a page sends, entered or not. */
export interface SentValue {
  /** Name, id, label, placeholder and the like. */
  words: string;
  value: string;
  /** The type of its field; `hidden` also for one that is not seen. */
  type: string;
  disabled: boolean;
}

/** What no ARIA snapshot tells of a page. */
export interface PageFacts {
  /** The text that is seen, in lines. */
  text: string;
  values: SentValue[];
  /** The fields whose values the page has refused. */
  invalid: string[];
  /** The HTTP status of the outermost document; 0 if the browser does not provide it. */
  status: number;
  /** The words of what looks as if it could be pressed and is no control, with the number of what stands around a choice. */
  pressable: { words: string; group: number }[];
  /** It shows something that can neither be read nor named: a drawing, or an element that hides what is in it. */
  opaque: boolean;
  /** The browser refused to show the outermost document: framing is blocked, or it is unreachable. */
  blocked: boolean;
}

interface DocumentFacts extends Omit<PageFacts, 'blocked'> {
  size: number;
}

const maxFrames = 50;
const maxElements = 20_000;
const maxTextLength = 20_000;
const maxReadMs = 5000;

/**
 * Reads the page in its current state. A document that is being replaced reads as empty.
 *
 * @throws NotTested when the page is too large
 */
export const readFacts = async (where: Page | Frame): Promise<PageFacts> => {
  const [own, ...opened] = windowsOf(where);
  const page = own as Page;
  const isFramed = !('mainFrame' in where) && !where.isDetached();
  const policy = NetworkPolicy.of(page.context());
  const frames = [...(isFramed ? withChildren(where) : page.frames()), ...opened.flatMap((one) => one.frames())];
  const owned = frames.filter((frame) => policy.owns(frame));
  if (owned.length > maxFrames) throw tooLarge(`${owned.length} frames`);
  const documents = await Promise.all(owned.map(factsOf));
  const large = documents.find(({ size }) => size > maxElements);
  if (large) throw tooLarge(`${large.size} elements`);
  return {
    text: documents
      .map(({ text }) => text)
      .join('\n')
      .slice(0, maxTextLength),
    values: documents.flatMap(({ values }) => values),
    invalid: documents.flatMap(({ invalid }) => invalid),
    pressable: documents.flatMap(({ pressable }) => pressable),
    status: documents[0]?.status ?? 0,
    opaque: documents.some(({ opaque }) => opaque),
    blocked: owned[0]?.url().startsWith('chrome-error:') ?? false,
  };
};

const withChildren = (frame: Frame): Frame[] => [frame, ...frame.childFrames().flatMap(withChildren)];

const tooLarge = (seen: string): NotTested => new NotTested(`the payment page is too large to be read: it has ${seen}`);

const nothing: DocumentFacts = { text: '', values: [], invalid: [], pressable: [], status: 0, opaque: false, size: 0 };

/** The facts of a document, unless it disappears meanwhile or is too busy to answer. */
const factsOf = async (frame: Frame): Promise<DocumentFacts> => {
  // A frame without a document would never answer.
  if (frame.url() === '' || frame.url().startsWith('chrome-error:')) return nothing;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DocumentFacts>((resolve) => (timer = setTimeout(() => resolve(nothing), maxReadMs)));
  const read = await Promise.race([frame.evaluate<DocumentFacts>(script).catch(() => nothing), late]);
  clearTimeout(timer);
  return read;
};

/** Runs in the browser, also in open shadow roots. */
const readDocument = (): DocumentFacts => {
  const inside = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
  const all = inside(document);
  const textOf = (root: Document | ShadowRoot): string =>
    [
      ...(root instanceof Document ? [root.body] : [...root.children].filter((one) => !one.matches('style, script'))),
      ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
    ]
      .map((part) => (part instanceof ShadowRoot ? textOf(part) : ((part as HTMLElement | null)?.innerText ?? '')))
      .join('\n')
      .slice(0, 60_000);
  const short = (text: string | null | undefined) => (text ?? '').slice(0, 200);
  const wordsOf = (one: HTMLInputElement): string =>
    [
      ...['name', 'id', 'placeholder', 'autocomplete', 'aria-label', 'title'].map((name) => one.getAttribute(name)),
      ...[...(one.labels ?? [])].slice(0, 3).map((label) => label.textContent),
    ]
      .map(short)
      .join(' ');
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    responseStatus?: number;
  })[];
  const fields = all.filter((one): one is HTMLInputElement => one.matches('input, select, textarea')).slice(0, 600);
  const isSent = (one: HTMLInputElement) =>
    !/^(?:submit|button|reset|image)$/.test(one.type) && (!/^(?:radio|checkbox)$/.test(one.type) || one.checked);
  const buttons = all.filter((one): one is HTMLButtonElement => one.matches('button[name][value]')).slice(0, 100);
  const links = all.filter((one): one is HTMLAnchorElement => one.matches('a[href*="?"]')).slice(0, 100);
  const roles = 'button link checkbox radio switch tab option menuitem combobox listbox textbox slider spinbutton';
  const controls = `a[href], button, input, select, textarea, summary, [role=${roles.replaceAll(' ', '], [role=')}]`;
  const isOfControl = (one: Element) =>
    one.closest(controls) || one.querySelector(controls) || one.closest('label')?.control?.matches(controls);
  // The control of a label may be an element of its own that no reader sees.
  const seemsPressable = (one: Element | null) =>
    one !== null &&
    (getComputedStyle(one).cursor === 'pointer' || (one as HTMLLabelElement).control?.localName.includes('-'));
  const saidBy = (one: Element): string =>
    [
      (one as HTMLElement).innerText?.trim(),
      ...[one, ...one.querySelectorAll('img, svg')].flatMap((part) => [
        ...['aria-label', 'alt', 'title'].map((name) => part.getAttribute(name)),
        part.querySelector('title')?.textContent,
      ]),
    ].find(Boolean) ?? '';
  const pressable = all
    .filter((one) => seemsPressable(one) && !seemsPressable(one.parentElement) && !isOfControl(one))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && saidBy(one) !== '')
    .slice(0, 100);
  const groupOf = (one: Element) =>
    [one.parentElement, one.parentElement?.parentElement]
      .map((around) => all.findIndex((other) => other === around))
      .find((at) => pressable.some((other) => other !== one && all[at]?.contains(other))) ?? -1;
  return {
    size: all.length,
    text: document.body
      ? textOf(document)
          .replace(/[^\S\n]+/g, ' ')
          .trim()
      : '',
    status: navigation?.responseStatus ?? 0,
    opaque: all.some(
      (one) =>
        (one.matches('canvas, object, embed') || (one.localName.includes('-') && !one.shadowRoot && !one.innerHTML)) &&
        one.checkVisibility() &&
        one.getBoundingClientRect().height > 20,
    ),
    pressable: pressable.map((one) => ({ words: short(saidBy(one).trim()), group: groupOf(one) })),
    invalid: fields
      .filter(
        (one) => one.checkVisibility() && (one.matches(':user-invalid') || one.getAttribute('aria-invalid') === 'true'),
      )
      .map(wordsOf),
    values: [
      ...fields
        .filter((one) => one.value && isSent(one))
        .flatMap((one) => {
          const chosen = one instanceof HTMLSelectElement ? one.selectedOptions[0] : undefined;
          const isRadio = one.type === 'radio';
          const shown = chosen ? chosen.text : isRadio ? one.labels?.[0]?.textContent : undefined;
          return [one.value, ...(shown === undefined ? [] : [shown])].map((value) => ({
            words: wordsOf(one),
            value: short(value),
            type: one.checkVisibility() ? one.type : 'hidden',
            disabled: one.matches(':disabled'),
          }));
        }),
      ...buttons.map(({ name, value }) => ({
        words: short(name),
        value: short(value),
        type: 'hidden',
        disabled: false,
      })),
      ...links.flatMap((one) =>
        [...new URLSearchParams(one.search.slice(0, 2000))].map(([words, value]) => ({
          words: short(words),
          value: short(value),
          type: 'hidden',
          disabled: false,
        })),
      ),
    ],
  };
};

// Compilers may wrap inner functions in a helper named __name, which does not exist in the browser.
const script = `(() => { const __name = (named) => named; return (${readDocument.toString()})(); })()`;
