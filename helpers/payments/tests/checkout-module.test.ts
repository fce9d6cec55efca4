import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from '@playwright/test';
import { parseSettings } from '../../settings/settings.ts';
import { failureKindOf } from '../../errors/failure-kind.ts';
import { isDescription } from '../page/description-file.ts';
import { loadCheckoutPage } from '../checkout-module.ts';
import { customerOf } from '../checkout-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'checkout-page-'));
after(() => rmSync(folder, { recursive: true }));

const moduleWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const customer = customerOf(parseSettings({}, 'http://127.0.0.1:1'), {
  channel: 'redirect',
  intention: 'success',
  currency: 'XTS',
  endsHere: false,
  mayHaveEnded: false,
  onStep: () => {},
  hasArrived: () => false,
});
const methods = ['ready', 'setAmount', 'pay', 'decline', 'cancel'];
const page = `({ ${methods.map((name) => `${name}: async () => true`).join(', ')} })`;

test('a module is loaded and creates a page object', async () => {
  const open = await loadCheckoutPage(moduleWith('good.ts', `export default (where: unknown) => ${page};`));
  assert.equal(await open({} as Page, customer).cancel(), true);
});

const refused = [
  ['absent.ts', undefined, /CHECKOUT_PAGE: there is no file .*absent\.ts/],
  ['unfinished.ts', 'export default (: => 1', /CHECKOUT_PAGE: .*unfinished\.ts cannot be loaded/],
  ['named.mjs', 'export const open = () => ({})', /no function as its default export/],
] as const;

for (const [name, text, message] of refused) {
  test(`${name} is refused with an explanation`, async () => {
    const path = text === undefined ? join(folder, name) : moduleWith(name, text);
    await assert.rejects(loadCheckoutPage(path), (error: Error) => {
      assert.equal(error.name, 'NotTested');
      assert.match(error.message, message);
      return true;
    });
  });
}

const opened = [
  ['lacks methods', '({ pay() {}, cancel() {} })', /lacks ready, setAmount, decline; write export default/],
  ['is a promise', `Promise.resolve(${page})`, /returns a promise/],
  [
    'cannot be made',
    '(() => { throw new Error("where is it?") })()',
    /the default export of CHECKOUT_PAGE .*where is it\?/,
  ],
] as const;

for (const [what, text, message] of opened) {
  test(`a page object that ${what} is refused when it is opened`, async () => {
    const open = await loadCheckoutPage(moduleWith(`${what.replaceAll(' ', '-')}.mjs`, `export default () => ${text}`));
    assert.throws(() => open({} as Page, customer), { name: 'NotTested', message });
  });
}

const lost = [
  [
    'throws',
    'throw new Error("no such button")',
    /^cancel\(\) of CHECKOUT_PAGE \(.*\) does not fit the page: no such button$/,
  ],
  [
    'speaks like the page object of this project',
    'throw new Error("expect(payment page).toLetTheCustomerGoOn()")',
    /does not fit the page: expect\(payment page\)/,
  ],
  ['hangs', 'await new Promise((resolve) => setTimeout(resolve, 600_000).unref())', /did not end within 0\.2 s/],
  ['answers nothing', 'return undefined', /^cancel\(\) of .* returns undefined; it has to return true or false/],
] as const;

for (const [what, text, message] of lost) {
  test(`a method that ${what} gives no verdict`, async () => {
    const source = `export default () => ({ ...${page}, async cancel() { ${text} } })`;
    const open = await loadCheckoutPage(moduleWith(`method-${what.replaceAll(' ', '-')}.mjs`, source), 200);
    await assert.rejects(open({} as Page, customer).cancel(), { name: 'NotTested', message });
  });
}

test("an error of this project's page object inside a module remains a verdict", async () => {
  // Compiled separately from the test, so the class is a different one of the same name.
  const source = `
    import { PageFault } from ${JSON.stringify(join(__dirname, '../page-fault.ts'))};
    export default () => ({ ...${page}, async pay() { throw new PageFault('a', 'b'); } })`;
  const open = await loadCheckoutPage(moduleWith('fault.ts', source));
  await assert.rejects(open({} as Page, customer).pay(), (error) => failureKindOf(error) === 'payment-page');
});

test('a file whose name has no ending has lines, as those that pipelines write', () =>
  assert.deepEqual(['/builds/shop.tmp/CHECKOUT_PAGE', 'page.yaml', 'page.mts'].map(isDescription), [
    true,
    true,
    false,
  ]));
