import type { Line } from './page-lines.ts';
import { isField, isNamed, isPushed, locate, type PageNode } from './page-tree.ts';
import type { Locator } from '@playwright/test';

/** The control of a line. */
export interface Found {
  node: PageNode;
  element: Locator;
  /** The whole page when it was found. */
  tree: readonly PageNode[];
}

const groups = /^(?:group|radiogroup)$/;

/**
 * The controls that a line means, by the whole accessible name: usually one. Those of an open dialog come alone.
 * Text counts only where no control has the name, and an unnamed field is the field after its caption.
 */
export const findNodes = (line: Line, tree: readonly PageNode[]): Found[] => {
  if (line.name.startsWith('css:')) return bySelector(line, tree);
  const named = tree.filter((node) => node.ref !== undefined && node.name !== '' && isNamed(node.name, line.name));
  const kinds: ((node: PageNode) => boolean)[] = line.role
    ? [({ role }) => role === line.role]
    : line.value === undefined
      ? [isPushed, ({ role }) => role === 'combobox']
      : [isField, ({ role }) => groups.test(role), isPushed];
  for (const kind of kinds) {
    const nodes = innermost(inDialog(named.filter(kind), tree));
    if (nodes.length > 0) return nodes.map((node) => foundIn(node, tree));
  }
  if (line.role) return [];
  const captions = innermost(tree.filter((node) => !isField(node) && isNamed(node.text || node.name, line.name)));
  if (line.value === undefined) return captions.flatMap((node) => byText(node, tree));
  const fields = captions.flatMap((node) => fieldAfter(node, tree) ?? keypadOf(node, tree));
  return [...new Set(fields)].map((node) => foundIn(node, tree));
};

/** The same, without a selector that selects nothing at the moment. */
export const findPresent = async (line: Line, tree: readonly PageNode[]): Promise<Found[]> => {
  const found = findNodes(line, tree);
  const [one] = found;
  if (one?.node.role !== 'css') return found;
  if (!(await one.element.isVisible().catch(() => false))) return [];
  const disabled = await one.element.isDisabled({ timeout: 500 }).catch(() => false);
  return [{ ...one, node: { ...one.node, disabled } }];
};

const foundIn = (node: PageNode, tree: readonly PageNode[]): Found => ({ node, element: locate(node), tree });

/** The first unnamed field behind a caption, or the group that begins there. */
const fieldAfter = (caption: PageNode, tree: readonly PageNode[]): PageNode | undefined => {
  const at = tree.indexOf(caption);
  const next = tree.slice(at + 1).find((node) => node.ref && (isField(node) || node.role === 'button'));
  return next && isField(next) && next.place === caption.place && (next.name === '' || isNamed(next.name, caption.text))
    ? next
    : undefined;
};

/** The caption itself, on a page whose digits are buttons. */
const keypadOf = (caption: PageNode, tree: readonly PageNode[]): PageNode[] =>
  digitsOn(tree).size === 10 ? [caption] : [];

/** The buttons of a keypad by their digit. */
export const digitsOn = (tree: readonly PageNode[]): Map<string, PageNode> =>
  new Map(tree.filter((node) => node.role === 'button' && /^\d$/.test(node.name)).map((node) => [node.name, node]));

const byText = (node: PageNode, tree: readonly PageNode[]): Found[] => {
  if (node.ref !== undefined) return [foundIn(node, tree)];
  const around = tree.filter((one) => one.ref !== undefined && one.inner.includes(node)).at(-1);
  return around
    ? [{ ...foundIn(around, tree), element: locate(around).getByText(node.text, { exact: true }).first() }]
    : [];
};

const bySelector = ({ name }: Line, tree: readonly PageNode[]): Found[] => {
  const [first] = tree;
  if (!first) return [];
  const { window, root, place } = first;
  const element = root.locator(name.slice('css:'.length).trim());
  const node: PageNode = { role: 'css', name, text: '', inner: [], window, root, place };
  return [{ node, element: element.first(), tree }];
};

/** Those in an open dialog, if there are some. */
const inDialog = (nodes: readonly PageNode[], tree: readonly PageNode[]): readonly PageNode[] => {
  if (nodes.length < 2) return nodes;
  const dialogs = tree.filter(({ role }) => /^(?:alert)?dialog$/.test(role));
  const inside = nodes.filter((node) => dialogs.some(({ inner }) => inner.includes(node)));
  return inside.length > 0 ? inside : nodes;
};

/** Without those around others of the same words. */
const innermost = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.filter((node) => !nodes.some((other) => node.inner.includes(other)));

/** The node whose name has most pairs of letters in common with a text. */
export const nearestTo = (text: string, nodes: readonly PageNode[]): PageNode | undefined => {
  const pairs = (one: string) => [...one.toLowerCase()].map((letter, at, all) => letter + (all[at + 1] ?? ''));
  const wanted = new Set(pairs(text));
  const likeness = ({ name }: PageNode) => {
    const own = pairs(name);
    return own.length === 0 ? 0 : (2 * own.filter((pair) => wanted.has(pair)).length) / (own.length + wanted.size);
  };
  const [best] = [...nodes].sort((one, other) => likeness(other) - likeness(one));
  return best && likeness(best) > 0.3 ? best : undefined;
};
