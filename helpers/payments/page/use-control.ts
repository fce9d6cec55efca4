import type { Frame, Locator, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { chooseIn, chooseNative, isChoosable, looksOf } from './choose-option.ts';
import { choose } from './drawn-list.ts';
import { digitsOn, isOpener, type Found } from './find-control.ts';
import { readIn } from './page-documents.ts';
import type { Line } from './page-lines.ts';
import { tick } from './tick-box.ts';
import { boxesFrom, isAlike, type, typeInBoxes, valueIn } from './type-text.ts';
import {
  ancestorsOf,
  isControl,
  isField,
  isGroup,
  isA,
  isNamed,
  isPushed,
  isTickBox,
  isTicked,
  locate,
  readTree,
  soon,
  windowsOf,
} from './page-tree.ts';
import type { PageNode } from './page-tree.ts';

// Every control is read back after it was used: what is ticked is ticked, and what was typed stands in its field.

/** The page lets nobody change a field. */
export class LockedField extends NotTested {}

/** Presses. A page that is busy with what follows may answer late, though it has seen the press. */
const click = async (element: Locator, where: Page | Frame): Promise<void> => {
  const frames = windowsOf(where).flatMap((window) => window.frames());
  await readIn(frames, watchPresses, undefined);
  const failed = await element.click(soon()).catch((error: Error) => error);
  // A document that is left has seen it.
  const seen = await readIn(frames, isPressed, undefined);
  if (seen.includes(true) || (!failed && seen.includes(undefined))) return;
  // A page that draws itself again and again may replace a control before or between the two halves of a press.
  if ((await element.count()) === 0) await element.evaluate((one) => (one as HTMLElement).click(), undefined, soon());
  else if (failed) throw failed;
};

/** Runs in the browser. Playwright keeps a press from a document if it would not reach its control. */
const watchPresses = (): boolean | undefined => {
  const noted = document as unknown as Record<symbol, boolean | undefined>;
  const pressed = Symbol.for('pressed by the customer');
  if (noted[pressed] === undefined)
    for (const type of ['pointerup', 'click'])
      document.addEventListener(type, ({ isTrusted }) => (noted[pressed] ||= isTrusted), { capture: true });
  return (noted[pressed] = false);
};

/** Whether a press came to a document since it was watched; undefined where another one has taken its place. */
const isPressed = (): boolean | undefined =>
  (document as unknown as Record<symbol, boolean | undefined>)[Symbol.for('pressed by the customer')];

/**
 * Presses a control; what is ticked stays ticked.
 *
 * @param quietMs how long the page has sent nothing, and got no answer
 * @returns whether it shows by itself that it was pressed: what is ticked, or words that look otherwise
 * @throws NotTested when a choice is not chosen, or a box not ticked, although it was pressed in every way
 */
export const press = async (
  found: Found,
  line: Pick<Line, 'name'>,
  where: Page | Frame,
  quietMs: () => number,
): Promise<boolean> => {
  const { node, element, tree } = found;
  // The words of a choice that is not seen itself.
  const isChoice = (one: PageNode) => isTickBox(one) && isNamed(one.name, line.name);
  const choice = isTickBox(node) ? node : isControl(node) ? undefined : tree.find(isChoice);
  const look = () => element.evaluate(looksOf, undefined, soon()).catch(() => '');
  if (!choice) {
    const isPlain = isControl(node) || node.role === 'css';
    const before = isPlain ? '' : await look();
    await click(element, where);
    return !isPlain && (await look()) !== before;
  }
  const isNow = async (): Promise<boolean> => {
    if (!isTickBox(node)) return (await readTree(where)).some((one) => isChoice(one) && isTicked(one));
    return (await element.isChecked(soon()).catch(() => false)) || element.evaluate(readTicked, undefined, soon());
  };
  if (!isTicked(choice)) await tick(element, { isNow, look, quietMs });
  return true;
};

/** Whether a tick box is ticked, in whatever way its page says so. Runs in the browser. */
const readTicked = (one: Element): boolean =>
  one.matches(':checked, [aria-checked=true], [aria-selected=true], [aria-pressed=true]') ||
  // Elements of a page's own may have it as a property alone.
  (one as { checked?: unknown }).checked === true;

/** What stands around a line while it is followed. */
interface Around {
  /** The line behind it, which may confirm a choice. */
  next?: Line | undefined;
  /** Asked before anything is pressed. @throws ForbiddenPayment when a press could pay with what must not be paid with */
  guard: (node: PageNode) => Promise<unknown>;
}

/**
 * Types a value, or chooses it in any list, and reads the control back.
 *
 * @throws NotTested when the control does not show it afterwards, saying what was tried and what it shows
 */
export const enter = async (
  found: Found,
  line: Line,
  value: string,
  where: Page | Frame,
  { next, guard }: Around,
): Promise<void> => {
  const { node, element, tree } = found;
  if (isGroup(node)) {
    const box = node.inner.find((one) => isField(one) && one.ref);
    if (box && digitsOn(tree).size < 10 && !isChoosable(node, value))
      return enter({ node: box, element: locate(box), tree }, line, value, where, { next, guard });
    return chooseIn(node, line, value, where);
  }
  const isBare = !isField(node) && !isPushed(node) && node.role !== 'css';
  if (isBare && (digitsOn(tree).size === 10 || (node.cursor !== 'pointer' && !isOpener(node))))
    return typeOnKeypad(found, value, where);
  const boxes = boxesFrom(found, value);
  if (boxes.length > 0) return typeInBoxes(boxes, value);
  const kind = await kindOf(found);
  if (kind === 'select') return chooseNative(found, value);
  // The browser shows what the page suggests, outside of it.
  if (kind === 'suggested') return type(element, value);
  const isLocked = kind === 'locked' && /^(?:textbox|searchbox|spinbutton)$/.test(node.role);
  if (isLocked && isAlike(await valueIn(element), value)) return;
  if (kind !== 'text' && /^\d+$/.test(value) && !(await isOpenable(element))) {
    if (digitsOn(tree).size < 10) await element.click(soon()).catch(() => {});
    const keys = digitsOn(await readTree(where));
    if (keys.size === 10) return typeOnKeypad(found, value, where);
    if (isLocked) throw new LockedField('cannot be changed');
  }
  // A list with search may not say that it is one, but it is pressed, not written in.
  const isUnsaid =
    ancestorsOf(node)
      .slice(0, 3)
      .some(({ cursor }) => cursor === 'pointer') && !/^[\d\s]+$/.test(value);
  const isList = kind !== 'text' || node.role === 'combobox' || isUnsaid;
  return isList ? choose(found, { line, next, guard, value, where, kind }) : type(element, value);
};

type Kind = 'select' | 'suggested' | 'locked' | 'text' | 'other';

/** What kind of control an element is; for most, without a handle, which takes the browser ten times as long. */
const kindOf = async ({ node, element }: Found): Promise<Kind> => {
  const isText = /^(?:textbox|searchbox|spinbutton)$/.test(node.role);
  if (isText && (await isA(element, ':read-write'))) return 'text';
  if (/^(?:combobox|listbox)$/.test(node.role) && (await isA(element, 'select'))) return 'select';
  return element.evaluate(readKind, undefined, soon());
};

/** Runs in the browser. */
const readKind = (one: Element): Kind => {
  const field = one as HTMLInputElement;
  if (one.localName === 'select') return 'select';
  if (field.readOnly) return 'locked';
  if (field.list) return 'suggested';
  return field.isContentEditable || /^(?:input|textarea)$/.test(one.localName) ? 'text' : 'other';
};

const isOpenable = (element: Locator): Promise<boolean> =>
  element.evaluate(
    (one) => one.matches('[aria-haspopup], [aria-expanded], [aria-controls], [list]'),
    undefined,
    soon(),
  );

/** Enters digits by the buttons that the page has for them. */
const typeOnKeypad = async ({ node, element }: Found, value: string, where: Page | Frame): Promise<void> => {
  const keys = digitsOn(await readTree(where));
  if (!/^\d+$/.test(value) || keys.size < 10) throw new NotTested('is no field, and the page has no keypad');
  const shown = async () => (isField(node) ? valueIn(element) : (await readTree(where)).map(textOf).join('\n'));
  const before = await shown();
  for (const digit of value) await locate(keys.get(digit) as PageNode).click(soon());
  // A page may hide a code, or go on by itself after its last digit.
  const after = await shown().catch(() => '');
  if (after === before) throw new NotTested('is not changed by the digits of the page');
};

const textOf = ({ role, name, text }: PageNode): string => `${role} ${name} ${text}`;
