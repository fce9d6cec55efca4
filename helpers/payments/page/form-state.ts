import { findNodes, type Found } from './find-control.ts';
import type { Line } from './page-lines.ts';
import { isControl, isField, isOption, signatureOf, type PageNode } from './page-tree.ts';
import { isPlaceholder } from './page-words.ts';

/** A press that changed nothing and sent nothing is repeated after this time, since the page's script may come late. */
export const ineffectiveMs = 1200;
/** Of one control. */
export const mostPresses = 4;

/** What a page was at one moment: what a customer sees, and how many requests it has sent. */
export interface Moment {
  signature: string;
  requests: number;
  /** In milliseconds. */
  at: number;
}

interface Press extends Moment {
  found: Found;
  line: Line;
  times: number;
}

/** What was entered on a page and pressed last, for what has to be done once more because a script came too late. */
export class FormState {
  readonly #entered: { line: Line; value: string; name: string; role: string }[] = [];
  #press: Press | undefined;

  get lastPress(): Readonly<Press> | undefined {
    return this.#press;
  }

  /** Words without a role that were pressed last, and still stand there. */
  pressedWordsIn(tree: readonly PageNode[]): string | undefined {
    const { found, line } = this.#press ?? {};
    if (!found || !line || isControl(found.node)) return undefined;
    const isThere = findNodes(line, tree).some(({ node }) => node.ref === found.node.ref);
    return isThere ? `"${line.name}"` : undefined;
  }

  /** A value was entered and read back. */
  entered(line: Line, value: string, { name, role }: PageNode): void {
    this.#press = undefined;
    this.#entered.push({ line, value, name, role });
  }

  /** A control was pressed; undefined for one that shows by itself that it was, such as a tick box. */
  pressed(press: Press | undefined): void {
    this.#press = press;
  }

  /** Whether a control is the one that was just pressed, and nothing has come of it yet. */
  isUnanswered({ node }: Found, tree: readonly PageNode[]): boolean {
    const last = this.#press;
    const isSame = last?.found.node.ref === node.ref && last?.found.node.name === node.name;
    return isSame && last?.signature === signatureOf(tree);
  }

  /** Whether it is time to press the last control again. */
  mustPressAgain(moment: Moment): boolean {
    return this.mayPressAgain(moment) && moment.at - (this.#press?.at ?? 0) >= ineffectiveMs;
  }

  /**
   * Whether something may still come of the last press by pressing again: only while nothing was sent and nothing has
   * changed since, so that no payment is made twice.
   */
  mayPressAgain({ signature, requests }: Moment): boolean {
    const last = this.#press;
    return last !== undefined && last.times < mostPresses && last.signature === signature && last.requests === requests;
  }

  /** The last control was pressed once more. @returns false when it was pressed often enough */
  pressedAgain(moment: Moment): boolean {
    if (!this.#press || this.#press.times >= mostPresses) return false;
    Object.assign(this.#press, moment, { times: this.#press.times + 1 });
    return true;
  }

  /** What a script has emptied when it started: fields that still have their names or captions, and no value any more. */
  emptiedIn(tree: readonly PageNode[]): { line: Line; value: string }[] {
    const isEmpty = ({ line, name, role }: { line: Line; name: string; role: string }) => {
      const same =
        name === '' ? findNodes(line, tree).map((found) => found.node) : tree.filter((one) => one.name === name);
      const own = same.filter((one) => one.role === role && one.ref !== undefined);
      return (
        own.length === 1 &&
        own.every((one) => (isTyped(one) ? one.text === '' && one.inner.length === 0 : isUnchosen(one)))
      );
    };
    // A mistake may be to enter nothing.
    return this.#entered.filter((one) => one.value !== '' && isEmpty(one));
  }
}

const isTyped = (node: PageNode): boolean => isField(node) && /^(?:textbox|searchbox|spinbutton)$/.test(node.role);

/** Whether a list of the browser shows its first, empty option. */
const isUnchosen = ({ inner }: PageNode): boolean => {
  const [chosen, other] = inner.filter((one) => isOption(one) && one.selected);
  return chosen !== undefined && !other && (chosen.name === '' || isPlaceholder(chosen.name));
};
