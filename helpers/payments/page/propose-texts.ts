import type { Customer } from '../checkout-page.ts';
import { findNodes, isAsking, isBare } from './find-control.ts';
import { readLine } from './page-lines.ts';
import { ancestorsOf, isControl, isTickBox, plain, type PageNode } from './page-tree.ts';
import { isConsent, isPlaceholder, meaningOf } from './page-words.ts';
import type { Pressable } from './pressable.ts';
import { rankOf } from './propose-entries.ts';

// Cards, rows and words that only look as if they could be pressed: no role says so.

/** Words that are pressed, as a node, with the number of the group of choices around them. */
export type PressableText = PageNode & { group: number };

/** @param tree what can be used of the page: the whole, or an open dialog */
export const pressableTexts = (pressable: Pressable, tree: readonly PageNode[]): PressableText[] => {
  const [first] = tree;
  const controls = new Set(tree.filter(isControl).map(({ name }) => plain(name)));
  const isUsable = (words: string) => {
    const line = readLine(words);
    return typeof line !== 'string' && line.name === words && findNodes(line, tree).length > 0;
  };
  return pressable.texts.flatMap(({ words, group }) => {
    const [title = ''] = words.split('\n', 1);
    // A card may have further lines of text.
    const name = [title, `${title} …`].find(isUsable);
    if (!first || name === undefined || controls.has(plain(title))) return [];
    return [{ ...first, role: 'text', name, text: '', ref: name, inner: [], parent: undefined, group }];
  });
};

/** What to press of cards and boxes in which nothing was pressed yet: mobile money first; any other only if nothing leads on. */
export const textToChoose = (
  texts: readonly PressableText[],
  pressed: ReadonlySet<string>,
  { operatorCodes }: Customer,
  isIdle: boolean,
): PressableText | undefined => {
  const consent = texts.find(({ name }) => isConsent(name) && !pressed.has(name));
  if (consent) return consent;
  const rank = (one: PageNode) => rankOf(one, operatorCodes);
  const groups = [...new Set(texts.map(({ group }) => group))]
    .map((group) => texts.filter((one) => one.group === group))
    .filter(([one, other]) => other && one?.group !== -1)
    .filter((all) => all.every(({ name }) => !pressed.has(name) && [undefined, 'method'].includes(meaningOf(name))));
  const best = groups.map((all) => [...all].sort((one, other) => rank(other) - rank(one))[0]);
  return best.find((one) => one && (isIdle || rank(one) > 0));
};

/** A field drawn without a role, which opens a list: it asks to choose. */
export const asksToChoose = (node: PageNode): boolean =>
  isAsking(node) ||
  (isBare(node) && [node, ...node.inner].some(({ text }) => text !== '' && isPlaceholder(text) && /\p{L}/u.test(text)));

/** The words beside a tick box that has no name of its own. */
export const captionOf = (box: PageNode): string => {
  const [around, ...others] = ancestorsOf(box)
    .slice(0, 2)
    .filter(({ inner }) => inner.some((one) => one.text !== '' && !isControl(one)));
  const words = [around, ...others].find((one) => one?.inner.filter(isTickBox).length === 1)?.inner ?? [];
  return words.find((one) => one.text !== '' && !isControl(one))?.text ?? '';
};

/** A button that may be a list, by its words; beside a list alone, it belongs to that. */
export const opensList = ({ role, name, parent }: PageNode): boolean => {
  const [first, , further] = parent?.inner.filter(isControl) ?? [];
  return role === 'button' && meaningOf(name) === undefined && (first?.role !== 'combobox' || further !== undefined);
};

/** What may lead on. */
export const isPressable = ({ role }: PageNode): boolean => /^(?:button|link|menuitem)$/.test(role);
