import type { Frame, Page } from '@playwright/test';
import { documentsOf, readIn } from './page-documents.ts';

/** What a customer may be able to use, though no role says so. It takes the style of each element, so few readings ask. */
export interface Pressable {
  /** The words of what looks as if it could be pressed and is no control, with the number of what stands around a choice. */
  texts: { words: string; group: number }[];
  /** The page shows something that can neither be read nor named: a drawing, or an element that hides what is in it. */
  opaque: boolean;
}

/** What is opaque, in words. */
export const unreadable = 'a drawing or a closed element, in which nothing can be read';

/** Reads the page in its current state. */
export const readPressable = async (where: Page | Frame): Promise<Pressable> => {
  const documents = await readIn(documentsOf(where), readDocument, { texts: [], opaque: false });
  return { texts: documents.flatMap(({ texts }) => texts), opaque: documents.some(({ opaque }) => opaque) };
};

/** Runs in the browser. */
const readDocument = (all: readonly Element[]): Pressable => {
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
    texts: pressable.map((one) => ({ words: saidBy(one).trim().slice(0, 200), group: groupOf(one) })),
    opaque: all.some(
      (one) =>
        (one.matches('canvas, object, embed') || (one.localName.includes('-') && !one.shadowRoot && !one.innerHTML)) &&
        one.checkVisibility() &&
        [one.getBoundingClientRect()].some(({ height, width }) => height > (width > 100 ? 12 : 20)),
    ),
  };
};
