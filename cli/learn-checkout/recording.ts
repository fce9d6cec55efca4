/** One thing that was done in a recorder's window. Locators and arguments are source text. */
export interface Step {
  /** `page`, or the window it was done in: `page1`, `page2` and so on. */
  window: string;
  /** Relative to its window: `getByRole('button', { name: 'Pay' })`. */
  locator: string;
  action: string;
  args: string;
  /** The window that it opened. */
  opens?: string;
  /** The browser asked something at this step. */
  asked?: boolean;
}

const actions =
  'click|dblclick|tap|fill|press|pressSequentially|check|uncheck|setChecked|selectOption|setInputFiles|clear|hover';
const stepLine = new RegExp(`^await (page\\d*)\\.(.+)\\.(${actions})\\((.*)\\);$`);

/**
 * What was done, read from the test that `playwright codegen` writes, in order. Left out: how the recorder came to the
 * page, clicks that only put the cursor into a field, keys that only leave it, and what was done at the merchant.
 */
export const stepsOf = (recorded: string): Step[] => {
  const steps: Step[] = [];
  let opens: string | undefined;
  let asked = false;
  for (const line of recorded.split('\n').map((one) => one.trim())) {
    opens = /^const (page\d+)Promise = page\d*\.waitForEvent\('popup'\);$/.exec(line)?.[1] ?? opens;
    // A dialog before the page is opened came by itself.
    if (/^page\d*\.goto\(|^await page\d*\.goto\(/.test(line)) asked = false;
    asked ||= /^page\d*\.once\('dialog'/.test(line);
    const [, window, locator, action, args] = stepLine.exec(line) ?? [];
    if (window === undefined || locator === undefined || action === undefined || args === undefined) continue;
    steps.push({ window, locator, action, args, ...(opens && { opens }), ...(asked && { asked }) });
    opens = undefined;
    asked = false;
  }
  return steps.filter((step, index) => isNeeded(step, steps[index + 1]));
};

const isNeeded = (step: Step, next: Step | undefined): boolean => {
  const { window, locator, action, args, opens } = step;
  if (opens !== undefined) return true;
  if (/Back at the merchant|The payment page sent you/.test(locator)) return false;
  if (action === 'press') return args === "'Enter'";
  const isAgain = next?.window === window && next.locator === locator;
  if (!isAgain) return true;
  if (action === 'click') return !/^(fill|press|pressSequentially|selectOption|clear)$/.test(next.action);
  return !(action === 'fill' && next.action === 'fill');
};
