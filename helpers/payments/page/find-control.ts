import type { Locator } from '@playwright/test';
import type { Line } from './page-lines.ts';
import { isPlaceholder, meaningOf } from './page-words.ts';
import {
  ancestorsOf,
  hasWords,
  isA,
  isCaptionOf,
  isLongerCard,
  isControl,
  isDialog,
  isField,
  isGroup,
  isHidden,
  isNamed,
  isPushed,
  isTickBox,
  locate,
  plain,
  soon,
  type PageNode,
} from './page-tree.ts';

/** The control of a line. */
export interface Found {
  node: PageNode;
  element: Locator;
  /** The whole page when it was found. */
  tree: readonly PageNode[];
}

/**
 * The controls that a line means, in the order of the page: usually one. Names come before placeholders, and these before
 * captions, the words beside a control; text alone is pressed only where no control has the name.
 */
export const findNodes = (line: Line, tree: readonly PageNode[]): Found[] => {
  if (line.name.startsWith('css:')) return bySelector(line, tree);
  const found = findNamed(line, tree);
  const [, name, number] = /^(.*\S) \((\d{1,2})\)$/.exec(line.name) ?? [];
  if (found.length > 0 || name === undefined) return found;
  // `Continue (2)` is the second control of this name.
  return findNamed({ ...line, name }, tree).slice(Number(number) - 1, Number(number));
};

/** The same, without a selector that selects nothing at the moment. */
export const findPresent = async (line: Line, tree: readonly PageNode[]): Promise<Found[]> => {
  const found = findNodes(line, tree);
  const [one] = found;
  if (one?.node.role !== 'css') return found;
  // A list that the page draws itself lies over a hidden one.
  const isList = line.value !== undefined && (await isA(one.element, 'select'));
  if (!isList && !(await one.element.isVisible().catch(() => false))) return [];
  const disabled = await one.element.isDisabled(soon()).catch(() => false);
  return [{ ...one, node: { ...one.node, disabled } }];
};

/** The controls on a page that lines mean. */
export const findAll = async (lines: readonly Line[], tree: readonly PageNode[]): Promise<Found[]> =>
  (await Promise.all(lines.map((line) => findPresent(line, tree)))).flat();

/** Whether a customer could not tell several controls apart: all have the same role and name. */
export const areTwins = (found: readonly Found[]): boolean =>
  new Set(found.map(({ node }) => `${node.role} ${plain(node.name || node.text)}`)).size === 1;

const kindsOf = ({ role: wanted, value }: Line): ((node: PageNode) => boolean)[] => {
  if (wanted) return [({ role }) => role === wanted];
  return value === undefined ? [isPushed, ({ role }) => role === 'combobox'] : [isField, isGroup, isPushed];
};

const findNamed = (line: Line, tree: readonly PageNode[]): Found[] => {
  const named = tree.filter((node) => node.ref !== undefined && node.name !== '' && isNamed(node.name, line.name));
  for (const kind of kindsOf(line)) {
    const alone = withoutOpenLists(innermost(inDialog(onceEach(named.filter(kind)), tree)));
    const nodes = withoutDecoys(alone, line, tree);
    if (nodes.length > 0) return nodes.map((node) => foundIn(node, tree));
  }
  if (line.role) return [];
  const captions = captionsOf(line, tree);
  if (line.value === undefined) {
    const byWords = captions.flatMap((node) => byText(node, tree));
    return byWords.length > 0 ? byWords : labelsOf(line, tree).map((node) => foundIn(node, tree));
  }
  const byPlaceholder = tree.filter(({ ref, placeholder = '' }) => ref && isNamed(placeholder, line.name));
  const fields = byPlaceholder.length > 0 ? byPlaceholder : captions.flatMap((node) => besideCaption(node, line, tree));
  return [...new Set(fields)].map((node) => foundIn(node, tree));
};

const foundIn = (node: PageNode, tree: readonly PageNode[]): Found => ({ node, element: locate(node), tree });

/** By its role and name, for a page that replaces its controls while they are used. */
export const lasting = (found: Found): Found => {
  const { node, tree } = found;
  const isAlone = tree.filter(({ role, name }) => role === node.role && name === node.name).length === 1;
  if (!isAlone || !isControl(node) || node.name === '') return found;
  return { ...found, element: node.root.getByRole(node.role as 'button', { name: node.name, exact: true }) };
};

/** The words of a line that are no control. */
const captionsOf = (line: Line, tree: readonly PageNode[]): readonly PageNode[] =>
  innermost(tree.filter((node) => !isField(node) && !isUnseen(node) && isNamed(node.text || node.name, line.name)));

/** A control that is there for screen readers alone; its words are pressed in place of it. */
const isUnseen = (node: PageNode): boolean => isControl(node) && node.ref === undefined;

/** Too small to be the one that a customer uses, as is the native list behind a drawn one. */
const isTiny = ({ box }: PageNode): boolean => box !== undefined && (box.width < 8 || box.height < 8);

/** A list that another one is drawn over gives way to that one. */
const withoutDecoys = (nodes: readonly PageNode[], line: Line, tree: readonly PageNode[]): readonly PageNode[] => {
  if (line.value === undefined || nodes.length === 0 || !nodes.every(isTiny)) return nodes;
  const drawn = captionsOf(line, tree).flatMap((caption) => besideCaption(caption, line, tree));
  return drawn.some((node) => !isTiny(node)) ? drawn : nodes;
};

/** What a customer may enter a value into. */
const holds = (node: PageNode): boolean => node.ref !== undefined && (isField(node) || node.role === 'button');
/** Whether the words of a button say that it opens no list, but ends the payment or leads on. */
const leadsOn = ({ name, expanded }: PageNode): boolean =>
  expanded === undefined && !isPlaceholder(name) && !['method', 'aside', undefined].includes(meaningOf(name));
const isInsideField = (node: PageNode): boolean => ancestorsOf(node).some((one) => isField(one));

/**
 * The control beside a caption: the only one around both, or else the first one behind it. Cards and buttons below it
 * count as one group, and so does a page whose digits are buttons.
 */
const besideCaption = (caption: PageNode, line: Line, tree: readonly PageNode[]): PageNode[] => {
  const behind = tree.slice(tree.indexOf(caption) + 1).filter(({ place }) => place === caption.place);
  const next = behind.find((node) => holds(node) && !isTiny(node));
  const value = line.value ?? '';
  // Cards, cells, buttons, or radio buttons without a group.
  const isMeant = (node: PageNode) => isNamed(node.name || node.text, value) || isLongerCard(node, value);
  const box = boxAround(caption);
  if (box && !box.inner.some(isMeant)) return [box];
  for (const around of ancestorsOf(caption).slice(0, 4)) {
    const all = around.inner.filter((node) => holds(node) && !isInsideField(node));
    // The input of a list with search is as narrow as what was typed.
    const fields = all.every(isTiny) ? all : all.filter((node) => !isTiny(node));
    const [only, other] = fields.filter((node) => isField(node));
    const isNumber = (words: string) => value === '{number}' && !only && /^\d[\d\s-]{6,}$/.test(words);
    const isChoice = (node: PageNode) => !isHidden(node) && (isMeant(node) || isNumber(node.name || node.text));
    const choice = around.inner.find((node) => node !== caption && isChoice(node));
    const isList = choice !== undefined && only?.role === 'textbox' && isOneOfSeveral(choice);
    const isOthers = only && (isNamedElsewhere(only, caption, tree) || isApart(only, caption, line, around.inner));
    if (only && !other && !isList && !isOthers) return [only];
    if (choice) return [{ ...around, role: 'group' }];
    if (fields.length === 1 && !only && !fields.some(leadsOn)) return fields;
    if (fields.length > 1) break;
  }
  // A button or a box directly behind the caption, which opens a list.
  if (isSummary(caption)) return [caption];
  const first = behind.find((node) => holds(node) || isBare(node) || isSummary(node));
  const isFirstIn = first && first === behind[0]?.inner[0] && first.name !== '' && isPlaceholder(first.name);
  const isNext = first === behind[0] || isFirstIn;
  if (first && (isOpener(first) || (isNext && !isField(first) && !leadsOn(first)))) return [first];
  const isUnnamed = next && (next.name === '' || next.name === next.placeholder);
  if (next && isField(next) && (isNamed(next.name, caption.text) || (isUnnamed && !isApart(next, caption, line, tree))))
    return [next];
  const words = behind.find(hasWords);
  if (words && isAsking(words)) return [words];
  return digitsOn(tree).size > 0 || isBare(caption) || isAsking(caption) ? [caption] : [];
};

/** The box without a role that has a caption and more in it, and is pressed as a whole. */
const boxAround = (caption: PageNode): PageNode | undefined => {
  const around = ancestorsOf(caption);
  const isElse = (one: PageNode) => ![caption, ...caption.inner, ...around].includes(one);
  return around.find((one) => isBare(one) && one.inner.some(isElse));
};

/** Whether a field has another caption on the page; words that ask to choose may stand in several lists. */
const isNamedElsewhere = (field: PageNode, caption: PageNode, tree: readonly PageNode[]): boolean =>
  field.name !== '' &&
  !isPlaceholder(field.name) &&
  !isNamed(field.name, caption.text || caption.name) &&
  tree.some((one) => !isDrawnOn(one, field) && !field.inner.includes(one) && isNamed(one.text, field.name));

/** Whether words stand at the place of a field, as a placeholder that the page draws itself; or are the field. */
export const isDrawnOn = (one: PageNode, field: PageNode): boolean =>
  one === field ||
  (one.box !== undefined &&
    field.box !== undefined &&
    Math.abs(one.box.x - field.box.x) < 24 &&
    Math.abs(one.box.y + one.box.height / 2 - field.box.y - field.box.height / 2) < field.box.height / 2);

/**
 * Whether a field is not that of a caption, since what a customer chooses from may stand between them, or behind a caption
 * that follows its field: a box and a further caption, or for a value that is chosen rather than typed, any words.
 */
const isApart = (field: PageNode, caption: PageNode, { value = '' }: Line, tree: readonly PageNode[]): boolean => {
  const [from, to] = [tree.indexOf(caption), tree.indexOf(field)];
  const rest = tree.slice(from + 1, to > from ? to : undefined).filter((one) => !caption.inner.includes(one));
  const end = to > from ? -1 : rest.findIndex((one) => isControl(one));
  // The icon of a list follows its words.
  const between = to > from ? rest : rest.slice(0, end === -1 ? undefined : end).filter(({ role }) => role !== 'img');
  const box = between.find((node) => isBare(node) && hasWords(node));
  const isWords = (node: PageNode) => hasWords(node) && !isControl(node) && !box?.inner.includes(node);
  if (box && to > from && between.slice(between.indexOf(box) + 1).some(isWords)) return true;
  const isTyped = /^(?:textbox|searchbox|spinbutton)$/.test(field.role);
  return isTyped && /\p{L}/u.test(value) && !/[@{]/.test(value) && (isOpener(caption) || between.some(hasWords));
};

/** Whether words stand beside others of their kind: a cell of a table, a card without a role. */
const isOneOfSeveral = (node: PageNode): boolean =>
  /^(?:cell|gridcell|generic|listitem|paragraph)$/.test(node.role) &&
  (node.parent?.inner.filter((one) => one.parent === node.parent && one.role === node.role && hasWords(one)).length ??
    0) > 1;

/** The words that open a `details`, which has no role but that of a group. */
export const isSummary = ({ role, name, parent, ref }: PageNode): boolean =>
  role === 'generic' && name !== '' && ref !== undefined && parent?.role === 'group' && parent.inner[0]?.ref === ref;

/** What asks to choose, though neither role nor style says that it opens a list: a plain box, a link to nowhere. */
export const isAsking = (node: PageNode): boolean => {
  const { role, ref, url = '', name, text } = node;
  const isLink = role === 'link' && /^(?:#.*|javascript:.*)?$/i.test(url);
  // A list with a title may be searched in a field without a name.
  const isSearch = (one: PageNode) => name !== '' && one.role === 'textbox' && one.name === '';
  const controls = [node, ...node.inner, ...ancestorsOf(node)].filter(isControl);
  const isPlain = controls.every((one) => isSearch(one) && node.inner.includes(one));
  return ref !== undefined && (isLink || isPlain) && isPlaceholder(name || text) && hasWords(node);
};

/** What opens a list and has no role that says so. */
export const isOpener = (node: PageNode): boolean => isBare(node) || isSummary(node) || isAsking(node);

/** What looks as if it could be pressed, is no control, and has none in it or around it. */
export const isBare = (node: PageNode): boolean =>
  node.ref !== undefined && node.cursor === 'pointer' && ![node, ...node.inner, ...ancestorsOf(node)].some(isControl);

/** The keys of a keypad by their digit, or point: buttons, which may have letters below their digit, or boxes without a role. */
export const digitsOn = (tree: readonly PageNode[]): Map<string, PageNode> => {
  const keysOf = (role: string) =>
    new Map(
      tree
        .filter((node) => node.ref !== undefined && node.role === role)
        .flatMap((node) => {
          const [, key] = /^(\d(?=[A-Z+\s]{0,8}$)|[.,]$)/.exec(node.name || node.text) ?? [];
          return key === undefined ? [] : [[key.replace(',', '.'), node] as const];
        }),
    );
  const isWhole = (keys: Map<string, PageNode>) => [...'0123456789'].every((digit) => keys.has(digit));
  return [keysOf('button'), keysOf('generic')].find(isWhole) ?? new Map();
};

/** What is around a tick box that cannot be pressed itself, and whose words are in parts, as with a link to the terms. */
const labelsOf = (line: Line, tree: readonly PageNode[]): PageNode[] =>
  tree
    .filter((node) => isTickBox(node) && isUnseen(node) && isNamed(node.name, line.name))
    .flatMap((node) => ancestorsOf(node).find(({ ref }) => ref !== undefined) ?? [])
    .filter(({ inner }) => inner.filter(isTickBox).length === 1);

/** A text that is pressed, or the tick box beside it that has no name of its own. */
const byText = (node: PageNode, tree: readonly PageNode[]): Found[] => {
  const [around] = ancestorsOf(node);
  const unnamed = around?.inner.filter((one) => isTickBox(one) && one.ref && one.name === '') ?? [];
  const boxes = unnamed.filter((one) => isCaptionOf(node, one, tree));
  if (boxes.length === 1) return boxes.map((box) => foundIn(box, tree));
  if (node.ref !== undefined) return [foundIn(node, tree)];
  const shown = ancestorsOf(node).find(({ ref }) => ref !== undefined);
  // The words of a custom element have no place of their own.
  if (shown && isTiny(node)) return [foundIn(shown, tree)];
  return shown
    ? [{ ...foundIn(shown, tree), element: locate(shown).getByText(node.text, { exact: true }).first() }]
    : [];
};

const bySelector = ({ name }: Line, tree: readonly PageNode[]): Found[] => {
  const [first] = tree;
  if (!first) return [];
  const { window, root, place } = first;
  const element = root.locator(name.slice('css:'.length).trim());
  const node: PageNode = { role: 'css', name, text: '', inner: [], parent: undefined, window, root, place };
  return [{ node, element: element.first(), tree }];
};

/** What a page gives to several slots while it is drawn is one control. */
const onceEach = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.filter((node, at) => nodes.findIndex(({ ref, place }) => ref === node.ref && place === node.place) === at);

/** Those in an open dialog, if there are some. */
const inDialog = (nodes: readonly PageNode[], tree: readonly PageNode[]): readonly PageNode[] => {
  if (nodes.length < 2) return nodes;
  const dialogs = tree.filter(isDialog);
  const inside = nodes.filter((node) => dialogs.some(({ inner }) => inner.includes(node)));
  return inside.length > 0 ? inside : nodes;
};

/** Without the open list of a box, which has the same label. */
const withoutOpenLists = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.some(({ role }) => role === 'combobox') ? nodes.filter(({ role }) => role !== 'listbox') : nodes;

/** Without those around others of the same words, such as the label around its own radio button. */
const innermost = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.filter((node) => !nodes.some((other) => node.inner.includes(other)));
