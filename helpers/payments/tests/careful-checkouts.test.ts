import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isFinished, mayBeTriedAgain } from '../any-page/ordinary-page.ts';
import { redirect, type Site } from './payment-pages/payment-site.ts';
import { arrival, startBrowser, type Visit } from './payment-pages/visit.ts';

// Pages of careful services, which must not count as broken.

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const form = '<label>Phone <input name=n></label><button>Pay</button>';
const page =
  (html: string): Site =>
  () => ({ '/': html });
const later = (text: string, afterMs: number): Site =>
  page(`<main><p>${text}</p></main><script>setTimeout(() => {
    document.querySelector('main').innerHTML = '${form}' }, ${afterMs})</script>`);

const unread: Record<string, Site> = {
  'a closed shadow root': page(`<pay-box style="display: block"></pay-box><script>
    document.querySelector('pay-box').attachShadow({ mode: 'closed' }).innerHTML = '<button>Pay</button>'</script>`),
  'a drawing': page('<h1>Checkout</h1><canvas width=400 height=300></canvas>'),
  'a code to dial': page('<p>Dial *123*45# on your phone to pay XTS 10.00</p>'),
  'a code to scan': page('<p>Scan the code with your phone</p><img width=200 height=200 alt="">'),
};

const login: Site = (ends) => ({
  '/': `<table><caption>Sandbox buyers<tr><td>happy@buyer.test<td>letmein1<td>Payment is completed
    <tr><td>broke@buyer.test<td>letmein1<td>Payment is declined</table>
    <form action=/in><label>E-mail <input name=user></label><label>Password <input name=word type=password></label>
    <button>Log in</button></form>`,
  '/in': (fields) =>
    `<p>XTS 10.00</p><form action=/end><input type=hidden name=user value="${fields.get('user')}"><button>Pay</button></form>`,
  '/end': (fields) => redirect(fields.get('user') === 'broke@buyer.test' ? ends.failure : ends.success),
});

describe('a page of a careful service', { concurrency: 4 }, () => {
  for (const [what, site] of Object.entries(unread)) {
    test(`${what} cannot be read and is not judged`, () =>
      visit(site, (checkout) => assert.rejects(checkout.offersPayment(), { name: 'NotTested' }), { patienceMs: 1500 }));
  }

  test('ordinary words about requirements do not count as a refusal', () =>
    visit(later('Minimum XTS 1.00. What you enter is required, and must be yours.', 4000), async (checkout) => {
      assert.equal(await checkout.offersPayment(), true);
    }));

  test('a loading page that mentions errors does not count as a refusal', () =>
    visit(later('Welcome. If there is a problem, you see an error here.', 4000), async (checkout) => {
      assert.equal(await checkout.offersPayment(), true);
    }));

  test('the wait for a page is as long as configured', () =>
    visit(later('Welcome', 10_800), async (checkout) => assert.equal(await checkout.offersPayment(), true), {
      patienceMs: 20_000,
    }));

  test('a payment button that stays disabled blocks the payment, one that waits for a field does not', async () => {
    const heldBack = (site: Site, expected: boolean) =>
      visit(site, async (checkout) => assert.equal(await checkout.isHeldBack?.(), expected), { patienceMs: 3000 });
    const fields = '<label>Phone <input id=n></label><button id=b disabled>Pay</button>';
    await heldBack(page('<p>This shop is not known.</p><button disabled>Pay</button>'), true);
    await heldBack(page(`<p>This shop is not known.</p>${fields}`), true);
    await heldBack(page(`${fields}<script>n.oninput = () => { b.disabled = !n.value }</script>`), false);
    await heldBack(page(form), false);
  });

  test('a help link does not count as an offer of payment', () =>
    visit(page('<p>The key is invalid.</p><a href=/help>How to pay</a>'), async (checkout) => {
      assert.equal(await checkout.offersPayment(), false);
    }));

  test('a declined payment with a retry is distinguished from one that is over', async () => {
    const again = page('<p>Payment failed, 2 more attempts</p><button>Try again</button><a href=/off>Cancel</a>');
    await visit(again, async (_checkout, _served, shown) => assert.equal(await mayBeTriedAgain(shown), true));
    const over = page('<p>Payment failed</p><a href=/shop>Back to the shop</a>');
    await visit(over, async (_checkout, _served, shown) => assert.equal(await mayBeTriedAgain(shown), false));
  });

  test('a form that a message covers asks for nothing more, unless the message is about an error', async () => {
    const covered = (message: string) =>
      page(`${form}<div style="position: fixed; inset: 0; background: white"><p>${message}</p></div>`);
    const ends = (site: Site, hasFailed: boolean, expected: boolean) =>
      visit(site, async (_checkout, _served, shown) => assert.equal(await isFinished(shown, hasFailed), expected));
    await ends(covered('Your payment was completed'), false, true);
    await ends(covered('Your payment has failed'), false, false);
    await ends(covered('Your payment has failed'), true, true);
    await ends(page(`<p>Your payment was completed</p>${form}`), false, false);
  });

  test('a payment that is to fail is begun with the account that makes it fail', () =>
    visit(
      login,
      async (checkout, served, shown) => {
        assert.equal(await checkout.offersPayment(), true);
        await checkout.decline();
        assert.equal(await arrival(served, shown), 'failure');
      },
      { isToFail: () => true },
    ));
});
