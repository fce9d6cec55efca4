import { after, test } from 'node:test';
import { arrival, asDescribed, startBrowser } from '../tests/payment-pages/visit.ts';
import { redirect } from '../tests/payment-pages/payment-site.ts';
import assert from 'node:assert/strict';

const { visit, close } = await startBrowser();
after(close);

test('a list that shows its value as the only option of a list inside is read back', async () => {
  const page = `<p>Network</p><div role=combobox tabindex=0 aria-expanded=false id=c onclick="o.hidden = false">
    <div role=listbox id=v><div role=option aria-selected=true>Choose</div></div>
    <div role=listbox id=o hidden><div role=option onclick="choose(this)">MTN</div><div role=option>Moov</div></div></div>
    <form method=post action=/paid><button>Pay</button></form>
    <script>choose = (one) => { v.firstChild.textContent = one.textContent; setTimeout(() => (o.hidden = true)) };
    document.forms[0].onsubmit = () => v.textContent === 'MTN'</script>`;
  await visit(
    (ends) => ({ '/': page, '/paid': redirect(ends.success) }),
    async (checkout, served, own) => {
      await checkout.pay();
      assert.equal(await arrival(served, own), 'success');
    },
    {},
    asDescribed('pay: ["Network = MTN", Pay]'),
  );
});
