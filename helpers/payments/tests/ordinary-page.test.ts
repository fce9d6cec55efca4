import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as sites from './payment-pages/sites.ts';
import { arrival, startBrowser, type Visit } from './payment-pages/visit.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const { foreign, broken, onlyPay: _, goesOn: __, amountThenVoucher, foreignApproval, ...understood } = sites;
const withAmount = [
  'wizard',
  'singlePage',
  'selectAndDialog',
  'nestedFrames',
  'manyHops',
  'stepsInPlace',
  'ownWidgets',
  'tableAndPopup',
];

const atOnce = { concurrency: 6 };
// Five other pages may be open at the same time.
const patient = { patienceMs: 20_000 };

describe('understands', atOnce, () => {
  for (const [name, site] of Object.entries(understood)) {
    test(`${name}: offers payment, pays`, () =>
      visit(
        site,
        async (checkout, served, page) => {
          assert.equal(await checkout.offersPayment(), true);
          await checkout.pay();
          assert.equal(await arrival(served, page), 'success');
        },
        patient,
      ));

    test(`${name}: declines`, () =>
      visit(
        site,
        async (checkout, served, page) => {
          await checkout.decline();
          assert.equal(await arrival(served, page), 'failure');
        },
        patient,
      ));

    test(`${name}: cancels`, () =>
      visit(
        site,
        async (checkout, served, page) => {
          assert.equal(await checkout.cancel(), true);
          assert.equal(await arrival(served, page), 'failure');
        },
        patient,
      ));

    test(`${name}: ${withAmount.includes(name) ? 'sets an amount and pays' : 'has no amount to set'}`, () =>
      visit(
        site,
        async (checkout, served, page) => {
          assert.equal(await checkout.setAmount(), withAmount.includes(name));
          if (!served.arrivals.length) await checkout.pay();
          assert.equal(await arrival(served, page), 'success');
        },
        patient,
      ));
  }
});

test('guesses are reported', () =>
  visit(sites.wizard, async (checkout) => {
    await checkout.decline();
    assert.match(checkout.guessed ?? '', /"Decline" makes a payment fail/);
  }));

test('a return button on a page that also returns by itself may cause two arrivals', () =>
  visit(sites.goesOn, async (checkout, served, page) => {
    assert.equal(checkout.mayArriveTwice, false);
    await checkout.pay();
    assert.equal(await arrival(served, page), 'success');
    assert.equal(checkout.mayArriveTwice, true);
  }));

test('a page without a control to fail the payment is not understood as a failure', () =>
  visit(sites.onlyPay, async (checkout) => {
    await assert.rejects(checkout.decline(), /NotTested: .*no way to make the payment fail/);
  }));

test('a page without a control to cancel is reported as such', () =>
  visit(sites.onlyPay, async (checkout, served) => {
    assert.equal(await checkout.cancel(), false);
    assert.deepEqual(served.arrivals, []);
  }));

test('the error for a page that is not understood lists its controls', () =>
  visit(foreign, async (checkout) => {
    await assert.rejects(checkout.pay(), (error: Error) => {
      assert.equal(error.name, 'NotTested');
      assert.match(error.message, /textbox "Rufnummer", button "Weiter", button "Verwerfen"/);
      assert.match(error.message, /CHECKOUT_PAGE/);
      return true;
    });
  }));

test('an error page is the fault of the service', () =>
  visit(broken, async (checkout) => {
    assert.equal(await checkout.offersPayment(), false);
    await assert.rejects(checkout.pay(), /^Error: expect\(payment page\)[^]*HTTP 500/);
  }));

test('an error after a field that may be wrong is not blamed on the page, even if an amount is set', () =>
  visit(amountThenVoucher, async (checkout) => {
    assert.equal(await checkout.setAmount(), true);
    await assert.rejects(checkout.pay(), /^NotTested: [^]*HTTP 422/);
  }));

test('a step that was not understood does not end a payment that still has to return', () =>
  visit(foreignApproval, async (checkout) => {
    await assert.rejects(checkout.pay(), /^NotTested: [^]*button "Freigeben"/);
  }));
