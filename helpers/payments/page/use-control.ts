import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { candidates, chooseIn, chooseNative, isChoosable, looksOf } from './choose-option.ts';
import { choose } from './drawn-list.ts';
import { digitsOn, isAsking, isDrawnOn, isOpener, isSummary, type Found } from './find-control.ts';
import { documentsOf, readIn } from './page-documents.ts';
import type { Line } from './page-lines.ts';
import { isPlaceholder } from './page-words.ts';
import { tick } from './tick-box.ts';
import { boxesFrom, isAlike, type, typeInBoxes, valueIn } from './type-text.ts';
import {
  ancestorsOf,
  isControl,
  isField,
  isGroup,
  isA,
  isNamed,
  isOption,
  isPushed,
  isTickBox,
  isTicked,
  knownOn,
  locate,
  readTree,
  slackMs,
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
  const own = isTickBox(node) ? node : undefined;
  const choice = isControl(node) ? own : tree.find(isChoice);
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
    const box = node.inner.find((one) => one.ref && (isField(one) || opensList(one)));
    if (box && digitsOn(tree).size === 0 && !isChoosable(node, value))
      return enter({ node: box, element: locate(box), tree }, line, value, where, { next, guard });
    return chooseIn(node, line, value, where);
  }
  const isBare = !isField(node) && !isPushed(node) && node.role !== 'css';
  const isKeyed = keyable.test(value) && digitsOn(tree).size > 0;
  if (isBare && (isKeyed || (node.cursor !== 'pointer' && !isOpener(node)))) return typeOnKeypad(found, value, where);
  const boxes = boxesFrom(found, value);
  if (boxes.length > 0) return typeInBoxes(boxes, value);
  const kind = await kindOf(found);
  if (kind === 'select') return chooseNative(found, value);
  // The browser shows what the page suggests, outside of it.
  if (kind === 'suggested') return type(element, value);
  const isLocked = kind === 'locked' && /^(?:textbox|searchbox|spinbutton)$/.test(node.role);
  if (isLocked && isAlike(await valueIn(element), value)) return;
  if (kind !== 'text' && keyable.test(value) && !(await isOpenable(element))) {
    if (await hasKeypad(found, where)) return typeOnKeypad(found, value, where);
    if (isLocked) throw new LockedField('cannot be changed');
  }
  // A list with search may not say that it is one, but it is pressed, not written in.
  const isUnsaid = [node, ...ancestorsOf(node).slice(0, 3)].some(isPointed) && !/^[\d\s]+$/.test(value);
  const isList = kind !== 'text' || node.role === 'combobox' || isUnsaid || (await suggests(found, value, where));
  return isList ? choose(found, { line, next, guard, value, where, kind }) : type(element, value);
};

/** What opens a list below the words of its group. */
const opensList = (node: PageNode): boolean =>
  isSummary(node) ||
  isAsking(node) ||
  (isPushed(node) && (node.expanded === false || (node.name !== '' && isPlaceholder(node.name))));

/** Whether a field offers what was typed, to be chosen: a list with search that says nothing of it drops what was only typed. */
const suggests = async ({ element, tree }: Found, value: string, where: Page | Frame): Promise<boolean> => {
  if (!/\p{L}/u.test(value) || value.includes('@')) return false;
  await element.fill(value, soon());
  const isKnown = knownOn(tree);
  for (const until = Date.now() + suggestedMs; ; await pause(pollMs)) {
    const fresh = (await readTree(where)).filter((one) => !isKnown(one));
    const offered = candidates(fresh, value);
    if (offered.some((one) => [one, ...ancestorsOf(one)].some((part) => isOption(part) || isPointed(part))))
      return true;
    if (Date.now() > until) return false;
  }
};
const isPointed = ({ cursor }: PageNode): boolean => cursor === 'pointer';

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

const pollMs = 50;
/** How long a keypad, and what is suggested for a text, may take to appear, in milliseconds. */
const [keypadMs, suggestedMs] = [800, 400];

/** What a keypad may enter, with the amounts among them. */
const keyable = /^\d+(?:\.\d+)?$/;
/** How many characters of another value are erased at most. */
const mostErased = 30;
const erasing =
  /^(?:del|delete|backspace|clear|erase|remove|c|⌫|←|löschen|effacer|supprimer|borrar|apagar|futa|删除)$/i;

/** Whether the page has a keypad, or shows one a little after its field is pressed. */
const hasKeypad = async ({ element, tree }: Found, where: Page | Frame): Promise<boolean> => {
  if (digitsOn(tree).size > 0) return true;
  await element.click(soon()).catch(() => {});
  for (const until = Date.now() + keypadMs + slackMs() / 4; ; await pause(pollMs)) {
    if (digitsOn(await readTree(where)).size > 0) return true;
    if (Date.now() > until) return false;
  }
};

/** Enters digits by the keys that the page has for them, which may change their places meanwhile. */
const typeOnKeypad = async (found: Found, value: string, where: Page | Frame): Promise<void> => {
  if (!keyable.test(value) || !(await hasKeypad(found, where)))
    throw new NotTested('is no field, and the page has no keypad');
  // What is left of another value.
  for (let times = 0, left = await heldBy(found, where); times < mostErased && /\d/.test(left); times += 1) {
    const key = (await readTree(where)).find((one) => one.ref && erasing.test(one.name || one.text));
    if (key) await locate(key).click(soon());
    const now = await heldBy(found, where);
    if (now === left) break;
    left = now;
  }
  const before = await looksOn(where);
  for (const digit of value) {
    const key = digitsOn(await readTree(where)).get(digit);
    if (!key) throw new NotTested(`needs a key for "${digit}", which the page does not have`);
    await locate(key).click(soon());
  }
  // A page may hide a code, or go on by itself after its last digit.
  const shown = await heldBy(found, where);
  if (/\d/.test(shown) && !isAlike(shown, value))
    throw new NotTested(`shows ${JSON.stringify(shown.slice(0, 40))} after its digits were pressed`);
  if (shown === '' && (await looksOn(where)) === before)
    throw new NotTested('is not changed by the digits of the page');
};

/** What the documents of a page look like, once nothing moves any more. */
const looksOn = async (where: Page | Frame): Promise<string> => {
  const until = Date.now() + keypadMs + slackMs() / 4;
  for (let before: string | undefined; ; await pause(pollMs)) {
    const now = (await readIn(documentsOf(where), readLooks, '')).join('\n');
    if (now === before || Date.now() > until) return now;
    before = now;
  }
};

/** Everything that a code may be shown by, such as dots; the keys themselves look otherwise while they are pressed. Runs in the browser. */
const readLooks = (all: readonly Element[]): string => {
  const isMoving = document.getAnimations().some((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  const looks = all
    .filter((one) => !/^\s*\d\D{0,8}$/.test(one.textContent ?? ''))
    .map(
      (one) => [...one.attributes].map(({ value }) => value).join('|') + (one.firstElementChild ? '' : one.textContent),
    )
    .join('\n');
  return isMoving ? `${performance.now()}` : looks;
};

/** What a field holds that is filled in by keys: its own value, or what the page draws on it. Empty once it is gone. */
const heldBy = async ({ node, element }: Found, where: Page | Frame): Promise<string> => {
  const own = isField(node) ? await valueIn(element).catch(() => '') : '';
  if (own !== '') return own;
  const drawn = (await readTree(where)).filter((one) => one.ref !== node.ref && isDrawnOn(one, node));
  const text = drawn.map((one) => one.text).join('');
  return isField(node) && !/[•●*]/.test(text) ? text : '';
};
