import { errors, type Frame, type Locator, type Page } from '@playwright/test';

/** Where a node is drawn, in CSS pixels of its window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A node of Playwright's ARIA snapshot. */
interface SnapshotNode {
  role: string;
  name?: string;
  ref?: string;
  text?: string;
  url?: string;
  checked?: boolean | 'mixed';
  selected?: boolean;
  pressed?: boolean | 'mixed';
  expanded?: boolean;
  disabled?: boolean;
  invalid?: boolean | string;
  cursor?: string;
  placeholder?: string;
  ariaHidden?: boolean;
  box?: Box;
  children?: (SnapshotNode | string)[];
}

/** What stands at one place of a page, in the order of the page. */
export interface PageNode extends Omit<SnapshotNode, 'children' | 'name' | 'text'> {
  name: string;
  /** The text or the value of this node alone. */
  text: string;
  /** The nodes inside, in their order. */
  inner: readonly PageNode[];
  parent: PageNode | undefined;
  /** Its window, the page or frame in it that is read, and the number of this window. */
  window: Page;
  root: Page | Frame;
  place: number;
}

const ticked = ['checkbox', 'switch', 'radio', 'menuitemradio', 'menuitemcheckbox'];
const pressed = [...ticked, 'button', 'link', 'tab', 'option', 'menuitem', 'treeitem'];
const fields = 'textbox searchbox spinbutton combobox listbox slider'.split(' ');
const groups = ['group', 'radiogroup'];
const lists = ['option', 'menuitem', 'menuitemradio', 'treeitem', 'gridcell'];

/** Whether a word is the role of a control. */
export const isRole = (word: string): boolean => [...pressed, ...fields, ...groups].includes(word);
export const isPushed = ({ role }: PageNode): boolean => pressed.includes(role);
export const isField = ({ role }: PageNode): boolean => fields.includes(role);
export const isOption = ({ role }: PageNode): boolean => lists.includes(role);
export const isTickBox = ({ role }: PageNode): boolean => ticked.includes(role);
export const isTicked = ({ checked, pressed: isPressed, selected }: PageNode): boolean =>
  checked === true || isPressed === true || selected === true;
export const isGroup = ({ role }: PageNode): boolean => groups.includes(role);
export const isDialog = ({ role }: PageNode): boolean => /^(?:alert)?dialog$/.test(role);
/** What an element of a page's own keeps, and does not draw: the options of its closed list. */
export const isHidden = ({ ref, box }: PageNode): boolean => ref === undefined && box?.width === 0 && box.height === 0;
export const isControl = (node: PageNode): boolean => isPushed(node) || isField(node);

/** Windows that belong to other payments. */
const tabs = new WeakSet<Page>();

/** Marks a window as a separate tab, not one that a payment page has opened. */
export const setApart = (page: Page): void => {
  tabs.add(page);
};

/** The most windows that a payment page may open; further ones are closed. */
export const mostWindows = 5;

/** The windows of a payment page: its own, and those that it has opened. */
export const windowsOf = (where: Page | Frame): Page[] => {
  const page = 'mainFrame' in where ? where : where.page();
  const opened = page
    .context()
    .pages()
    .filter((one) => one !== page && !tabs.has(one));
  return [page, ...opened.slice(0, mostWindows)];
};

const snapshotMs = 5000;
/** How long the page took when it was read last, in milliseconds. */
let readMs = 0;

/** What a busy machine is given beyond any time: the more, the longer it takes to read the page, in milliseconds. */
export const slackMs = (): number => Math.min(20 * readMs, 9000);

/** Whether an action succeeds. */
export const succeeds = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

/** The time for one action. */
export const soon = () => ({ timeout: 1000 + slackMs(), noWaitAfter: true });

/** The role of the only node of a window whose scripts left no time to read it. */
const busy = 'busy';
export const isBusy = (tree: readonly PageNode[]): boolean => tree.some(({ role }) => role === busy);

/**
 * Everything on the payment page that has a role or a text, in all its frames and windows, in the order of the page; the
 * latest window comes first. A document that is being replaced reads as empty, and one without time as busy.
 */
export const readTree = async (where: Page | Frame): Promise<PageNode[]> => {
  const windows = windowsOf(where);
  const isFramed = !('mainFrame' in where) && !where.isDetached();
  const startedAt = Date.now();
  const trees = await Promise.all(
    windows.map(async (window, place) => {
      const root = isFramed && place === 0 ? where : window;
      const read = (root === window ? window : root.locator(':root')).ariaSnapshotJSON({
        mode: 'ai',
        boxes: true,
        timeout: snapshotMs,
      });
      const nodes = (await read.catch((error: unknown) =>
        error instanceof errors.TimeoutError ? [{ role: busy }] : [],
      )) as (SnapshotNode | string)[];
      return nodes.flatMap((node) => flat(node, { window, root, place }));
    }),
  );
  readMs = Date.now() - startedAt;
  return trees.toReversed().flat();
};

const flat = (
  node: SnapshotNode | string,
  where: Pick<PageNode, 'window' | 'root' | 'place'>,
  parent?: PageNode,
): PageNode[] => {
  if (typeof node === 'string') return [{ role: 'text', name: '', text: node, inner: [], parent, ...where }];
  const { children = [], name, text = '', ...rest } = node;
  const own: PageNode = { ...rest, name: '', text, inner: [], parent, ...where };
  const inner = children.flatMap((child) => flat(child, where, own));
  // The snapshot leaves out a name that its contents repeat.
  const isNamedByContents = name === undefined && pressed.includes(node.role);
  const given = name ?? (isNamedByContents ? [text, ...inner.map((one) => one.name || one.text)].join(' ') : '');
  Object.assign(own, { name: given.replace(/\s+/g, ' ').trim(), inner });
  return [own, ...inner];
};

/** What stands around a node, the nearest first. */
export const ancestorsOf = ({ parent }: PageNode): PageNode[] => (parent ? [parent, ...ancestorsOf(parent)] : []);

/** The element of a node. */
export const locate = ({ window, ref = '' }: PageNode): Locator => window.getByRef(ref);

/** Whether an element matches a selector; without a handle, where it is not found in a frame. */
export const isA = async (element: Locator, selector: string): Promise<boolean> => {
  try {
    return (await element.and(element.page().locator(selector)).count()) > 0;
  } catch {
    return element.evaluate((one, wanted) => one.matches(wanted), selector, soon()).catch(() => false);
  }
};

/**
 * Without case, characters that are invisible or of a font of icons, and the signs around a caption: a star of a required
 * field, a colon.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Co}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s*]+|(?<![\s*:])[\s*:]+$/g, '')
    .toLowerCase();

/** Whether a name is that of a line: the same in any case, with `…` for any text. */
export const isNamed = (name: string, wanted: string): boolean => {
  const text = plain(name);
  if (text === '') return name === wanted && name !== '';
  // Compatibility forms would make three dots of the sign.
  const parts = wanted.split('…').map((part) => plain(part));
  const [first = '', ...others] = parts;
  if (others.length === 0) return text === first;
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
};

/** Whether a card without a role begins with a value; the lines of its text may have nothing between them. */
export const isLongerCard = ({ role, ref, text }: PageNode, value: string): boolean =>
  /^(?:generic|listitem)$/.test(role) && ref !== undefined && value !== '' && isNamed(text, `${value}…`);

export const hasWords = ({ text, name }: PageNode): boolean => /[\p{L}\p{N}]/u.test(text || name);

/** Whether words are those of a tick box: in its line, or where that is not known, next to it. */
export const isCaptionOf = (words: PageNode, box: PageNode, tree: readonly PageNode[]): boolean => {
  const [one, other] = [words.box, box.box];
  if (one && other) return one.y < other.y + other.height && other.y < one.y + one.height;
  const [from = 0, to = 0] = [tree.indexOf(words), tree.indexOf(box)].sort((first, second) => first - second);
  const isElse = (node: PageNode) => hasWords(node) && !words.inner.includes(node);
  return !tree.slice(from + 1, to).some(isElse);
};

/** A control in words, without its value. */
export const describeNode = ({ role, name, disabled }: PageNode): string =>
  `${role} "${name.slice(0, 80)}"${disabled ? ' (disabled)' : ''}`;

/** Changes with everything that a customer sees, except what fields contain, and digits, as in a countdown. */
export const signatureOf = (tree: readonly PageNode[]): string =>
  tree
    .map((node) => {
      const { role, name, text, checked, selected, disabled, invalid, expanded, place } = node;
      const shown = isField(node) ? '' : text;
      return [place, role, name, shown, checked, selected, disabled, invalid, expanded].join('|').replace(/\d+/g, '#');
    })
    .join('\n');

/** What a node is known by while a page changes. */
export const keyOf = ({ place, ref, role, name, text }: PageNode): string => [place, ref, role, name, text].join('|');

/** Tells what stood on a page before, at the same place or as the same element, from what is new on it. */
export const knownOn = (tree: readonly PageNode[]): ((one: PageNode) => boolean) => {
  const placeOf = ({ place, role, name, text, box }: PageNode) =>
    [place, role, name, text, ...(box ? [box.x, box.y].map(Math.round) : [])].join('|');
  const known = new Set(tree.flatMap((one) => [keyOf(one), ...(one.box ? [placeOf(one)] : [])]));
  return (one) => known.has(keyOf(one)) || (one.box !== undefined && known.has(placeOf(one)));
};

/** Changes with everything that is drawn elsewhere. */
export const placesOf = (tree: readonly PageNode[]): string =>
  tree.map(({ ref, role, name, box }) => [ref, role, name, box && Math.round(box.x + box.y)].join('|')).join('\n');
