import { after, before, test } from 'node:test';
import { arrival, asDescribed, startBrowser, type Visit } from '../tests/payment-pages/visit.ts';
import { redirect } from '../tests/payment-pages/payment-site.ts';
import assert from 'node:assert/strict';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const listed: Readonly<Record<string, string>> = {
  'shows its value as the only option of a list inside': `<p>Network</p>
    <div role=combobox tabindex=0 aria-expanded=false onclick="o.hidden = false">
    <div role=listbox><div role=option aria-selected=true id=v>Choose</div></div>
    <div role=listbox id=o hidden><div role=option onclick="choose(this)">MTN</div><div role=option>Moov</div></div></div>`,
  'says nothing of its search, and drops what was only typed': `<p>Network</p><input id=i placeholder="Please select"
    onfocus="o.hidden = false" oninput="for (const one of o.children) one.hidden = !one.textContent.startsWith(value)">
    <span id=v></span><ul id=o hidden><li style="cursor: pointer" onclick="choose(this)">MTN</li><li>Moov</li></ul>
    <script>addEventListener('mousedown', ({ target }) => target.closest('ul, input') || ((i.value = ''), (o.hidden = true)))</script>`,
  'is drawn late, out of the options that stood there': `<p>Network</p><div id=o><div role=option onclick="draw()">MTN</div>
    <div role=option onclick="draw()">Moov</div></div><p id=v hidden></p><script>draw = () => setTimeout(() => { o.innerHTML =
    '<select onchange="choose(selectedOptions[0])"><option><option>MTN<option>Moov</select>'; }, 99)</script>`,
  'opens below the words of its group': `<fieldset><legend>Network</legend><details id=d><summary id=v>Choose</summary>
    <ul id=o><li onclick="d.open = false; choose(this)">MTN</li><li>Moov</li></ul></details></fieldset>`,
  'is a row of cards, one of them chosen already': `<div role=radiogroup aria-label=Network><div role=radio aria-checked=true>
    <p id=v>MTN</p><p>No fee</p></div><div role=radio aria-checked=false><p>Moov</p><p>No fee</p></div></div>`,
};
for (const [name, list] of Object.entries(listed)) {
  test(`a list that ${name} is read back`, async () => {
    const page = `${list}<form method=post action=/paid><button>Pay</button></form>
      <script>choose = (one) => { v.textContent = one.textContent; setTimeout(() => (o.hidden = o.localName === 'ul' || o.role === 'listbox')) };
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
}
