import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as pages from './payment-pages/forbidden-payments.ts';
import { startBrowser, type Visit } from './payment-pages/visit.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const atOnce = { concurrency: 3 };

describe('nothing is paid on a page that', atOnce, () => {
  for (const [name, [html, reason]] of Object.entries({ ...pages.refused, ...pages.refusedCards })) {
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

describe('an ordinary page is paid, with', atOnce, () => {
  for (const [name, html] of Object.entries(pages.ordinary)) {
    test(name, async () => {
      const { site, charges } = pages.paying(html);
      await visit(site, (checkout) => checkout.pay());
      assert.equal(charges.length, 1);
    });
  }
});

test('reading stops at a page that is too large', async () => {
  const { site } = pages.paying(pages.tooLarge);
  await visit(site, (checkout) => assert.rejects(checkout.pay(), /NotTested: .*page is too large/));
});
