import type { Locator } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { Found } from './find-control.ts';
import { locate } from './page-tree.ts';

// Texts are read back after they were typed, in the notation of the page.

/** How long one action may take, in milliseconds. */
export const soon = { timeout: 2500 };

/** Types a value into a field. @throws NotTested when the field does not hold it afterwards */
export const type = async (element: Locator, value: string): Promise<void> => {
  const ways: readonly (() => Promise<void>)[] = [
    () => element.fill(value, soon),
    async () => {
      await element.fill('', soon);
      await element.pressSequentially(value, { ...soon, delay: 10 });
    },
  ];
  let shown = '';
  for (const act of ways) {
    await act();
    const { typed, left } = await element.evaluate(afterLeaving, undefined, soon);
    if (isAlike(typed, value) || isAlike(left, value)) return;
    shown = left;
  }
  throw new NotTested(`does not keep what is typed; it holds ${JSON.stringify(shown.slice(0, 40))}`);
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
  element.evaluate((one) => (one as HTMLInputElement).value ?? one.textContent ?? '', undefined, soon);

/** Types a code into boxes for one character each. */
export const typeInBoxes = async (found: Found, value: string): Promise<void> => {
  const boxes = await boxesFrom(found);
  for (const [at, digit] of [...value].entries()) await boxes[at]?.pressSequentially(digit, soon);
  const shown = await Promise.all(boxes.slice(0, value.length).map(valueIn)).catch(() => [...value]);
  // A page may hide the digits, or go on by itself after the last one.
  const isShown = shown.join('') === value || shown.every((one) => /^[•●*]$/.test(one));
  if (!isShown) throw new NotTested(`does not keep what is typed; ${shown.filter(Boolean).length} boxes are filled`);
};

/** The boxes for one character each that begin with a field. */
const boxesFrom = async ({ node, tree }: Found): Promise<Locator[]> => {
  const fields = tree
    .slice(tree.indexOf(node))
    .filter((one) => one.ref && one.place === node.place && /^(?:textbox|spinbutton)$/.test(one.role));
  const boxes: Locator[] = [];
  for (const field of fields.slice(0, 12)) {
    const element = locate(field);
    if (!(await element.evaluate((one) => (one as HTMLInputElement).maxLength === 1, undefined, soon))) break;
    boxes.push(element);
  }
  return boxes;
};
