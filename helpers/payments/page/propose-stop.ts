import type { Customer } from '../checkout-page.ts';
import { findNodes } from './find-control.ts';
import { controlsOn, refusalOn, type Seen } from './page-end.ts';
import type { Line } from './page-lines.ts';
import { describeNode, isField, isTickBox, isTicked, type PageNode } from './page-tree.ts';
import { nameOf } from './propose-entries.ts';

/** What a page shows on which a proposal has stopped, and the line that it may wait for. */
export const stoppedAt = (seen: Seen, lines: readonly Line[], customer: Customer): string => {
  const { tree, facts } = seen;
  const meant = lines.flatMap((line) => findNodes(line, tree).map(({ node }) => [node.ref, line] as const));
  const lineOf = ({ ref }: PageNode) => meant.find(([own]) => own === ref)?.[1];
  const usable = tree.filter((node) => node.ref && !node.disabled);
  const open = usable.filter((node) => node.text === '' && !lineOf(node));
  const missing =
    usable.find((node) => isField(node) && node.invalid) ??
    open.find(isField) ??
    open.find((node) => isTickBox(node) && !isTicked(node));
  const given = missing && lineOf(missing);
  const code = lines.find(({ value }) => value?.startsWith('{code'));
  const said = refusalOn(seen);
  const line = missing && `${nameOf(missing, tree, customer)}${isField(missing) ? ' = …' : ''}`;
  return [
    `stopped at a page with ${controlsOn(tree)}`,
    ...(said.length > 0 ? [`which says ${said.join(', ')}`] : []),
    ...(controlsOn(tree) === 'no control' ? [`with the text ${JSON.stringify(facts.text.slice(0, 120))}`] : []),
    ...(given ? [`the line "${given.text}" may need another value`] : []),
    ...(missing && !given ? [`a line for ${describeNode(missing)} may be missing: ${line}`] : []),
    ...(!missing && code ? [`the code of the line "${code.text}" may be another one`] : []),
  ].join('; ');
};
