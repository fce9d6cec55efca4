import { isUsable } from './fields.ts';
import { described, roleOf } from './memory.ts';
import type { Control, Scene } from './scene/scene.ts';

export type Method = 'offersPayment' | 'setAmount' | 'pay' | 'decline' | 'cancel';

/** The maximum number of listed controls, since a page may have hundreds. */
const maxNamed = 25;

/** Explains where a page was not understood, what it showed, and what a module for CHECKOUT_PAGE needs. */
export const lostAt = (scene: Scene, steps: readonly string[], method: Method, wish: string): string => {
  const seen = scene.controls.map((one) => `${described(one)}${one.disabled ? ' (disabled)' : ''}`);
  const more = seen.length > maxNamed ? ` and ${seen.length - maxNamed} more` : '';
  return [
    `the payment page is not understood: at step ${steps.length + 1} there was no way to ${wish}.`,
    ...(scene.status >= 400 ? [`  answer:   HTTP ${scene.status}`] : []),
    `  before:   ${steps.join(', ') || 'nothing was done yet'}`,
    `  on page:  ${seen.slice(0, maxNamed).join(', ') || 'no control at all'}${more}`,
    '  mend it:  let CHECKOUT_PAGE name a module for this page, see docs/payment-page.md; it needs, for example:',
    ...stubOf(scene, method).map((line) => `            ${line}`),
  ].join('\n');
};

/** A stub of the missing method, made from the controls on the page. */
const stubOf = ({ controls }: Scene, method: Method): string[] => {
  const usable = controls.filter(isUsable);
  const fields = usable.filter(({ kind, value }) => kind === 'text' && value === '').slice(0, 3);
  const buttons = usable.filter(({ kind }) => kind === 'button' || kind === 'link');
  const [button] = method === 'cancel' ? buttons.slice(-1) : buttons;
  const press = `await ${locatorOf(button)}.click();`;
  const bodies: Record<Method, string[]> = {
    offersPayment: [`return ${locatorOf(button)}.isVisible();`],
    setAmount: [`await ${locatorOf(fields[0])}.fill('10');`, 'return true;'],
    pay: [...fields.map((field) => `await ${locatorOf(field)}.fill(customer.mobileMoneyNumber);`), press],
    decline: [press],
    cancel: [press, 'return true;'],
  };
  return [`async ${method}() {`, ...bodies[method].map((line) => `  ${line}`), '}'];
};

const locatorOf = (control: Control | undefined): string =>
  control ? `where.getByRole('${roleOf(control)}', { name: '${quoted(control.name)}' })` : "where.getByText('…')";

const quoted = (text: string): string => text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`);
