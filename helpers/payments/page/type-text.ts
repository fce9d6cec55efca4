import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { Found } from './find-control.ts';
import { locate, soon, succeeds, type PageNode } from './page-tree.ts';

// Texts are read back after they were typed, in the notation of the page.

/** How long a page may take to check a field that is left, in milliseconds. */
const checkedMs = 20;

/** Types a value into a field. @throws NotTested when the field does not hold it afterwards */
export const type = async (element: Locator, value: string): Promise<void> => {
  await element.fill(value, soon());
  if (isAlike(await valueLeftIn(element), value)) return;
  let shown = '';
  const ways: readonly (() => Promise<void>)[] = [
    () => element.fill(value, soon()),
    async () => {
      await element.fill('', soon());
      await element.pressSequentially(value, { ...soon(), delay: 10 });
    },
    // The last digits may be the decimals of an amount, whatever is typed.
    async () => {
      const [, decimals = ''] = /^\D*\d[\d\s.,]*?[.,](\d{2,3})\D*$/.exec(shown) ?? [];
      await element.fill(/^\d+$/.test(value) ? value + decimals.replaceAll(/./g, '0') : value, soon());
    },
  ];
  for (const act of ways) {
    await act();
    const { typed, left } = await element.evaluate(afterLeaving, undefined, soon());
    // A page may hide a number once it is left; a list with search drops what was only typed.
    if (isAlike(left, value) || (isAlike(typed, value) && left !== '')) return;
    shown = left;
  }
  throw new NotTested(`does not keep what is typed; it holds ${JSON.stringify(shown.slice(0, 40))}`);
};

/** What a field holds once it has lost the focus; empty where only a handle could tell. */
const valueLeftIn = async (element: Locator): Promise<string> => {
  await leave(element);
  await pause(checkedMs);
  return element.inputValue(soon()).catch(() => '');
};

/**
 * What a field holds after typing, and after it has lost the focus: some pages check a value only then. Runs in the
 * browser, where named functions inside it would lack a helper of the compiler.
 */
const afterLeaving = async (one: Element): Promise<{ typed: string; left: string }> => {
  const shown: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    shown.push((one as HTMLInputElement).value ?? one.textContent ?? '');
    (one as HTMLElement).blur();
  }
  return { typed: shown[0] ?? '', left: shown[1] ?? '' };
};

/** Whether a field shows a value, in the notation of the page: in groups, with the code of a country, with decimals. */
export const isAlike = (shown: string, value: string): boolean => {
  const [a = '', b = ''] = [shown, value].map((text) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase());
  if (a === b) return true;
  const bare = b.replace(/^0+/, '');
  if (/^\d+$/.test(b) && bare.length >= 6 && a.replace(/\D/g, '').endsWith(bare)) return true;
  const amount = shown.replace(/[^\d.,]/g, '').replace(/,(?=\d{3}\b)/g, '');
  return amount !== '' && value.trim() !== '' && Number(amount.replace(',', '.')) === Number(value);
};

export const valueIn = (element: Locator): Promise<string> =>
  element.evaluate((one) => (one as HTMLInputElement).value ?? one.textContent ?? '', undefined, soon());

/** Types a code into boxes for one character each; most pages go on to the next box by themselves. */
export const typeInBoxes = async (boxes: readonly PageNode[], value: string): Promise<void> => {
  const elements = boxes.map(locate);
  for (const [at, digit] of [...value].entries()) await elements[at]?.pressSequentially(digit, soon());
  const shown = await Promise.all(elements.map(valueIn)).catch(() => [...value]);
  // A page may hide the digits, or go on by itself after the last one.
  const isShown = shown.join('') === value || shown.every((one) => /^[•●*]$/.test(one));
  if (!isShown) throw new NotTested(`does not keep what is typed; ${shown.filter(Boolean).length} boxes are filled`);
};

/** The boxes for one character of a code each that begin with a field: as many as it has, side by side, equal and small. */
export const boxesFrom = ({ node, tree }: Found, value: string): PageNode[] => {
  const isBeside = (one: PageNode) =>
    one.ref !== undefined &&
    one.role === node.role &&
    one.place === node.place &&
    Math.abs((one.box?.y ?? 0) - (node.box?.y ?? 0)) < 4 &&
    Math.abs((one.box?.width ?? 0) - (node.box?.width ?? 0)) < 4;
  const boxes = tree.slice(tree.indexOf(node)).filter(isBeside);
  const isCode = /^\w{3,12}$/.test(value) && boxes.length === value.length && (node.box?.width ?? 0) < 100;
  return isCode ? boxes : [];
};

/** Leaves a field. @returns false when it is gone */
export const leave = (element: Locator): Promise<boolean> => succeeds(element.blur(soon()));
