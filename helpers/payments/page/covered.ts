import { areTwins, findPresent, type Found } from './find-control.ts';
import type { Line } from './page-lines.ts';
import { soon, succeeds, type PageNode } from './page-tree.ts';

/** Whether the control of a line can be pressed, and is not covered by a notice. */
export const canBePressed = async (line: Line, tree: readonly PageNode[]): Promise<boolean> => {
  const found = (await findPresent(line, tree)).filter(({ node }) => !node.disabled);
  return (await firstUncovered(found.slice(0, 2), soon().timeout)) !== undefined;
};

const firstUncovered = async (found: readonly Found[], timeout: number): Promise<Found | undefined> => {
  for (const one of found) {
    if (await succeeds(one.element.click({ trial: true, timeout }))) return one;
  }
  return undefined;
};

/** Of controls that a customer cannot tell apart, the first one that is not covered; undefined for different ones. */
export const firstOfTwins = async (found: readonly Found[]): Promise<Found | undefined> =>
  areTwins(found) ? ((await firstUncovered(found.slice(0, 5), soon().timeout / 2)) ?? found[0]) : undefined;
