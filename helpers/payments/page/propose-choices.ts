import type { Customer } from '../checkout-page.ts';
import { ancestorsOf, isField, isGroup, isOption, type PageNode } from './page-tree.ts';
import { isMobileMoney, outcomeOf, subjectOf } from './page-words.ts';
import { isOperator, nameOf, rankOf, wantedEnd } from './propose-entries.ts';

// Choices between means of payment, and between ends.

/** Whether a choice says the intended end, or names a means of payment that comes before the others of its group. */
export const isWantedChoice = (
  node: PageNode,
  enabled: readonly PageNode[],
  { intention, operatorCodes }: Customer,
): boolean => {
  if (node.checked === true || node.selected) return false;
  const outcome = outcomeOf(node.name);
  if (outcome !== undefined) return outcome === wantedEnd[intention];
  const groupOf = (one: PageNode) => ancestorsOf(one).find(isGroup);
  const others = enabled.filter((one) => one.role === node.role && one !== node && groupOf(one) === groupOf(node));
  if (others.some((one) => outcomeOf(one.name) !== undefined)) return false;
  const rank = (one: PageNode) => rankOf(one, operatorCodes);
  const chosen = others.find((one) => one.checked === true || one.selected);
  if (chosen) return rank(node) > 0 && rank(chosen) === 0;
  return others.every((one) => rank(one) <= rank(node));
};

/** The name of a choice whose words do not say what it decides. */
export const untouchedIn = (
  enabled: readonly PageNode[],
  tree: readonly PageNode[],
  customer: Customer,
): string | undefined => {
  const radios = enabled.filter(({ role }) => role === 'radio');
  const lists = enabled.filter((node) => isField(node) && node.inner.filter(isOption).length > 1);
  const choices = [...lists.map((list) => [list, ...list.inner.filter(isOption)]), radios];
  const isUnderstood = ({ name }: PageNode): boolean =>
    outcomeOf(name) !== undefined || isMobileMoney(name) || isOperator(name, customer.operatorCodes);
  const [first] = choices.find((choice) => choice.length > 0 && !choice.some(isUnderstood)) ?? [];
  return first && nameOf(first, tree, customer);
};

/** Whether a page asks for a card, which is never filled in. */
export const asksForCard = (tree: readonly PageNode[], customer: Customer): boolean =>
  tree.some((one) => isField(one) && one.text === '' && subjectOf([nameOf(one, tree, customer)]) === 'card');

/** What may hold another way to pay than by card: a tab, or what says so. */
export const isOtherWay = ({ role, selected, name }: PageNode): boolean =>
  subjectOf([name]) !== 'card' && ((role === 'tab' && !selected) || (role === 'button' && otherWays.test(name)));
const otherWays =
  /(?:other|more|autres?|weitere|andere|outr[ao]s|otr[ao]s) .*(?:pay|ways|methods|options|paie|zahl|paga)/i;
