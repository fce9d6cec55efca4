import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatted, withoutDisplay } from './recorder.ts';
import { stepsOf } from './recording.ts';
import { moduleOf } from './write-module.ts';

// The recordings are what Playwright's recorder wrote while somebody went through a page by hand.
const recorded = (name: string): string => readFileSync(new URL(`tests/${name}.txt`, import.meta.url), 'utf8');
const customer = { mobileMoneyNumber: '0970000001', email: 'customer@example.com' };
const interfacePath = './helpers/payments/checkout-page.ts';

test('steps are what was done, without what only moved the cursor', () => {
  const steps = stepsOf(recorded('operator-cards'));
  assert.deepEqual(
    steps.map(({ locator, action, args }) => `${locator}.${action}(${args})`),
    [
      "getByRole('img', { name: 'Operator B' }).click()",
      "getByRole('radio', { name: 'Operator B' }).check()",
      "getByRole('spinbutton', { name: 'Phone number' }).fill('0970000001')",
      "getByRole('button', { name: 'Continue' }).click()",
      "getByRole('button', { name: 'Confirm payment' }).click()",
      "getByRole('textbox', { name: 'PIN' }).fill('1234')",
      "getByRole('textbox', { name: 'PIN' }).press('Enter')",
    ],
  );
});

test('a window that was opened is known by the step that opened it', () => {
  const steps = stepsOf(recorded('approval-window'));
  assert.deepEqual(steps[1]?.opens, 'page1');
  assert.deepEqual(steps[2], {
    window: 'page1',
    locator: "getByRole('button', { name: 'Confirm' })",
    action: 'click',
    args: '',
  });
});

test('a dialog that came by itself belongs to no step', () => {
  assert.deepEqual(
    stepsOf(recorded('browser-dialogs')).map(({ asked }) => asked),
    [undefined],
  );
});

const dialogLine = "page.once('dialog', dialog => {";
const cancelled = `await page.goto('http://x/');\n${dialogLine}\n});\nawait page.getByRole('link', { name: 'Cancel (1)' }).click();`;
const amount = "await page.locator('iframe').contentFrame().getByLabel('Amount').fill('10');";
const written = formatted(
  moduleOf({
    recordings: {
      pay: stepsOf(recorded('approval-window')),
      decline: stepsOf(recorded('operator-cards')),
      cancel: stepsOf(cancelled),
      amount: stepsOf(amount),
    },
    customer,
    interfacePath,
  }),
);

for (const [what, text] of [
  ['a getter for each control', "get payNowButton() {\n      return where.getByRole('button', { name: 'Pay now' });"],
  ['two controls of one name', 'get phoneNumberField2() {'],
  ['the frame a control stands in', "return where.locator('iframe').contentFrame().getByLabel('Amount');"],
  ['the number of the settings', 'await page.phoneNumberField.fill(customer.mobileMoneyNumber);'],
  ['a window', "const page1Promise = browserWindow.waitForEvent('popup');\n      await page.payNowButton.click();"],
  ['a step in it', "await page1.getByRole('button', { name: 'Confirm' }).click();"],
  ['a question of the browser', "browserWindow.once('dialog', (dialog) => void dialog.accept());"],
  ['an amount that may not be asked for', 'if (!(await shows(page.amountField))) return false;'],
] as const) {
  test(`the module has ${what}`, () => assert.ok(written.includes(text), written));
}

test('what was not shown is said by the module, and never passed off as done', () => {
  const empty = moduleOf({ recordings: {}, customer, interfacePath });
  assert.match(empty, /async pay\(\) { throw new Error\('learn-checkout was not shown how to pay'\); }/);
  assert.match(empty, /async decline\(\) { throw new Error/);
  assert.match(empty, /async offersPayment\(\) {\s+throw new Error/);
});

test('without a display, or on a CI machine, no window is opened', () => {
  assert.match(withoutDisplay('linux', {}) ?? '', /no display/);
  assert.match(withoutDisplay('darwin', { CI: 'true' }) ?? '', /CI/);
  assert.equal(withoutDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' }), undefined);
  assert.equal(withoutDisplay('linux', { DISPLAY: ':0', CI: 'false' }), undefined);
  assert.equal(withoutDisplay('win32', {}), undefined);
});
