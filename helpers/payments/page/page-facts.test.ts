import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asDescribed, startBrowser, type Visit } from '../tests/payment-pages/visit.ts';
import { readFacts } from './page-facts.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

test('an amount in a picture, a label or a field that cannot be changed is read as shown', async () => {
  const page = `<img alt="XTS 10.50" src="data:,"><div aria-label="Fee XTS 0.30" style="width: 9px; height: 9px"></div>
    <label>Total <input readonly value="10,80"></label><label>Number <input readonly value="0970000001"></label>
    <label>Tip <input value="1.00"></label><input type="hidden" readonly value="7.50"><img alt="XTS 9.99" hidden>`;
  await visit(
    () => ({ '/': page }),
    async (_, served, own) => {
      await own.goto(served.address);
      const { text } = await readFacts(own);
      const lines = text.split('\n').map((line) => line.trim());
      for (const shown of ['XTS 10.50', 'Fee XTS 0.30']) assert.ok(lines.includes(shown), text);
      assert.match(text, /Total.*10,80/);
      assert.doesNotMatch(text, /0970000001|1\.00|7\.50|9\.99/);
    },
  );
});

test('a field that holds the amount of the merchant is left as it is, and read as shown', async () => {
  const page =
    '<form method="post"><label>Amount <input name="amount" value="7.50"></label><button>Pay</button></form>';
  const open = asDescribed('pay: ["? Amount = {amount}", Pay]');
  const shown: string[] = [];
  const onStep = (text: string) => void shown.push(text);
  for (const [isAmountSet, sent] of [
    [true, '7.50'],
    [false, '10'],
  ] as const) {
    let posted = '';
    await visit(
      () => ({ '/': page }),
      async (checkout, _, own) => {
        own.on('request', (request) => (posted ||= request.postData() ?? ''));
        await checkout.pay();
        assert.equal(posted, `amount=${sent}`);
        assert.equal(checkout.asksForAmount, !isAmountSet);
      },
      { isAmountSet, onStep, endsHere: true },
      open,
    );
  }
  assert.match(shown[0] ?? '', /Amount XTS 7\.50$/);
});
