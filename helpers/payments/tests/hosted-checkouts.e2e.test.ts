import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as appCheckouts from './payment-pages/app-checkouts.ts';
import * as faulty from './payment-pages/faulty-checkouts.ts';
import * as foreignCheckouts from './payment-pages/foreign-checkouts.ts';
import * as hostedCheckouts from './payment-pages/hosted-checkouts.ts';
import * as simulators from './payment-pages/simulators.ts';
import { arrival, startBrowser, type Visit } from './payment-pages/visit.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const atOnce = { concurrency: 6 };
// Five other pages may be open at the same time.
const patient = { patienceMs: 20_000 };

const { silentTiles, ...understood } = foreignCheckouts;

describe('finds its way through', atOnce, () => {
  for (const [name, site] of Object.entries({ ...hostedCheckouts, ...appCheckouts, ...simulators, ...understood })) {
    const ends = (method: 'pay' | 'decline' | 'cancel', at: string) =>
      visit(
        site,
        async (checkout, served, page) => {
          await checkout[method]();
          assert.equal(await arrival(served, page), at);
        },
        patient,
      );
    test(`${name}: pays`, () => ends('pay', 'success'));
    test(`${name}: declines`, () => ends('decline', 'failure'));
    test(`${name}: cancels`, () => ends('cancel', 'failure'));
  }

  for (const [name, site, hasAmount] of [
    ['accordion', hostedCheckouts.accordion, true],
    ['maskedAmount', hostedCheckouts.maskedAmount, true],
    ['inBackground', appCheckouts.inBackground, true],
    ['operatorCards: a dialling code is no amount', hostedCheckouts.operatorCards, false],
    ['secondStepInFrame: a month is no amount', appCheckouts.secondStepInFrame, false],
  ] as const) {
    test(`${name}: ${hasAmount ? 'sets an amount' : 'has no amount to set'}`, () =>
      visit(site, async (checkout) => assert.equal(await checkout.setAmount(), hasAmount), patient));
  }
});

for (const [name, site] of Object.entries({
  portugueseStates: foreignCheckouts.portugueseStates,
  brandLinks: foreignCheckouts.brandLinks,
  headingsThatPay: appCheckouts.headingsThatPay,
})) {
  test(`${name}: offers a payment`, () =>
    visit(site, async (checkout) => assert.equal(await checkout.offersPayment(), true), patient));
}

test('a number that the page names for a failure counts as a guess', () =>
  visit(hostedCheckouts.magicNumbers, async (checkout) => {
    await checkout.decline();
    assert.equal(checkout.mayHaveSucceeded, true);
    assert.match(checkout.guessed ?? '', /what to fill into "Mobile money number"/);
  }));

describe('a faulty page', atOnce, () => {
  // The customer's part is complete; the rule judges the missing arrival.
  const {
    deadButton,
    endlessWait,
    wrongEnd,
    errorAfterPaying,
    refusesCard,
    refusesValue,
    windowsForever,
    ...unending
  } = faulty;
  for (const [name, site] of Object.entries({ deadButton, endlessWait, wrongEnd })) {
    test(`${name}: the payment counts as made`, () =>
      visit(site, async (checkout, { arrivals }) => {
        await checkout.pay();
        assert.deepEqual(arrivals, []);
        assert.equal(checkout.guessed, undefined);
      }));
  }

  for (const [name, site] of Object.entries({ endlessWait, wrongEnd })) {
    test(`${name}: the wait is shorter after an earlier missing return`, () =>
      visit(
        site,
        async (checkout) => {
          await checkout.pay();
          assert.ok((checkout.waitedMs ?? 0) < 10_000, `waited ${checkout.waitedMs} ms`);
        },
        { patienceMs: 60_000, returnMs: () => 500 },
      ));
  }

  const refused = /^NotTested: [^]*HTTP 4[^]*CHECKOUT_PAGE/;
  for (const [name, site, message] of [
    ['errorAfterPaying', errorAfterPaying, /^Error: expect\(payment page\)[^]*HTTP 500/],
    ['refusesCard', refusesCard, refused],
    ['refusesValue', refusesValue, refused],
    ['silentTiles', silentTiles, refused],
  ] as const) {
    test(`${name}: the walk ends`, () => visit(site, (checkout) => assert.rejects(checkout.pay(), message), patient));
  }
  for (const [name, site] of Object.entries(unending)) {
    test(`${name}: the walk ends`, () => visit(site, (checkout) => assert.rejects(checkout.pay(), /^NotTested: /)));
  }

  // A window may be read before or after the payment counts as made; both end the walk.
  test('windowsForever: the walk ends', () =>
    visit(windowsForever, async (checkout) => {
      const lost = await checkout.pay().then(() => undefined, String);
      assert.match(lost ?? 'NotTested: ', /^NotTested: /);
    }));
});
