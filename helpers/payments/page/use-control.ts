import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { digitsOn, type Found } from './find-control.ts';
import { isField, isNamed, isOption, isPushed, locate, readTree, type PageNode } from './page-tree.ts';

/** The page lets nobody change a field. */
export class LockedField extends NotTested {}

/** How long one action may take, in milliseconds. */
const actionMs = 2500;
const soon = { timeout: actionMs };

const ticked = /^(?:checkbox|switch|radio|menuitemradio|menuitemcheckbox)$/;

/** Whether a control is ticked rather than pressed. */
export const isTickBox = ({ node }: Found): boolean => ticked.test(node.role);

/** Presses a control; what is ticked stays ticked. */
export const press = async (found: Found): Promise<void> => {
  const { element } = found;
  if (!isTickBox(found)) return element.click({ ...soon, noWaitAfter: true });
  for (let times = 0; times < 2 && !(await isTicked(element)); times += 1) {
    // A drawn box lies over the input that it stands for.
    const isClicked = await element.click({ timeout: 1000, noWaitAfter: true }).then(
      () => true,
      () => false,
    );
    if (!isClicked) await element.evaluate((one) => (one as HTMLElement).click(), undefined, soon);
    await pause(30);
  }
};

const isTicked = (element: Locator): Promise<boolean> =>
  element.evaluate(
    (one) => (one as HTMLInputElement).checked || one.getAttribute('aria-checked') === 'true',
    undefined,
    soon,
  );

/**
 * Types a value, or chooses it in any list.
 *
 * @throws NotTested when the list has no such option
 */
export const fillOrChoose = async (found: Found, value: string, where: Page | Frame): Promise<void> => {
  const { node, element, tree } = found;
  const keys = digitsOn(tree);
  const isTyped = /^\d+$/.test(value) && keys.size === 10;
  if (/^(?:group|radiogroup)$/.test(node.role)) return chooseIn(node, value, where);
  if (isField(node) || isPushed(node) || node.role === 'css') {
    const kind = await element.evaluate(
      (one) => {
        const field = one as HTMLInputElement;
        const isEditable = field.isContentEditable || (/^(?:input|textarea)$/.test(one.localName) && !field.readOnly);
        const isBox = field.maxLength === 1;
        if (field.readOnly) return 'locked';
        return one.localName === 'select' ? 'select' : isEditable ? (isBox ? 'box' : 'text') : 'other';
      },
      undefined,
      soon,
    );
    if (kind === 'select') return chooseNative(node, element, value);
    if (node.role === 'listbox') return chooseIn(node, value, where);
    if ((kind === 'other' || kind === 'locked') && isTyped) return typeOnKeypad(value, keys);
    if (kind === 'locked' && /^(?:textbox|searchbox|spinbutton)$/.test(node.role)) {
      if (alike(await valueIn(element), value)) return;
      throw new LockedField('cannot be changed');
    }
    if (node.role === 'combobox' || kind === 'other') return chooseDrawn(found, value, where, kind);
    return kind === 'box' ? typeInBoxes(found, value) : type(element, value);
  }
  if (!isTyped) throw new NotTested('is no field, and the page has no keypad');
  return typeOnKeypad(value, keys);
};

const typeOnKeypad = async (value: string, keys: ReadonlyMap<string, PageNode>): Promise<void> => {
  for (const digit of value) await locate(keys.get(digit) as PageNode).click(soon);
};

const alike = (one: string, other: string): boolean => {
  const [a = '', b = ''] = [one, other].map((text) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase());
  // A field may write a number with the code of its country.
  return (
    a === b || (a.length >= 6 && /^\d+$/.test(b) && a.endsWith(b.replace(/^0+/, ''))) || Number(one) === Number(other)
  );
};

const valueIn = (element: Locator): Promise<string> =>
  element.evaluate((one) => (one as HTMLInputElement).value ?? one.textContent ?? '', undefined, soon);

/** Whether a field that is still there has lost its value. */
export const isEmptied = async ({ node, element }: Found): Promise<boolean> => {
  if (!/^(?:textbox|searchbox|spinbutton)$/.test(node.role)) return false;
  return element
    .evaluate((one) => one.isConnected && (one as HTMLInputElement).value === '', undefined, { timeout: 300 })
    .catch(() => false);
};

const typeInBoxes = async (found: Found, value: string): Promise<void> => {
  const boxes = await boxesFrom(found);
  for (const [at, digit] of [...value].entries()) await boxes[at]?.pressSequentially(digit, soon);
};

const type = async (element: Locator, value: string): Promise<void> => {
  await element.fill(value, soon);
  await pause(30);
  if (alike(await valueIn(element), value)) return blur(element);
  await element.fill('', soon);
  await element.pressSequentially(value, { ...soon, delay: 10 });
  return blur(element);
};

/** Some pages check a value only when its field loses the focus. */
const blur = (element: Locator): Promise<void> =>
  element.evaluate((one) => (one as HTMLElement).blur(), undefined, soon).catch(() => {});

/** The boxes for one character each that begin with a field. */
const boxesFrom = async ({ node, tree }: Found): Promise<Locator[]> => {
  const fields = tree
    .slice(tree.indexOf(node))
    .filter((one) => one.place === node.place && /^(?:textbox|spinbutton)$/.test(one.role));
  const boxes: Locator[] = [];
  for (const field of fields.slice(0, 12)) {
    const element = locate(field);
    if (!(await element.evaluate((one) => (one as HTMLInputElement).maxLength === 1, undefined, soon))) break;
    boxes.push(element);
  }
  return boxes;
};

const chooseNative = async (node: PageNode, element: Locator, value: string): Promise<void> => {
  const option = node.inner.find((one) => one.role === 'option' && isNamed(one.name, value));
  if (!option && node.inner.length > 0) throw noOption(node.inner, value);
  await element.selectOption(option ? { label: option.name } : { value }, soon);
};

const chooseIn = async (group: PageNode, value: string, where: Page | Frame): Promise<void> => {
  const option = group.inner.find((one) => (isPushed(one) || isOption(one)) && isNamed(one.name, value));
  const box = group.inner.find((one) => isField(one));
  if (option) return press({ node: option, element: locate(option), tree: group.inner });
  if (!box) throw noOption(group.inner, value);
  return fillOrChoose({ node: box, element: locate(box), tree: group.inner }, value, where);
};

/** Opens a list that the page draws itself, by a click, by a key or by typing, and presses the option. */
const chooseDrawn = async (
  { node, element }: Found,
  value: string,
  where: Page | Frame,
  kind: string,
): Promise<void> => {
  const ways = [
    () => element.click(soon),
    () => element.press('ArrowDown', soon),
    // In a text field, Enter would send the form.
    ...(kind === 'text' ? [() => element.fill(value, soon)] : []),
    ...(kind === 'other' ? [() => element.press('Enter', soon)] : []),
  ];
  let seen: readonly PageNode[] = [];
  for (const open of ways) {
    await open().catch(() => {});
    const until = Date.now() + 1200;
    do {
      seen = await readTree(where);
      const inside = seen.filter((one) => one.ref !== undefined && one.ref !== node.ref);
      const option = inside.find((one) => isOption(one) && isNamed(one.name, value));
      if (option) return press({ node: option, element: locate(option), tree: seen });
      await pause(50);
    } while (Date.now() < until && !seen.some(isOption));
    const text = seen.find((one) => one.ref !== undefined && one.ref !== node.ref && isNamed(one.text, value));
    if (text && !isField(text)) return press({ node: text, element: locate(text), tree: seen });
    if (seen.some((one) => isOption(one) && one.ref !== undefined)) break;
  }
  if (kind === 'text') return element.fill(value, soon);
  throw noOption(seen, value);
};

const noOption = (nodes: readonly PageNode[], value: string): NotTested => {
  const names = nodes
    .filter((one) => isOption(one) || isPushed(one))
    .map(({ name }) => JSON.stringify(name.slice(0, 60)));
  return new NotTested(`has no option "${value}", only ${names.slice(0, 12).join(', ') || 'none'}`);
};
