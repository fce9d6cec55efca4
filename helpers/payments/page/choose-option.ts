import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator, Page } from '@playwright/test';
import { NotTested } from '../../errors/errors.ts';
import type { Found } from './find-control.ts';
import type { Line } from './page-lines.ts';
import {
  ancestorsOf,
  isLongerCard,
  isField,
  isNamed,
  isOption,
  isPushed,
  isTickBox,
  isTicked,
  locate,
  plain,
  readTree,
  signatureOf,
  soon,
  succeeds,
  type PageNode,
} from './page-tree.ts';

// Options as a customer chooses them: of a list of the browser, or seen as a whole. Each choice is read back.

type Where = Page | Frame;

const pollMs = 50;
/** How long a page may take to show a choice, and to fill a list that it has drawn, in milliseconds. */
const [shownMs, filledMs] = [1500, 3000];

/** Chooses in a list of the browser, by what an option shows or by its value. A list that is not seen is chosen in as well. */
export const chooseNative = async ({ node, element }: Found, value: string): Promise<void> => {
  const [seen, other] = node.inner.filter((one) => isOption(one) && isNamed(one.name, value));
  if (seen && !other && (await choseSeen(element, seen.name))) return;
  const read = () =>
    element.evaluate(
      (one) => [...(one as HTMLSelectElement).options].slice(0, 1000).map((option) => [option.label, option.value]),
      undefined,
      soon(),
    );
  const indexIn = (all: readonly string[][]): number => {
    const at = [...matching(all, ([label = '']) => label, value), ...matching(all, ([, own = '']) => own, value)];
    return all.indexOf(at[0] ?? []);
  };
  let options = await read();
  // A page may fill its list once it has drawn it.
  for (let waitedMs = 0; indexIn(options) === -1 && waitedMs < filledMs; waitedMs += pollMs) {
    await pause(pollMs);
    options = await read();
  }
  const index = indexIn(options);
  if (index === -1)
    throw noOption(
      options.map(([label = '']) => label),
      value,
    );
  const chosen = () => element.evaluate((one) => (one as HTMLSelectElement).selectedIndex, undefined, soon());
  for (const force of [false, true]) {
    await element.selectOption({ index }, { ...soon(), force }).catch(() => {});
    // A page that the choice has left has no such list any more.
    if ((await chosen().catch(() => index)) === index) return;
  }
  throw new NotTested(`shows another option than "${value}" after it was chosen`);
};

/** Chooses what an option shows, and reads it back without a handle. @returns false where that cannot tell */
const choseSeen = async (element: Locator, label: string): Promise<boolean> => {
  const [chosen = ''] = await element.selectOption({ label }, soon()).catch(() => []);
  return chosen !== '' && (await element.inputValue(soon()).catch(() => chosen)) === chosen;
};

/** Whether a group has an option of this name. */
export const isChoosable = (group: PageNode, value: string): boolean => candidates(group.inner, value).length > 0;

/** Chooses in a group that is seen as a whole: radio buttons, cards, a row of buttons. */
export const chooseIn = async (group: PageNode, line: Line, value: string, where: Where): Promise<void> => {
  const options = candidates(group.inner, value);
  if (options.length === 0) throw noOption(namesIn(group.inner), value);
  if (options.some((one) => isTickedIn(one))) return;
  for (const option of options.slice(0, 3)) {
    const element = elementOf(option);
    if (!element) continue;
    const before = await element.evaluate(looksOf, undefined, soon()).catch(() => '');
    const signature = signatureOf(await readTree(where));
    await pressed(element);
    for (let waitedMs = 0; waitedMs < shownMs; waitedMs += pollMs) {
      const after = await element.evaluate(looksOf, undefined, soon()).catch(() => undefined);
      // What is gone looks like nothing.
      const isOther = after !== undefined && after !== before;
      const tree = await readTree(where);
      const own = candidates(tree, value);
      // Cards without a state look otherwise once they are chosen; a button of a row may lead on at once.
      const hasState = own.some((one) => isTickBox(one) || one.role === 'tab');
      if (own.some((one) => isTickedIn(one))) return;
      // An element of a page's own has drawn its list meanwhile, so that its line is followed anew.
      if (isInList(value, tree) && !isInList(value, (ancestorsOf(group).at(-1) ?? group).inner))
        throw new Error('a list has taken the place of the choices');
      if (!hasState && (isOther || signatureOf(tree) !== signature)) return;
      await pause(pollMs);
    }
  }
  throw new NotTested(`does not show "${value}" as chosen after it was pressed`);
};

const isInList = (value: string, tree: readonly PageNode[]): boolean =>
  tree.some((one) => isOption(one) && isNamed(one.name, value) && ancestorsOf(one).some(isField));

/** What a choice looks like, with all that is around and in it. Runs in the browser, without functions that have names. */
export const looksOf = (one: Element): string =>
  [one, one.parentElement, ...one.querySelectorAll('*')]
    .slice(0, 30)
    .map((part) =>
      [
        ...['class', 'style', 'data-state'].map((name) => part?.getAttribute(name)),
        (part as HTMLInputElement | null)?.checked,
      ].join('|'),
    )
    .join('\n');

/** How an option itself is marked: what is pressed, chosen or under the mouse is marked otherwise. Empty once it is gone. */
export const marksOf = (option: Locator): Promise<string> =>
  option
    .evaluate(
      (one) =>
        [one, ...one.querySelectorAll('*')]
          .slice(0, 30)
          .map(
            (part) => [...part.attributes].map(({ value }) => value.slice(0, 200)).join('|') + part.matches(':checked'),
          )
          .join('\n'),
      undefined,
      soon(),
    )
    .catch(() => '');

/** Whether an option is the value of its closed control: some show it as the only one of a list inside. */
export const isValue = (option: PageNode, { expanded, inner }: PageNode): boolean =>
  !expanded && inner.includes(option) && isTicked(option) && option.parent?.inner.filter(isOption).length === 1;

const isTickedIn = (node: PageNode): boolean => isTicked(node) || node.inner.some(isTicked);

/** Where to press for an option: itself, or what is seen of it. */
export const elementOf = (option: PageNode): Locator | undefined => {
  if (option.ref !== undefined) return locate(option);
  const around = ancestorsOf(option).find(({ ref }) => ref !== undefined);
  if (!around || isField(around)) return undefined;
  const words = option.text || option.name;
  // Beside other words, what is around an option is no place to press for it.
  const isAlone = isNamed(around.name, words) || around.inner.every(({ text }) => text === '' || text === option.text);
  return isAlone ? locate(around) : locate(around).getByText(words, { exact: true }).first();
};

/** Clicks a control; what it draws over itself is clicked at once, in place of waiting for it to go away. */
export const clickDrawn = async (element: Locator): Promise<void> =>
  element.click({ ...soon(), force: await element.evaluate(isDrawnOver, undefined, soon()) });

/** Whether a control lies under what is drawn in its place. Runs in the browser. */
const isDrawnOver = (one: Element): boolean => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const top = (one.getRootNode() as Document | ShadowRoot).elementFromPoint(x + width / 2, y + height / 2);
  const around = one.closest('label') ?? one.parentElement;
  // A notice may lie over a whole form.
  return top !== null && top !== one && around?.contains(top) === true && around.clientHeight < 120;
};

/** Presses, even through what lies over it. @returns false when that was not possible */
export const pressed = (element: Locator): Promise<boolean> =>
  succeeds(element.click(soon()).catch(() => element.click({ ...soon(), force: true })));

/** The options that a value means, those with a role before mere text; an option may have more lines than the value. */
export const candidates = (nodes: readonly PageNode[], value: string): PageNode[] => {
  const usable = nodes.filter((one) => !isField(one) && !one.disabled);
  const isChoice = (one: PageNode) => isOption(one) || isPushed(one);
  const textOf = ({ name, text }: PageNode) => name || text;
  // Words beside an icon, or in a card, are pressed with the option around them, which shows whether it is chosen.
  const pressedWith = (one: PageNode) =>
    isChoice(one) ? one : (ancestorsOf(one).find((around) => around.ref && isChoice(around)) ?? one);
  const exact = [...new Set(matching(usable, textOf, value).map(pressedWith))];
  const seen = exact.filter((one) => one.ref !== undefined);
  const choices = [
    ...seen.filter(isChoice),
    ...seen.filter((one) => !isChoice(one)),
    ...exact.filter((one) => !one.ref && !isOption(one)),
  ];
  if (choices.length > 0) return choices;
  const longer = usable.filter(
    (one) => one.ref && (isLongerCard(one, value) || (isChoice(one) && beginsWith(textOf(one), value))),
  );
  // The card around a radio button has its words as well.
  return [longer, longer.filter(isChoice)].find(({ length }) => length === 1) ?? [];
};

const matching = <T>(all: readonly T[], textOf: (one: T) => string, value: string): T[] =>
  all.filter((one) => isNamed(textOf(one), value));

const beginsWith = (text: string, value: string): boolean => {
  const [whole, wanted] = [plain(text), plain(value)];
  return whole.startsWith(wanted) && /^[^\p{L}\p{N}]/u.test(whole.slice(wanted.length));
};

/** The names of the options among nodes. */
export const namesIn = (nodes: readonly PageNode[]): string[] => [
  ...new Set(nodes.filter((one) => isOption(one) || isPushed(one)).map(({ name }) => name)),
];

export const noOption = (names: readonly string[], value: string): NotTested =>
  new NotTested(
    `has no option "${value}", only ${
      names
        .slice(0, 12)
        .map((name) => JSON.stringify(name.slice(0, 60)))
        .join(', ') || 'none'
    }`,
  );
