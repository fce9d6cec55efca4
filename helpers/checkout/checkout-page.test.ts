import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from '@playwright/test';
import { parseSettings } from '../settings/settings.ts';
import { customerOf, loadCheckoutPage } from './checkout-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'checkout-page-'));
after(() => rmSync(folder, { recursive: true }));

const moduleWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const customer = customerOf(parseSettings({}, 'http://127.0.0.1:1'));
const methods = ['offersPayment', 'setAmount', 'pay', 'decline', 'cancel'];
const page = `({ ${methods.map((name) => `${name}: async () => true`).join(', ')} })`;

test('a module is loaded and asked for a page object', async () => {
  const open = await loadCheckoutPage(moduleWith('good.ts', `export default (where: unknown) => ${page};`));
  assert.equal(await open({} as Page, customer).cancel(), true);
});

const refused = [
  ['absent.ts', undefined, /CHECKOUT_PAGE: .*absent\.ts cannot be loaded/],
  ['faulty.mjs', 'export default (', /CHECKOUT_PAGE: .*cannot be loaded/],
  ['throws.mjs', "throw new Error('no display')", /CHECKOUT_PAGE: .*no display/],
  ['named.mjs', 'export const open = () => ({})', /must have a function as its default export/],
] as const;

for (const [name, text, message] of refused) {
  test(`${name} is refused in words that say what is wrong`, async () => {
    const path = text === undefined ? join(folder, name) : moduleWith(name, text);
    await assert.rejects(loadCheckoutPage(path), (error: Error) => {
      assert.equal(error.name, 'NotTested');
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a page object that lacks methods is refused by their names', async () => {
  const open = await loadCheckoutPage(moduleWith('part.mjs', 'export default () => ({ pay() {}, cancel() {} })'));
  assert.throws(() => open({} as Page, customer), /NotTested: .*lacks the methods offersPayment, setAmount, decline/);
});
