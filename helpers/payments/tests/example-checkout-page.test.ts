import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCheckoutPage } from '../checkout-module.ts';
import { redirect, type Site } from './payment-pages/payment-site.ts';
import { arrival, startBrowser } from './payment-pages/visit.ts';

const module = fileURLToPath(new URL('../../../docs/example-checkout-page.ts', import.meta.url));

/** A page with words that the built-in page reader does not know. */
const german: Site = (ends) => ({
  '/ok': redirect(ends.success),
  '/no': redirect(ends.failure),
  '/': `<h1>Zahlung</h1><form action=/done><label>Betrag <input name=a></label><label>Rufnummer <input name=n></label>
    <label><input type=radio name=o value=ok>Erfolg</label><label><input type=radio name=o value=no>Fehlschlag</label>
    <button>Zahlen</button><button type=button onclick="location='/no'">Abbrechen</button></form>`,
  '/done': (fields) =>
    fields.get('a') === '10' && fields.get('n') === '0970000001'
      ? redirect(fields.get('o') === 'ok' ? ends.success : ends.failure)
      : { status: 400 },
});

const { visit, close } = await startBrowser({ open: await loadCheckoutPage(module) });
after(close);

test('the example finds the payment method and the field for the amount', () =>
  visit(german, async (checkout) => {
    assert.equal(await checkout.offersPayment(), true);
    assert.equal(await checkout.setAmount(), true);
  }));

for (const [method, end] of [
  ['pay', 'success'],
  ['decline', 'failure'],
  ['cancel', 'failure'],
] as const) {
  test(`${method}() of the example leads to ${end}`, () =>
    visit(german, async (checkout, served, page) => {
      await checkout[method]();
      assert.equal(await arrival(served, page), end);
    }));
}
