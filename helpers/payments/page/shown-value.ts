import { isValue } from './choose-option.ts';
import { ancestorsOf, isDialog, isField, isHidden, isNamed, isOption, plain, type PageNode } from './page-tree.ts';

/** What a control shows: its name, its value, and the words around it that belong to no other control, nor to what was opened. */
export const shownBy = (node: PageNode, tree: readonly PageNode[], opened: readonly PageNode[] = []): string[] => {
  const isOther = (one: PageNode) =>
    isField(one) &&
    one !== node &&
    !node.inner.includes(one) &&
    !ancestorsOf(node).includes(one) &&
    one.ref !== undefined;
  const around = ancestorsOf(node)
    .slice(0, 4)
    .filter((one) => !one.inner.some(isOther))
    .at(-1);
  const inList = new Set([
    ...opened,
    ...tree
      .filter((one) => isOption(one) || one.role === 'listbox' || isDialog(one))
      .flatMap((one) => (one === node ? [] : [one, ...one.inner])),
  ]);
  return [node, ...node.inner, ...(around?.inner ?? [])]
    .filter((one) => one === node || isValue(one, node) || !(inList.has(one) || isHidden(one)))
    .flatMap(({ name, text }) => [name, text])
    .filter((text) => text !== '');
};

/** Whether what a control shows now, and did not show before, is the option that was pressed. */
export const isValueOf = (
  shown: readonly string[],
  before: readonly string[],
  value: string,
  option: PageNode,
): boolean => {
  if (shown.some((text) => isNamed(text, value))) return true;
  // Of an option with a second line of text, a control may show the first one, beside its caption, if no other has it.
  const title = titleOf(option);
  const isShared = option.parent?.inner.some((one) => one !== option && titleOf(one) === title);
  const whole = plain([option.name || option.text, ...option.inner.map(({ text }) => text)].join(' '));
  const shows = (text: string) =>
    text.includes(plain(value).replaceAll('…', '')) || (title.length > 2 && !isShared && text.includes(title));
  return shown
    .filter((text) => !before.includes(text))
    .map(plain)
    .some((text) => shows(text) || (text.length > 1 && whole.includes(text)));
};

const titleOf = ({ inner }: PageNode): string => plain(inner.find(({ text }) => text !== '')?.text ?? '');
