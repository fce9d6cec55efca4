import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as pages from './payment-pages/stray-payments.ts';
import { startBrowser, type Visit } from './payment-pages/visit.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const atOnce = { concurrency: 3 };

describe('nothing is paid on a page that', atOnce, () => {
  for (const [name, [html, reason]] of Object.entries(pages.refused)) {
    test(name, async () => {
      const { site, charges } = pages.paying(html);
      await visit(site, (checkout) =>
        assert.rejects(checkout.pay(), (error: Error) => {
          assert.equal(error.name, 'NotTested', String(error));
          assert.match(error.message, reason);
          return true;
        }),
      );
      assert.deepEqual(charges, []);
    });
  }
});

describe('a harmless alternative is paid instead of', atOnce, () => {
  for (const [name, html] of Object.entries(pages.replaced)) {
    test(name, async () => {
      const { site, charges } = pages.paying(html);
      await visit(site, (checkout) => checkout.pay());
      assert.equal(charges.length, 1);
      assert.doesNotMatch(charges[0] ?? '', /0999888777|9900|990,000|990%2C000|KWD/);
    });
  }
});

describe('an ordinary page is paid, with', atOnce, () => {
  for (const [name, html] of Object.entries(pages.ordinary)) {
    test(name, async () => {
      const { site, charges } = pages.paying(html);
      await visit(site, (checkout) => checkout.pay());
      assert.equal(charges.length, 1);
    });
  }
});

test('a number that the page names is used if the settings list it', async () => {
  const { site, charges } = pages.paying(pages.refused['names another number']?.[0] ?? '');
  await visit(site, (checkout) => checkout.pay(), { testNumbers: ['0999888777'] });
  assert.deepEqual(charges, ['phone=0999888777']);
});

test('a page that requires more than MAX_AMOUNT does not count as one without an amount', async () => {
  for (const html of ['wants a large amount at least', 'offers only large amounts']) {
    const { site } = pages.paying(pages.refused[html]?.[0] ?? '');
    await visit(site, (checkout) => assert.rejects(checkout.setAmount(), /NotTested: .*MAX_AMOUNT/));
  }
});

test('AMOUNT is not tried in main units above MAX_AMOUNT, and a page that requires it is not blamed', async () => {
  const amounts: string[] = [];
  const form = '<form method=post action=/pay><label>Amount <input name=amount></label><button>Pay</button></form>';
  const pay = (fields: URLSearchParams) => {
    amounts.push(fields.get('amount') ?? '');
    return { status: 400, body: `<p>The minimum is 5000</p>${form}` };
  };
  await visit(
    () => ({ '/': form, '/pay': pay }),
    (checkout) =>
      assert.rejects(
        checkout.setAmount().then(() => checkout.pay()),
        /NotTested: .*MAX_AMOUNT/,
      ),
    {
      amount: 5000,
    },
  );
  assert.ok(
    amounts.every((one) => one === '50'),
    amounts.join(),
  );
});

describe('reading stops at a page with', atOnce, () => {
  for (const [name, html] of Object.entries(pages.tooLarge)) {
    test(name, async () => {
      const { site } = pages.paying(html);
      await visit(site, (checkout) => assert.rejects(checkout.pay(), /NotTested: the payment page is too large/));
    });
  }
});

test('labels of 10 MB are read and shown only in part', async () => {
  const { site } = pages.paying(pages.longLabels);
  await visit(site, async (checkout) => {
    // The browser itself may be too busy with them for a press.
    const end = await checkout.pay().then(() => 'paid', String);
    assert.match(end, /^(paid$|NotTested: )/);
    assert.ok(end.length < 3000);
  });
});

test('a pattern that never terminates blocks only its own page', async () => {
  const { site, charges } = pages.paying(pages.endlessPattern);
  await visit(site, (checkout) => assert.rejects(checkout.pay(), /^NotTested: /));
  assert.deepEqual(charges, []);
});
