import type { Customer } from '../checkout-page.ts';
import type { Line } from './page-lines.ts';
import { isField, isNamed, type PageNode } from './page-tree.ts';

/** Whether a page may have gone another way because of what a trial has entered, so that a lost line says nothing of it. */
export class Trial {
  /** Whether the page may refuse what is entered. */
  readonly isOn: boolean;
  /** What is entered now is no mistake, and follows one. */
  readonly isSecond: boolean;
  isDoubtful: boolean;
  /** The lines that were followed on this page before. */
  readonly #before: readonly string[];

  constructor({ isTrial = false, entry = {}, before }: Customer) {
    this.#before = before?.steps ?? [];
    this.isOn = isTrial;
    this.isSecond = isTrial && Object.keys(entry).length === 0;
    this.isDoubtful = this.isSecond;
  }

  /** A line was followed: what is pressed, and what a trial enters otherwise, may lead elsewhere. */
  followed({ value }: Line): void {
    if (this.isOn && (value === undefined || /\{(?:number|amount)\}/.test(value))) this.isDoubtful = true;
  }

  /** The page was looked at again. */
  visited(before: string | undefined, now: string): void {
    if (this.isOn && before !== undefined && before !== now) this.isDoubtful = true;
  }

  /** Whether a page still shows what was chosen before, in place of the words by which its control was found. */
  isKept({ text, value }: Line, tree: readonly PageNode[]): boolean {
    if (value === undefined || value.includes('{') || !this.#before.includes(text)) return false;
    return tree.some((node) => isNamed(isField(node) ? node.text : node.text || node.name, value));
  }
}
