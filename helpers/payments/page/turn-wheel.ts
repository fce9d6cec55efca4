import { isNamed, locate, soon, succeeds, type PageNode } from './page-tree.ts';

/**
 * Turns a wheel as a finger does, where a press on an option has not turned it: from the row that it shows to the option.
 *
 * @param shown by its control after another try
 * @returns false where the control shows none of its rows
 */
export const turned = async (option: PageNode, shown: readonly string[]): Promise<boolean> => {
  const rows = option.parent?.inner.filter((one) => one.parent === option.parent && one.role === option.role) ?? [];
  const isShown = ({ name, text }: PageNode) => shown.some((words) => isNamed(words, name || text));
  const row = rows.find((one) => one !== option && one.ref !== undefined && isShown(one));
  if (!row?.box) return false;
  const distance = (rows.indexOf(row) - rows.indexOf(option)) * row.box.height;
  return succeeds(locate(row).evaluate(swipe, distance, soon()));
};

/** Runs in the browser. A finger that rests before it leaves does not fling the wheel. */
const swipe = async (row: Element, distance: number): Promise<void> => {
  const { x, y, width, height } = row.getBoundingClientRect();
  const rest = 350;
  for (const [type, part, waitMs] of [
    ['touchstart', 0, 20],
    ['touchmove', 0.3, 20],
    ['touchmove', 0.7, 20],
    ['touchmove', 1, rest],
    ['touchend', 1, rest],
  ] as const) {
    const [clientX, clientY] = [x + width / 2, y + height / 2 + part * distance];
    const onPage = { pageX: clientX + scrollX, pageY: clientY + scrollY };
    const finger = new Touch({ identifier: 1, target: row, clientX, clientY, ...onPage });
    const touches = type === 'touchend' ? [] : [finger];
    const how = { bubbles: true, cancelable: true, composed: true, touches, targetTouches: touches };
    row.dispatchEvent(new TouchEvent(type, { ...how, changedTouches: [finger] }));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
};
