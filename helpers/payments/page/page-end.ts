import type { Frame, Page } from '@playwright/test';
import { findAll } from './find-control.ts';
import { readFacts, type PageFacts } from './page-facts.ts';
import type { Line } from './page-lines.ts';
import { describeNode, isBusy, isControl, isField, isTickBox, plain, readTree, type PageNode } from './page-tree.ts';
import { readPressable, unreadable } from './pressable.ts';

/** A page at one moment. */
export interface Seen {
  tree: readonly PageNode[];
  facts: PageFacts;
}

/** @param read the page, if it was read just now */
export const look = async (where: Page | Frame, read?: PageNode[]): Promise<Seen> => {
  const [tree, facts] = await Promise.all([read ?? readTree(where), readFacts(where)]);
  return { tree, facts };
};

/**
 * Why a customer cannot go on, if the service answered with an error page or the browser shows none.
 *
 * @param isCancelled the customer has cancelled, which may lead anywhere, also to a page that says that it is gone
 */
export const errorOf = ({ facts, tree }: Seen, isCancelled: boolean, blockedBecause = ''): string | undefined => {
  const { status, blocked } = facts;
  if (blocked)
    return `a page that the browser does not show (${blockedBecause || 'it may forbid frames, by X-Frame-Options or frame-ancestors'})`;
  // A form that is shown once more may come with 400.
  const isAllowed = status < 500 && (isCancelled || tree.some((node) => isField(node) && !node.disabled));
  return status < 400 || isAllowed ? undefined : `HTTP ${status}`;
};

/** Whether a page says of a declined payment, by its status, that it is still required: this is no error. */
export const saysDeclined = (intention: string, { status }: PageFacts): boolean =>
  intention === 'failure' && status === 402;

/**
 * What a page says about what was entered: the fields that it marks as invalid, and an alert while it still asks.
 *
 * @param before the page when it was pressed last: what it said then is no answer
 */
export const refusalOn = ({ facts, tree }: Seen, before: readonly PageNode[] = []): string[] => {
  const said = new Set(alertsOn(before).map(wordsIn));
  const alert = alertsOn(tree).find((node) => wordsIn(node) !== '' && !said.has(wordsIn(node)));
  const isAsking = tree.some((node) => isField(node) && !node.disabled);
  if (facts.invalid.length === 0 && !(alert && isAsking)) return [];
  const fields = facts.invalid.map((words) => `"${words.replace(/\s+/g, ' ').trim().slice(0, 80)}"`);
  return [...fields, ...(alert ? [`"${wordsIn(alert)}"`] : [])].slice(0, 3);
};

const alertsOn = (tree: readonly PageNode[]): PageNode[] => tree.filter(({ role }) => /^alert(?:dialog)?$/.test(role));

/**
 * What a customer could do on a page to go on with this payment, in words; undefined when nothing leads on.
 *
 * @param read the page, if it was read just now
 */
export const furtherControl = async (
  where: Page | Frame,
  read?: readonly PageNode[],
  without: readonly PageNode[] = [],
): Promise<string | undefined> => {
  const tree = read ?? (await readTree(where));
  if (isBusy(tree)) return 'scripts that leave no time to read it';
  const address = tree[0]?.root.url() ?? '';
  const parts = (URL.canParse(address) ? new URL(address).pathname.split('/') : []).filter((part) => part.length >= 6);
  const withDigits = parts.filter((part) => /\d/.test(part));
  // A link with the parameters of 2.3 leads back to the merchant.
  const ids = ['transaction_id=', ...(withDigits.length > 0 ? withDigits : parts.slice(-1))];
  const isOther = ({ role, url }: PageNode) =>
    role === 'link' && url !== undefined && !/^(?:#|javascript:|$)/i.test(url) && !ids.some((id) => url.includes(id));
  const done = new Set(without.map(({ ref }) => ref));
  const one = tree.find(
    (node) => node.ref && !node.disabled && !done.has(node.ref) && !isOther(node) && isControl(node),
  );
  if (one) return describeNode(one);
  const { texts, opaque } = await readPressable(where);
  if (opaque) return unreadable;
  // The label of a control is pressed in place of it.
  const known = [...tree.filter(isControl), ...without].map(({ name, text }) => name || text);
  const further = texts.find(({ words }) => !known.some((other) => plain(other) === plain(words)));
  return further && `"${further.words.slice(0, 80)}"`;
};

/**
 * Whether none of the lines that are left can be followed, and nothing leads on but ways to cancel and what was filled in or
 * chosen already. Any other control may be the one that a missing line means, under another name.
 */
export const isDeadEnd = async (
  where: Page | Frame,
  tree: readonly PageNode[],
  { lines, next, cancel }: { lines: readonly Line[]; next: number; cancel: readonly Line[] },
): Promise<boolean> => {
  if ((await findAll(lines.slice(next), tree)).length > 0) return false;
  const [followed, cancels] = [await findAll(lines.slice(0, next), tree), await findAll(cancel, tree)];
  const entered = followed.filter(({ node }) => isField(node) || isTickBox(node)).map(({ node }) => node);
  // The other choices of a group in which one was made.
  const groups = tree.filter((one) => one.role.endsWith('group') && entered.some((node) => one.inner.includes(node)));
  const isChosen = entered.some(({ role }) => role === 'radio');
  const others = isChosen ? groups.flatMap(({ inner }) => inner.filter(({ role }) => role === 'radio')) : [];
  const done = [...entered, ...others, ...cancels.map(({ node }) => node)];
  return (await furtherControl(where, tree, done)) === undefined;
};

/** Whether a link leads to another site, such as the merchant's. */
export const leavesService = ({ role, url = '', root }: PageNode): boolean =>
  role === 'link' && URL.canParse(url, root.url()) && new URL(url, root.url()).host !== new URL(root.url()).host;

export const wordsIn = (node: PageNode): string =>
  [node.name, node.text, ...node.inner.map(({ text }) => text)].join(' ').replace(/\s+/g, ' ').trim().slice(0, 120);

/** At most fifteen controls in words, with the one marked that is the nearest. */
export const controlsOn = (tree: readonly PageNode[], nearest?: PageNode): string => {
  const controls = tree.filter((node) => isControl(node) && node.ref);
  const shown = controls.slice(0, 15).map((node) => `${describeNode(node)}${node === nearest ? ' (the nearest)' : ''}`);
  return shown.join(', ') || 'no control';
};

/** Describes a page for a report, without data of the payment. */
export const describePage = async (where: Page | Frame): Promise<string> => {
  const [tree, { status, blocked }] = await Promise.all([readTree(where), readFacts(where)]);
  if (blocked) return 'a page that the browser refuses to show';
  return `${status ? `a page with HTTP ${status}` : 'a page'} showing ${controlsOn(tree)}`;
};
