import { NotTested } from '../../errors/errors.ts';
import type { Found } from './find-control.ts';
import { findNodes } from './find-control.ts';
import { controlsOn, refusalOn, type Seen } from './page-end.ts';
import type { Line } from './page-lines.ts';
import { unreadable } from './pressable.ts';
import type { PageTraffic } from './page-traffic.ts';
import { describeNode, isBusy, isControl, isField, isLongerCard, type PageNode } from './page-tree.ts';

export const howToMend = '; npm run page shows its words for CHECKOUT_PAGE, see docs/payment-page.md';

/** A line that cannot be followed on the page as it is. */
interface Lost {
  line: Line;
  /** Its list, channel and step. */
  where: string;
  /** What the line means on the page. */
  matching: readonly Found[];
  /** The controls that other lines mean. */
  meant: readonly Found[];
  /** A page before this one, which may have had the control. */
  earlier: readonly PageNode[];
  before: readonly string[];
  error?: unknown;
  traffic: Pick<PageTraffic, 'loadsItself' | 'awaitedStyle'>;
  /** The page shows something that cannot be read. */
  opaque: boolean;
}

/** Why a line cannot be followed, what the page has in its place, and the line to write. */
export const lostLineMessage = (
  { line, where, matching, meant, earlier, before, error, opaque, traffic: { awaitedStyle, loadsItself } }: Lost,
  { tree, facts }: Seen,
): string => {
  if (awaitedStyle !== undefined)
    return `${awaitedStyle} of the payment page was not answered in time, and a browser shows nothing before it (${where})`;
  // A card or a row may say more than its first words.
  const isLonger = matching.length === 0 && tree.some((node) => node.cursor && isLongerCard(node, line.name));
  const isAbsent = matching.length === 0 && !isLonger;
  const passed = isAbsent ? nearestTo(line.name, controlsIn(line, earlier)) : undefined;
  const nearest = isAbsent && !passed ? nearestControl(line, tree, meant) : undefined;
  const written = isLonger ? { name: `${line.name} …` } : (passed ?? nearest);
  const refusal = refusalOn({ tree, facts });
  return (
    [
      `the line "${line.text}" (${where}) ${problemOf(matching, tree, error)}`,
      ...(written ? [`write "${lineFor(line, written)}" if that is meant`] : []),
      ...(opaque && isAbsent ? [`the page has ${unreadable}, which needs a module`] : []),
      ...(loadsItself ? ['the page loads itself again and again'] : []),
      ...(refusal.length > 0 ? [`the page says ${refusal.join(', ')}`] : []),
      ...(facts.status >= 400 ? [`HTTP ${facts.status}`] : []),
      `the page has ${controlsOn(tree, nearest?.node)}, and says ${JSON.stringify(facts.text.replace(/\s+/g, ' ').trim().slice(0, 200))}`,
      `before: ${before.join(', ') || 'nothing'}`,
    ].join('; ') + howToMend
  );
};

/** The line for a control in place of another line. */
const lineFor = ({ isOptional, value }: Line, { name }: Pick<Named, 'name'>): string =>
  `${isOptional ? '? ' : ''}${name}${value === undefined ? '' : ` = ${value}`}`;

const problemOf = (matching: readonly Found[], tree: readonly PageNode[], error: unknown): string => {
  if (error instanceof NotTested) return error.message;
  if (isBusy(tree)) return 'cannot be looked for: the page is too large to be read, or leaves no time to read it';
  const [one, ...others] = matching;
  if (!one) return 'is not on the page';
  if (others.length > 0)
    return `fits ${matching.length} controls, so write a role before its name, or css: and a selector`;
  return one.node.disabled ? 'stays disabled' : 'cannot be used; something may cover it';
};

/** How many pairs of letters two texts have in common, up to 1. */
const likeness = (one: string, other: string): number => {
  const pairs = (text: string) => [...text.toLowerCase()].map((letter, at, all) => letter + (all[at + 1] ?? ''));
  const [own, wanted] = [pairs(one), new Set(pairs(other))];
  return own.length === 0 ? 0 : (2 * own.filter((pair) => wanted.has(pair)).length) / (own.length + wanted.size);
};

/** What has a name most like a text. */
const nearestTo = <Named extends { name: string }>(text: string, nodes: readonly Named[]): Named | undefined => {
  const [best] = [...nodes].sort((one, other) => likeness(other.name, text) - likeness(one.name, text));
  return best && likeness(best.name, text) > 0.3 ? best : undefined;
};

const isMeant = ({ ref }: PageNode, meant: readonly Found[]): boolean => meant.some(({ node }) => node.ref === ref);

/** A control with the words by which a line finds it: its name, its placeholder, or a caption beside it. */
interface Named {
  node: PageNode;
  name: string;
}

const controlsIn = (line: Line, tree: readonly PageNode[]): Named[] =>
  tree.flatMap((node, at) => {
    if (!isControl(node) || !node.ref) return [];
    const captions = tree.slice(Math.max(0, at - 8), at).map(({ text, name }) => text || name);
    const finds = (name: string) =>
      findNodes({ ...line, role: undefined, name }, tree).some((one) => one.node === node);
    const name =
      node.name || [node.placeholder ?? '', ...captions.toReversed()].find((one) => one !== '' && finds(one));
    return name ? [{ node, name }] : [];
  });

/** Words on the page like those of a line, by which it would find something that no other line means. */
const wordsLike = (line: Line, tree: readonly PageNode[], meant: readonly Found[]): Named[] =>
  [...new Set(tree.map(({ name, text }) => name || text))]
    .filter((words) => likeness(words, line.name) > 0.5)
    .flatMap((name) => findNodes({ ...line, role: undefined, name }, tree).map(({ node }) => ({ node, name })))
    .filter(({ node }) => !isMeant(node, meant));

/** The control that a lost line probably means: of its kind, and meant by no other line. */
const nearestControl = (line: Line, tree: readonly PageNode[], meant: readonly Found[]): Named | undefined => {
  const { name, value } = line;
  const usable = controlsIn(line, tree);
  const free = usable.filter(({ node }) => isField(node) === (value !== undefined) && !isMeant(node, meant));
  // A list may be a button that opens it.
  const lists = usable.filter(({ node }) => value !== undefined && !isMeant(node, meant));
  const [only] = [free, lists].filter(({ length }) => length === 1).flat();
  return nearestTo(name, [...free, ...wordsLike(line, tree, meant)]) ?? only ?? nearestTo(name, usable);
};

/**
 * Why it cannot be said that a page has no field for a line: a field that no line means may be the one, under another name.
 * Undefined where all fields are meant.
 */
export const unmeantField = (line: Line, tree: readonly PageNode[], meant: readonly Found[]): string | undefined => {
  const field = tree.find((node) => isField(node) && node.ref && !node.disabled && !isMeant(node, meant));
  const named = controlsIn(line, tree).find(({ node }) => node === field);
  return (
    field &&
    `the line "${line.text}" is not on the page, which has ${describeNode(field)} that no line means` +
      `${named ? `; write "${lineFor(line, named)}" if it asks for that` : ''}${howToMend}`
  );
};
