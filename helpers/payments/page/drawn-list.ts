import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import { candidates, clickDrawn, elementOf, marksOf, namesIn, noOption, pressed } from './choose-option.ts';
import { findNodes, type Found } from './find-control.ts';
import type { Line } from './page-lines.ts';
import { meaningOf } from './page-words.ts';
import { isValueOf, shownBy } from './shown-value.ts';
import { turned } from './turn-wheel.ts';
import { leave, type } from './type-text.ts';
import {
  ancestorsOf,
  isControl,
  isDialog,
  isNamed,
  isOption,
  isTickBox,
  isTicked,
  keyOf,
  knownOn,
  locate,
  readTree,
  slackMs,
  soon,
  succeeds,
  type PageNode,
} from './page-tree.ts';

// Lists that a page draws itself: opened, looked through, chosen from, and read back. They may stand beside their control,
// at the end of the page, in a dialog or a wheel, and show only some of their options at a time.

const pollMs = 50;
/** How long a list may take to open, to filter or to close, in milliseconds; and on a busy machine. */
const openMs = 1500;
const shownMs = (): number => openMs + slackMs() / 4;
/** How often a list is scrolled in one direction. */
const mostScrolls = 100;

/** What is chosen, and how. */
interface Choice {
  line: Line;
  /** The line behind it, which may confirm the choice. */
  next: Line | undefined;
  /** Asked before an option or a button is pressed. */
  guard: (node: PageNode) => Promise<unknown>;
  value: string;
  where: Page | Frame;
  /** `text` where a customer can type into the list. */
  kind: string;
}

/**
 * Opens a list that the page draws, presses the option, and reads the control back.
 *
 * @throws NotTested with what was tried and what the page shows
 */
export const choose = async (found: Found, choice: Choice): Promise<void> => {
  const { value, kind } = choice;
  const { node, element, tree } = found;
  const before = shownBy(node, tree);
  if (before.some((text) => isNamed(text, value))) return;
  const list = new DrawnList(found, choice, before);
  const around = ancestorsOf(node).find(({ ref, box }) => ref && box && box.height < 120);
  // In its middle may be another control, such as the button that pays.
  const isAlone = around?.inner.every((one) => !isControl(one) || one === node || node.inner.includes(one));
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    ...(node.expanded && { 'what is open': async () => {} }),
    'a click': () => clickDrawn(element),
    'a click on what lies over it': () => element.click({ ...soon(), force: true }),
    ...(around && isAlone && { 'a click beside it': () => locate(around).click(soon()) }),
    'the arrow key': () => element.press('ArrowDown', soon()),
    ...(kind === 'text' && { typing: () => element.fill(value, soon()) }),
    ...(kind === 'other' && { 'the enter key': () => element.press('Enter', soon()) }),
  };
  const tried: string[] = [];
  for (const [name, open] of Object.entries(ways)) {
    const isPressed = list.isOpen || (await succeeds(open()));
    tried.push(name);
    if (await list.chose(isPressed)) return;
    if (list.options.length > 0 && !list.hasOption) break;
  }
  // A field with suggestions takes any text.
  if (kind === 'text' && !list.hasOption) return type(element, value);
  if (list.options.length > 0 && !list.hasOption) throw noOption(list.options, value);
  const words = list.shown.filter(Boolean).slice(0, 3);
  const shown = words.map((text) => JSON.stringify(text.slice(0, 40)));
  throw new NotTested(
    `does not show "${value}" after ${tried.join(', ')}; it shows ${shown.join(', ') || 'nothing'}` +
      (list.hasOption ? ', though the option was pressed' : ', and no list opened'),
  );
};

/** A list that opens when its control is pressed. */
class DrawnList {
  /** The names of the options that were seen. */
  options: readonly string[] = [];
  hasOption = false;
  isOpen = false;
  shown: readonly string[] = [];
  readonly #control: Found;
  readonly #choice: Choice;
  readonly #before: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #isOld: (one: PageNode) => boolean;
  #confirmations = 0;

  constructor(control: Found, choice: Choice, before: readonly string[]) {
    this.#control = control;
    this.#choice = choice;
    this.#before = before;
    this.#known = new Set(control.tree.map(keyOf));
    this.#isOld = knownOn(control.tree);
  }

  /** Looks for the option in what has opened, or opens a little after the press; presses it, and reads the control back. */
  async chose(isPressed: boolean): Promise<boolean> {
    let tree = await this.#opened(false, isPressed ? undefined : 0);
    if (!tree) return false;
    this.isOpen = true;
    let options = this.#candidatesIn(tree);
    if (options.length === 0 && this.#choice.kind === 'text') {
      await this.#control.element.fill(this.#choice.value, soon()).catch(() => {});
      tree = (await this.#opened(true)) ?? tree;
      options = this.#candidatesIn(tree);
      // A list may search for other words than it shows.
      if (options.length === 0) {
        await this.#control.element.fill('', soon()).catch(() => {});
        tree = (await this.#opened()) ?? tree;
      }
    }
    if (options.length === 0) options = await this.#candidatesBehind(tree);
    for (const option of options.slice(0, 3)) {
      this.hasOption = true;
      const element = elementOf(option);
      if (!element) continue;
      await this.#choice.guard(option);
      const before = await marksOf(element);
      const isTurned = await turned(option, this.shown);
      if (!isTurned && !(await pressed(element))) continue;
      if (await this.#isShown(option)) return true;
      // A press on what still moved may have met its neighbour.
      if (!isTurned && before === (await marksOf(element)) && (await pressed(element)) && (await this.#isShown(option)))
        return true;
      if (await this.#confirmed(option)) return true;
    }
    this.isOpen = (await this.#opened(true)) !== undefined;
    return false;
  }

  /** The page with something new on it that can be chosen from; undefined when nothing opens. */
  async #opened(mustFit = false, mostMs = shownMs()): Promise<readonly PageNode[] | undefined> {
    const startedAt = Date.now();
    for (;;) {
      const tree = await readTree(this.#choice.where);
      const waitedMs = Date.now() - startedAt;
      const fresh = this.#fresh(tree);
      const options = fresh.filter((one) => isOption(one) || isTickBox(one));
      this.options = namesIn(options.length > 0 ? options : fresh);
      const own = this.#candidatesIn(tree);
      // What still moves cannot be pressed yet, and what lies under it would be.
      if (own.some(({ ref }) => ref) || (own.length > 0 && waitedMs > openMs / 2)) return tree;
      if (waitedMs > openMs / 2 && !mustFit && options.some(({ ref }) => ref)) return tree;
      if (waitedMs > mostMs) return !mustFit && fresh.some(({ ref }) => ref) ? tree : undefined;
      await pause(pollMs);
    }
  }

  /** What was not there before the list was opened; a list that stands on the page all the time is always there. */
  #fresh(tree: readonly PageNode[]): PageNode[] {
    return tree.filter((one) => !this.#isOld(one) || (isOption(one) && one.ref !== undefined));
  }

  #candidatesIn(tree: readonly PageNode[]): PageNode[] {
    const { node } = this.#control;
    return candidates(this.#fresh(tree), this.#choice.value).filter(
      (one) => one.ref !== node.ref && !one.inner.some((inner) => inner.ref === node.ref && node.ref !== undefined),
    );
  }

  /** Scrolls a list that draws only some of its options at a time, to its beginning and to its end, until it has the option. */
  async #candidatesBehind(tree: readonly PageNode[]): Promise<PageNode[]> {
    let now = tree;
    for (const edge of ['end', 'start'] as const) {
      for (let times = 0; times < mostScrolls; times += 1) {
        const seen = this.#fresh(now).filter((one) => one.ref && (isOption(one) || one.cursor === 'pointer'));
        const last = edge === 'start' ? seen.at(-1) : seen[0];
        if (!last) break;
        const before = new Set(now.map(keyOf));
        await locate(last)
          .evaluate((one, block) => one.scrollIntoView({ block, behavior: 'instant' }), edge, soon())
          .catch(() => {});
        const hasMore = () => now.some((one) => !before.has(keyOf(one)));
        for (let waits = 0; !hasMore() && waits < 4; waits += 1) {
          await pause(pollMs);
          now = await readTree(this.#choice.where);
        }
        const options = this.#candidatesIn(now);
        if (options.length > 0) return options;
        if (!hasMore()) break;
      }
    }
    return [];
  }

  /** Whether the control shows the option as its value; a text that was only typed is gone once the field is left. */
  async #isShown(option: PageNode): Promise<boolean> {
    const isTyped = this.#choice.kind === 'text';
    let isLeft = !isTyped;
    const startedAt = Date.now();
    for (let waitedMs = 0; waitedMs <= shownMs(); waitedMs = Date.now() - startedAt) {
      const tree = await readTree(this.#choice.where);
      const control = this.#again(tree);
      // The choice may have drawn the control anew, so that it is left where it is now.
      if (!isLeft && control && (isLeft = await leave(locate(control)))) continue;
      this.shown = control ? shownBy(control, tree, this.#openedAround(option, control, tree)) : [];
      const isOpen = isTyped && this.#candidatesIn(tree).some((one) => isOption(one) && one.ref !== undefined);
      // A list that stands on the page all the time marks what is chosen.
      if (control?.role === 'listbox' && candidates(control.inner, this.#choice.value).some(isTicked)) return true;
      if (isLeft && !isOpen && isValueOf(this.shown, this.#before, this.#choice.value, option)) return true;
      // A page that the choice has left has no such control any more, nor any other of it.
      if (!control && !tree.some((one) => isOption(one) || isDialog(one)))
        return tree.length > 0 && tree.filter(isControl).every((one) => !this.#known.has(keyOf(one)));
      // What asks for a confirmation does not close by itself.
      if (waitedMs > shownMs() / 4 && this.#dialogOf(option, tree)) return false;
      await pause(pollMs);
    }
    return false;
  }

  /** What was opened to choose an option from: its words are not those of the control. */
  #openedAround(option: PageNode, control: PageNode, tree: readonly PageNode[]): readonly PageNode[] {
    const isSame = (one: PageNode) => one.ref === option.ref && one.role === option.role && one.name === option.name;
    const list = option.ref === undefined ? undefined : tree.find(isSame)?.parent;
    return [this.#dialogOf(option, tree), list]
      .filter((one) => one !== undefined && !this.#isOld(one) && !one.inner.includes(control))
      .flatMap((one) => one?.inner ?? []);
  }

  /** The control as it is now: its name may have become that of the option. */
  #again(tree: readonly PageNode[]): PageNode | undefined {
    const { node } = this.#control;
    const isThere = (one: PageNode): boolean =>
      one.place === node.place &&
      one.role === node.role &&
      Math.abs((one.box?.x ?? 0) - (node.box?.x ?? 0)) < 3 &&
      Math.abs((one.box?.y ?? 0) - (node.box?.y ?? 0)) < 40;
    const same = tree.find((one) => node.ref !== undefined && one.ref === node.ref && one.place === node.place);
    return same ?? findNodes(this.#choice.line, tree)[0]?.node ?? tree.find(isThere);
  }

  #dialogOf(option: PageNode, tree: readonly PageNode[]): PageNode | undefined {
    const isInside = (dialog: PageNode) =>
      dialog.inner.some((one) => one.role === option.role && one.name === option.name);
    const dialog = tree.find((one) => isDialog(one) && isInside(one));
    if (dialog) return dialog;
    // One without a role is new on the page, and has buttons beside what is chosen from.
    const isNew = (one: PageNode) => one.role === 'generic' && !this.#isOld(one) && isInside(one);
    return (
      tree.findLast((one) => isNew(one) && one.inner.some((inner) => inner.name !== '' && isButton(inner))) ??
      tree.findLast((one) => isNew(one) && one.inner.some(confirms))
    );
  }

  /** Presses a button of a dialog that stays open after the choice, the last one first, unless the next line does. */
  async #confirmed(option: PageNode): Promise<boolean> {
    const { next, where } = this.#choice;
    const tree = await readTree(where);
    const dialog = this.#dialogOf(option, tree);
    if (!dialog) return false;
    const isLeftToNext = next !== undefined && findNodes(next, tree).some(({ node }) => dialog.inner.includes(node));
    if (isLeftToNext) return candidates(dialog.inner, this.#choice.value).some(isTicked);
    const usable = dialog.inner.filter((one) => !one.disabled);
    const buttons = usable.some(isButton) ? usable.filter(isButton) : usable.filter(confirms);
    // The other options of a wheel are buttons as well.
    const own = dialog.inner.find((one) => one.role === option.role && one.name === option.name);
    const isChoice = (one: PageNode) => one === own || (own && isControl(own) && listAround(one) === listAround(own));
    const others = buttons.filter((one) => !isChoice(one));
    const button = others.at(-1 - (this.#confirmations % Math.max(1, others.length)));
    this.#confirmations += 1;
    if (!button) return false;
    await this.#choice.guard(button);
    return (await pressed(locate(button))) && this.#isShown(option);
  }
}

const isButton = ({ role, ref }: PageNode): boolean => role === 'button' && ref !== undefined;

/** Words that confirm a choice, and have no role. */
const confirms = (node: PageNode): boolean =>
  node.ref !== undefined && !isControl(node) && (meaningOf(node.text) === 'forward' || /^confirm\b/i.test(node.text));

/** What is around a control and others. */
const listAround = (node: PageNode): PageNode | undefined =>
  ancestorsOf(node).find(({ inner }) => inner.filter(isControl).length > 1);
