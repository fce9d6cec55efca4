import type { Step } from './recording.ts';

/** What was recorded for each intention; one that is missing could not be shown. */
export type Recordings = Readonly<Partial<Record<Intention, readonly Step[]>>>;
export type Intention = 'pay' | 'decline' | 'cancel' | 'amount';

export interface ModuleFacts {
  recordings: Recordings;
  /** Who was playing the customer: what was typed of these becomes a reference to the settings. */
  customer: { mobileMoneyNumber: string; email: string };
  /** Where the module finds the interface CheckoutPage, as an import specifier. */
  interfacePath: string;
}

/**
 * The source text of a first CHECKOUT_PAGE module: a getter for every control that was used, a method for every
 * intention. It is not formatted yet.
 */
export const moduleOf = ({ recordings, customer, interfacePath }: ModuleFacts): string => {
  const { pay = [], decline = [], cancel = [], amount = [] } = recordings;
  const names = namesOf([...pay, ...decline, ...cancel, ...amount]);
  const lines = (steps: readonly Step[]) => steps.flatMap((step) => linesOf(step, names, customer)).join('\n');
  const firsts = [...new Set([pay[0], amount[0]].flatMap((step) => (step ? (names.get(step.locator) ?? []) : [])))];
  const amountAt = amountStep(amount);
  const body = `
import type { Frame, ${firsts.length > 0 || amountAt >= 0 ? 'Locator, ' : ''}Page } from '@playwright/test';
import type { CheckoutPage, Customer } from '${interfacePath}';

// A first version, written by npm run learn-checkout from what was done on the page. Read it once: a name that belongs
// to one payment only (a reference, an amount) will not be found on the next one.

${firsts.length > 0 || amountAt >= 0 ? shows : ''}
const checkoutPage = (where: Page | Frame, customer: Customer): CheckoutPage => {
  ${lines([...pay, ...decline, ...cancel, ...amount]).includes('browserWindow.') ? "const browserWindow = 'mainFrame' in where ? where : where.page();" : ''}
  const page = {
    ${[...names].map(([locator, name]) => `get ${name}() { return where.${locator}; },`).join('\n')}
  };
  return {
    async offersPayment() {
      ${
        firsts.length > 0
          ? `const shown = await Promise.all([${firsts.map((name) => `shows(page.${name})`).join(', ')}]);
      return shown.includes(true);`
          : missing('how to pay')
      }
    },
    async pay() { ${lines(pay) || missing('how to pay')} },
    async decline() { ${lines(decline) || missing('how to make a payment fail')} },
    async cancel() {
      ${cancel.length > 0 ? `${lines(cancel)}\nreturn true;` : '// No way to cancel was recorded.\nreturn false;'}
    },
    async setAmount() {
      ${
        amountAt < 0
          ? '// No place for an amount was recorded, which is a fault of a checkout that was started without one (2.5).\nreturn false;'
          : `${lines(amount.slice(0, amountAt))}
      if (!(await shows(page.${names.get(amount[amountAt]?.locator ?? '')}))) return false;
      ${lines(amount.slice(amountAt))}
      return true;`
      }
    },
  };
};

export default checkoutPage;
`;
  const usesCustomer = body.includes('customer.');
  return (usesCustomer ? body : body.replace('customer: Customer', '_customer: Customer')).trimStart();
};

const shows = `
/** Whether a control is there; waits for a page that is still loading. */
const shows = (control: Locator): Promise<boolean> =>
  control.first().waitFor({ timeout: 10_000 }).then(() => true, () => false);
`;

const missing = (what: string): string => `throw new Error('learn-checkout was not shown ${what}');`;

/** Where the amount is entered: the field that was filled in last, or else whatever was chosen last. */
const amountStep = (steps: readonly Step[]): number => {
  const filled = steps.findLastIndex(({ action, window }) => action === 'fill' && window === 'page');
  return filled >= 0 ? filled : steps.findLastIndex(({ window }) => window === 'page');
};

const linesOf = (step: Step, names: ReadonlyMap<string, string>, customer: ModuleFacts['customer']): string[] => {
  const { window, locator, action, args, opens, asked } = step;
  const control = window === 'page' ? `page.${names.get(locator)}` : `${window}.${locator}`;
  const opener = window === 'page' ? 'browserWindow' : window;
  return [
    ...(asked ? [`${opener}.once('dialog', (dialog) => void dialog.accept());`] : []),
    ...(opens ? [`const ${opens}Promise = ${opener}.waitForEvent('popup');`] : []),
    `await ${control}.${action}(${known(args, customer)});`,
    ...(opens ? [`const ${opens} = await ${opens}Promise;`] : []),
  ];
};

/** What the customer of the settings typed, by where it comes from. */
const known = (args: string, { mobileMoneyNumber, email }: ModuleFacts['customer']): string => {
  if (args === `'${mobileMoneyNumber}'`) return 'customer.mobileMoneyNumber';
  if (args === `'${mobileMoneyNumber.replace(/^0/, '')}'`) return "customer.mobileMoneyNumber.replace(/^0/, '')";
  return args === `'${email}'` ? 'customer.email' : args;
};

/** A name for every control of the page itself, by its locator. */
const namesOf = (steps: readonly Step[]): Map<string, string> => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { locator } of steps.filter(({ window }) => window === 'page')) {
    if (names.has(locator)) continue;
    const name = nameOf(locator);
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}${count}`;
    taken.add(free);
    names.set(locator, free);
  }
  return names;
};

const kinds: Readonly<Partial<Record<string, string>>> = {
  textbox: 'Field',
  spinbutton: 'Field',
  searchbox: 'Field',
  combobox: 'List',
  listbox: 'List',
  img: 'Picture',
};

/** `getByRole('button', { name: 'Pay now' })` is called payNowButton. */
const nameOf = (locator: string): string => {
  const last = locator.slice(locator.lastIndexOf('getBy'));
  const role = /^getByRole\('(\w+)'/.exec(last)?.[1];
  const quoted = /'((?:[^'\\]|\\.)*)'/g;
  const texts = [...last.matchAll(quoted)].map(([, text = '']) => text);
  const words = ((role ? texts[1] : texts[0]) ?? '').split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const kind = role ? (kinds[role] ?? capital(role)) : /^getBy(Label|Placeholder)/.test(last) ? 'Field' : '';
  const name = words
    .slice(0, 4)
    .map((word) => capital(word.toLowerCase()))
    .join('');
  const whole = `${/^\d/.test(name) ? 'The' : ''}${name}${kind}` || 'Control';
  return whole.charAt(0).toLowerCase() + whole.slice(1);
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
