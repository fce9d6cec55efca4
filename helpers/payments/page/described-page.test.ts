import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { failureKindOf } from '../../errors/failure-kind.ts';
import type { CheckoutPage, Customer, OpenCheckoutPage } from '../checkout-page.ts';
import { redirect, type Site } from '../tests/payment-pages/payment-site.ts';
import { arrival, asDescribed, startBrowser, type Visit } from '../tests/payment-pages/visit.ts';
import { ProposingPage } from './propose-lines.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

const form = (fields: string): string => `<form method=post action=/paid>${fields}</form>`;
const phone = '<label>Phone <input name=phone required></label>';
const pays =
  (page: string): Site =>
  (ends) => ({ '/': page, '/paid': redirect(ends.success) });
const lines = 'pay: ["Phone = {number}", "Pay …"]';

/** Most tests wait for a page, so that many share the browser; on a busy machine, more would wait for one another. */
const atOnce = { concurrency: 5 };

/** Opens a site that is used as a description says. */
const at = async (
  site: Site,
  description: string,
  act: (checkout: CheckoutPage, arrived: () => Promise<string | undefined>) => Promise<void>,
  change: Partial<Customer> = {},
): Promise<void> => {
  const open = asDescribed(description);
  await visit(site, (checkout, served, page) => act(checkout, () => arrival(served, page)), change, open);
};

const rejects = async (acting: Promise<unknown>, kind: string, message: RegExp): Promise<void> =>
  assert.rejects(acting, (error: Error) => {
    assert.equal(failureKindOf(error), kind, String(error));
    assert.match(error.message, message);
    return true;
  });

const ways: Readonly<Record<string, readonly [page: string, description: string]>> = {
  'a text without a role': [form(`${phone}<span onclick="this.closest('form').submit()">Pay now</span>`), lines],
  'an unnamed field after its caption': [form('<p>Phone</p><input name=phone><button>Pay 10</button>'), lines],
  'two fields of one name, by role': [
    form(`<label>Phone <select name=old><option>none</option></select></label>${phone}<button>Pay</button>`),
    'pay: ["textbox Phone = {number}", Pay]',
  ],
  'a box and a group beside the only field, each with a caption': [
    form(`<p>Network</p><div id=box style="cursor: pointer" onclick="list.hidden = false">Choose</div>
      <p>Number</p><input name=phone><fieldset><legend>Kind</legend><label><input type=radio name=k value=1
      style="width: 1px; height: 1px">Own</label></fieldset><button id=go disabled>Pay</button>`) +
      `<p id=list hidden role=option onclick="box.textContent = 'MTN'; list.remove(); go.disabled = false">MTN</p>`,
    'pay: ["Kind = Own", "Network = MTN", "Number = {number}", Pay]',
  ],
  'lists that ask in the same words, each beside its caption': [
    form(
      ['Country', 'Network']
        .map(
          (one) => `<div><p>${one}</p><input role=combobox aria-label=Select… readonly onclick="${one}.hidden = false">
            <i>Select…</i><b id=${one} hidden role=option onclick="this.parentNode.children[1].value = '${one} A';
            this.remove()">${one} A</b></div>`,
        )
        .join('') + '<button>Pay</button>',
    ),
    'pay: ["Country = Country A", "Network = Network A", Pay]',
  ],
  'a selector': [form(`${phone}<button>?</button>`), 'pay: ["Phone = {number}", "css: form button"]'],
  'an optional line that is not there': [
    form(`${phone}<button>Pay</button>`),
    'pay: ["? Accept cookies", "? css:#cookies", "Phone = {number}", "css:button"]',
  ],
  'a word of two steps': [
    `<div id=one><button onclick="one.remove(); two.hidden = false">Continue</button></div>
     <div id=two hidden>${form('<button>Continue</button>')}</div>`,
    'pay: [Continue, Continue]',
  ],
  'a box that is ticked late, and unticked by another press': [
    `${form(`${phone}<div role=checkbox aria-checked=false id=c>OK</div><button>Pay</button>`)}<script>c.onclick =
       () => setTimeout(() => (c.ariaChecked = c.ariaChecked !== 'true'), 1700);
       document.forms[0].onsubmit = () => c.ariaChecked === 'true'</script>`,
    'pay: ["Phone = {number}", OK, "Pay …"]',
  ],
  'a button under a notice': [
    `${form(`${phone}<button>Pay</button>`)}<p id=n style="position: fixed; inset: 0; background: #fff">Sent</p>
     <script>document.querySelector('input').onfocus = () => setTimeout(() => n.remove(), 4500); n.hidden = true;
       document.querySelector('input').oninput = () => (n.hidden = false)</script>`,
    lines,
  ],
  'a button whose script comes late': [
    `<div>${phone}<button id=b>Pay</button></div><script>setTimeout(() => (b.onclick = () => location = '/paid'), 2500)</script>`,
    lines,
  ],
  'a button that is there twice, once covered': [
    `<div style="position:relative"><button>Pay</button><div style="position:absolute;inset:0;background:#fff"></div></div>${form(`${phone}<button>Pay</button>`)}`,
    lines,
  ],
  'the second of two buttons of one name': [
    form(`<button disabled>Pay</button>${phone}<button>Pay</button>`).replace('disabled', 'type=button'),
    'pay: ["Phone = {number}", "Pay (2)"]',
  ],
  'a list of the browser that is filled late': [
    `${form('<label>Operator <select name=o id=o><option>Loading</option></select></label><button>Pay</button>')}
     <script>setTimeout(() => o.append(new Option('MTN MoMo', 'b')), 900)</script>`,
    'pay: ["Operator = MTN MoMo", Pay]',
  ],
  'a list of the browser, by a selector and what it shows': [
    form(
      `${phone}<select name=n required><option></option><option value=m>MTN MoMo</option></select><button>Pay</button>`,
    ),
    'pay: ["Phone = {number}", "css:select = MTN MoMo", Pay]',
  ],
  'a field that has only a placeholder, by the caption beside it': [
    form(
      '<div><div>Phone number:</div><input name=phone placeholder="e.g. 0241"></div><div><div>Other</div><input placeholder=x></div><button>Pay</button>',
    ),
    'pay: ["Phone number: = {number}", Pay]',
  ],
  'cards that look otherwise when chosen': [
    `<style>.on { color: red }</style><p>Network</p><div id=g><div class=c onclick="p(this)">MTN MoMo<br><small>instant</small></div><div class=c onclick="p(this)">Telecel</div></div>
     ${form(`${phone}<input type=hidden name=n id=n><button>Pay</button>`)}
     <script>p = (e) => { document.querySelectorAll('.c').forEach((o) => o.classList.toggle('on', o === e)); n.value = e.innerText }</script>`,
    'pay: ["Network = MTN MoMo", "Phone = {number}", Pay]',
  ],
  'words that open a list, and cells, beside the only field': [
    form(`<p>Network</p><details id=d><summary id=s>Choose</summary><p onclick="n.value = s.textContent = 'MTN'; d.open = false">MTN</p></details>
     <p>Kind</p><table><tr><td onclick="k.value = 1; this.className = 'on'">Own</td><td>Other</td></tr></table>
     <input name=phone><input name=n id=n hidden><input name=k id=k hidden><button id=go>Pay</button>`) +
      `<script>document.forms[0].onsubmit = () => n.value + k.value === 'MTN1'</script>`,
    'pay: ["Network = MTN", "Kind = Own", "css:[name=phone] = {number}", Pay]',
  ],
  'a box and a link that only ask to choose': [
    form(`<p>Network</p><div id=b onclick="m.hidden = false">Choose</div><p id=m hidden onclick="b.innerText = 'MTN'; m.remove()">MTN</p>
     <p>Wallet</p><a href="#" id=a onclick="w.hidden = false">Select</a><p id=w hidden onclick="a.innerText = w.innerText; w.remove()">0970000001</p>
     <button>Pay</button>`) +
      '<script>document.forms[0].onsubmit = () => b.innerText + a.innerText === "MTN0970000001"</script>',
    'pay: ["Network = MTN", "Wallet = {number}", Pay]',
  ],
  'an option with a letter for an icon': [
    `<div role=combobox tabindex=0 aria-label=Network onclick="m.hidden = false">Choose</div>
     <div id=m role=listbox hidden><div role=option onclick="n.value = m.previousElementSibling.innerText = 'MTN MoMo'; m.hidden = true"><i style="display:inline-block">M</i> MTN MoMo</div></div>
     ${form('<input type=hidden name=n id=n><button>Pay</button>')}`,
    'pay: ["Network = MTN MoMo", Pay]',
  ],
  'a code that the page shows': [
    form('<p>Your code is 4711</p><label>Code <input name=code pattern=4711></label><button>Pay</button>'),
    'pay: ["Code = {code}", Pay]',
  ],
};

const outcome =
  '<label><input type=radio name=o checked> Successful</label><label><input type=radio name=o> Declined</label>';
const proposals: Readonly<Record<string, readonly [page: string, intention: Customer['intention'], lines: string[]]>> =
  {
    'an outcome': [
      form(`${phone}${outcome}<button>Pay XTS 10.00</button>`),
      'failure',
      ['Phone = {number}', 'Declined', 'Pay …'],
    ],
    'a box whose words stand beside it': [
      form(`${phone}<p><input type=checkbox required><span>I accept the terms</span></p><button>Pay</button>`),
      'success',
      ['Phone = {number}', 'I accept the terms', 'Pay'],
    ],
    'a list that is opened, and a code for the intended end': [
      form(
        `<div id=c>Network</div><button type=button aria-haspopup=listbox onclick="l.hidden = false">Choose…</button>
         <div role=listbox id=l hidden><div role=option tabindex=0 onclick="l.hidden = true; this.parentNode.previousElementSibling.textContent = 'Blue Money'">Blue Money</div></div>
         <p>With the code 1234 it succeeds, with 0000 it fails.</p><label>Code <input name=code required></label><button>Pay</button>`,
      ),
      'failure',
      ['Network = Blue Money', 'Code = {code:0000}', 'Pay'],
    ],
    'neither a card nor a way to cancel': [
      `<input placeholder="Card number" autocomplete=cc-number><a href="#" role=button>Cancel and go back to the shop</a>
     ${form(`${phone}<button>Continue</button>`)}`,
      'success',
      ['Phone = {number}', 'Continue'],
    ],
    'an outcome that cancels': [
      form(`${outcome}<label><input type=radio name=o> Cancelled</label><button>Submit</button>`),
      'cancel',
      ['Cancelled', 'Submit'],
    ],
    'a cancellation that is asked for beside its button': [
      `${form(`${phone}<button>Pay</button>`)}<button onclick="q.hidden = false">Cancel</button>
     <div id=q hidden><button onclick="q.hidden = true">No</button><button onclick="location = '/paid'">Yes</button></div>`,
      'cancel',
      ['Cancel', 'Yes'],
    ],
  };

describe('a described page', atOnce, () => {
  describe('pays with', atOnce, () => {
    for (const [name, [page, description]] of Object.entries(ways)) {
      test(name, () =>
        at(pays(page), description, async (checkout, arrived) => {
          assert.equal(await checkout.ready(), true);
          await checkout.pay();
          assert.equal(await arrived(), 'success');
        }),
      );
    }
  });

  describe('a page', atOnce, () => {
    test('a line that is not on the page is not tested, with the line and the nearest name', () =>
      at(pays(form(`${phone}<button>Buy now</button>`)), 'pay: ["Phone = {number}", "Buy it"]', (checkout) =>
        rejects(
          checkout.pay(),
          'not-tested',
          /"Buy it" \(pay, redirect, step 2\) is not on the page.*"Buy now" \(the nearest\)/s,
        ),
      ));

    test('a misspelt line whose control another list names is not tested, even behind an optional line', () =>
      at(
        pays(form(`${phone}<button>Pay</button>`)),
        'pay: ["Phone = {number}", "? Amount = {amount}", Pya]',
        (checkout) => rejects(checkout.pay(), 'not-tested', /"Pya" \(pay, redirect, step 2\) is not on the page/),
      ));

    test('a page has no field for the amount only if other lines mean all of its fields', async () => {
      const lines = 'pay: ["Phone = {number}", "? Amount = {amount}", Pay]';
      await at(pays(form(`${phone}<button>Pay</button>`)), lines, async (checkout) =>
        assert.equal(await checkout.setAmount(), false),
      );
      await at(pays(form(`${phone}<label>Sum <input name=sum></label><button>Pay</button>`)), lines, (checkout) =>
        rejects(checkout.setAmount(), 'not-tested', /"\? Amount = \{amount\}" is not on the page.*"Sum" that no line/),
      );
    });

    test('a page on which nothing can be read is not tested', () =>
      at(
        () => ({ '/': '<canvas width=300 height=200></canvas>' }),
        lines,
        (checkout) => rejects(checkout.ready(), 'not-tested', /"Phone = \{number\}" .* a drawing .* needs a module/),
      ));

    test('the line to write names a field without a name by its caption', () =>
      at(
        pays(form('<table><tr><td>Your number<td><input name=phone></table><button>Pay</button>')),
        'pay: ["Phone = {number}", Pay]',
        (checkout) => rejects(checkout.pay(), 'not-tested', /write "Your number = \{number\}" if that is meant/),
      ));

    test('a lost line that cancels names what an earlier page had', () =>
      at(
        () => ({ '/': form('<button>Pay</button><a href="/">Back to the shop</a>'), '/paid': '<button>Accept' }),
        'begin: [Pay]\npay: [Accept]\ncancel: [Back to shop]',
        (checkout) => rejects(checkout.cancel(), 'not-tested', /write "Back to the shop" if that is meant/),
        { intention: 'cancel', endsHere: true },
      ));

    test('what fits two controls of different roles is not tested', () =>
      at(pays(form('<button>Pay</button><a href="/paid">Pay</a>')), 'pay: [Pay]', (checkout) =>
        rejects(checkout.pay(), 'not-tested', /fits 2 controls.*write a role/),
      ));

    test('a choice is never typed into the field of another caption', () =>
      at(
        pays(form('<div><p>Network</p><div onclick="x()">Choose</div><input name=phone></div><button>Pay</button>')),
        'pay: ["Network = MTN", Pay]',
        (checkout) => rejects(checkout.pay(), 'not-tested', /"Network = MTN" .* does not show "MTN"/),
      ));

    test('a page without lines to decline is not paid on instead', () =>
      at(pays(form('<button>Pay</button>')), 'begin: [Pay]', (checkout) =>
        rejects(checkout.decline(), 'not-tested', /has no lines under decline/),
      ));

    test('a selector that selects nothing is not tested', () =>
      at(pays(form('<button>Pay</button>')), 'pay: ["css:#pay"]', (checkout) =>
        rejects(checkout.pay(), 'not-tested', /"css:#pay" \(pay, redirect, step 1\) is not on the page/),
      ));

    test('a refusal of what was typed is not tested', () =>
      at(
        () => ({
          '/': form(`${phone}<button>Pay</button>`),
          '/paid': `<div role=alert>Unknown number</div>${form(phone)}`,
        }),
        lines,
        (checkout) => rejects(checkout.pay(), 'not-tested', /refused.*Unknown number/),
      ));

    test('an error page of the service breaks the page', () =>
      at(
        () => ({ '/': form(`${phone}<button>Pay</button>`), '/paid': { status: 500, body: 'Oops' } }),
        lines,
        (checkout) => rejects(checkout.pay(), 'payment-page', /HTTP 500/),
      ));

    for (const [status, ends] of [
      [410, 'a payment that is cancelled may end at a page that is gone'],
      [500, 'a page that breaks when the customer cancels is broken'],
    ] as const)
      test(ends, () =>
        at(
          () => ({ '/': form('<button>Cancel</button>'), '/paid': { status, body: 'Cancelled' } }),
          'pay: [Pay]\ncancel: [Cancel, "Yes, cancel"]',
          async (checkout) => {
            if (status === 410) assert.equal(await checkout.cancel(), true);
            else await rejects(checkout.cancel(), 'payment-page', /HTTP 500/);
          },
          { intention: 'cancel', endsHere: true },
        ),
      );

    for (const back of ['button', 'a href="https://shop.example/?transaction_id=7"'])
      test(`a page that stays tells what still leads on: ${back}`, () =>
        at(
          () => ({ '/': form(`${phone}<button>Pay</button>`), '/paid': `<p>Thanks</p><${back}>Back to shop` }),
          lines,
          async (checkout) => {
            await checkout.pay();
            assert.match(String(await checkout.furtherControl?.()), /^(?:button|link) "Back to shop"$/);
          },
        ));

    test('words without a role that were pressed in vain still lead on', () =>
      at(pays(`${phone}<b>Pay</b>`), 'begin: ["Phone = {number}", Pay]\npay: [Approve]', async (checkout) => {
        await rejects(checkout.pay(), 'not-tested', /"Approve" .* is not on the page/);
        assert.equal(await checkout.furtherControl?.(), '"Pay"');
      }));

    test('a page without any control offers no payment', () =>
      at(
        () => ({ '/': '<p>This link has expired</p>' }),
        lines,
        async (checkout) => assert.equal(await checkout.ready(), false),
      ));
  });

  describe('lines are proposed', atOnce, () => {
    for (const [what, [page, intention, lines]] of Object.entries(proposals)) {
      test(`lines are proposed from the words of a page: ${what}`, async () => {
        let proposing: ProposingPage | undefined;
        const open: OpenCheckoutPage = (where, customer) => (proposing = new ProposingPage(where, customer));
        const act = { success: 'pay', failure: 'decline', cancel: 'cancel' } as const;
        await visit(pays(page), async (checkout) => void (await checkout[act[intention]]()), { intention }, open);
        const texts = proposing?.lines.map(({ text }) => text);
        assert.deepEqual(texts, lines);
        assert.equal(proposing?.doubt, undefined);
      });
    }

    test('a proposal tells a choice that it has left as it was', async () => {
      let proposing: ProposingPage | undefined;
      const open: OpenCheckoutPage = (where, customer) => (proposing = new ProposingPage(where, customer));
      const scenario = '<label>Scenario <select><option>KO</option><option>OK</option></select></label>';
      await visit(pays(form(`${phone}${scenario}<button>Pay</button>`)), (checkout) => checkout.pay(), {}, open);
      assert.equal(proposing?.untouched, 'Scenario');
    });
  });
});
