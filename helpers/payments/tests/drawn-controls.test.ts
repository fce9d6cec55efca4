import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { redirect } from './payment-pages/payment-site.ts';
import { arrival, asDescribed, startBrowser, type Visit } from './payment-pages/visit.ts';

let visit: Visit;
let close: () => Promise<void>;
before(async () => ({ visit, close } = await startBrowser()));
after(() => close());

/** A form that leads on only with the values that a customer would see. */
const form = (content: string, wanted: Readonly<Record<string, string>>): string =>
  `<form method=post action=/paid>${content}<button>Pay</button></form><script>const wanted = ${JSON.stringify(wanted)};
   document.forms[0].onsubmit = (e) => Object.keys(wanted).every((name) => e.target[name].value === wanted[name])</script>`;

/** Keys of an element, and one that erases. */
const keypad = (tag: string): string =>
  `<div id=pad>${[...'1234567890.'].map((key) => `<${tag} class=key ${tag === 'button' ? 'type=button' : ''}>${key}</${tag}>`).join('')}<button type=button id=del>Delete</button></div>`;

const ways: Readonly<Record<string, readonly [page: string, description: string]>> = {
  'a list whose element keeps the words of its options': [
    form(
      `<x-list></x-list><input type=hidden name=network><script>customElements.define('x-list', class extends HTMLElement {
        connectedCallback() {
          this.innerHTML = '<div slot=o>Sunrise</div><div slot=o>Blue Money</div>';
          Object.assign(this, { role: 'combobox', ariaLabel: 'Network', tabIndex: 0 });
          const root = this.attachShadow({ mode: 'open' });
          root.innerHTML = '<div>Choose</div><div role=listbox hidden><slot name=o></slot></div>';
          const [box, list] = root.children;
          box.onclick = () => (list.hidden = false);
          list.onclick = ({ target }) => {
            this.nextSibling.value = box.textContent = target.textContent;
            list.hidden = true;
          };
        } })</script>`,
      { network: 'Blue Money' },
    ),
    'pay: ["Network = Blue Money", Pay]',
  ],
  'a choice of two lines, in a card that has the same words': [
    form(
      `<fieldset><legend>Method</legend>${['Card', 'Mobile money'].map((name) => `<label style="display: block; cursor: pointer"><input type=radio name=method value="${name}"><span>${name}<br>Pay by it</span></label>`).join('')}</fieldset>`,
      { method: 'Mobile money' },
    ),
    'pay: ["Method = Mobile money", Pay]',
  ],
  'a row that opens a sheet without a role, before another row': [
    form(
      `<div style="cursor: pointer" onclick="sheet.hidden = false"><p>Network</p><p id=shown>none</p></div>
       <div style="cursor: pointer"><p>Language</p><p>English</p></div><input type=hidden name=network>
       <div id=sheet hidden><div id=wheel><p>Sunrise</p><p>Blue Money</p></div><button type=button>Back</button><button type=button id=done>Done</button></div>
       <script>let at; wheel.onclick = ({ target }) => (at = target.textContent); done.onclick = () => {
         document.forms[0].network.value = shown.textContent = at; sheet.hidden = true }</script>`,
      { network: 'Blue Money' },
    ),
    'pay: ["Network = Blue Money", Pay]',
  ],
  'a wheel that only a finger turns, confirmed by a word without a role': [
    form(
      `<div onclick="sheet.hidden = false"><div>Network</div><div id=shown>Choose</div></div><input type=hidden name=network>
       <div id=sheet hidden><div>Back</div><div>Network</div><div id=done>Done</div><ul id=wheel style="line-height: 30px"><li>Sunrise</li><li>Blue Money</li><li>Metro</li></ul></div>
       <script>let from, at = 0; wheel.addEventListener('touchstart', (e) => (from = at * 30 + e.touches[0].pageY));
       wheel.addEventListener('touchmove', (e) => (at = (from - e.touches[0].pageY) / 30)); done.onclick = () => {
         document.forms[0].network.value = shown.textContent = wheel.children[Math.round(at)].textContent; sheet.hidden = true }</script>`,
      { network: 'Metro' },
    ),
    'pay: ["Network = Metro", Pay]',
  ],
  'a box with a title in which a list is searched': [
    form(
      `<p>Network</p><div title="Choose a network" id=box><a id=shown>Choose a network</a><div style="opacity: 0"><input type=text></div><ul hidden id=list>
       <li>Sunrise</li><li>Blue Money</li></ul></div><input type=hidden name=network><script>box.onclick = ({ target }) => {
         list.hidden = target.localName === 'li'; if (list.hidden) document.forms[0].network.value = shown.textContent = target.textContent }</script>`,
      { network: 'Blue Money' },
    ),
    'pay: ["Network = Blue Money", Pay]',
  ],
  'a text field that is pressed, not written in': [
    form(
      `<p>Network <input aria-label=Network style="cursor: pointer" id=box><span id=shown></span></p><input type=hidden name=network>
       <div id=all hidden><div>Sunrise</div><div>Blue Money</div></div><script>box.onfocus = () => (all.hidden = false); box.onblur = () => (box.value = '');
       all.onmousedown = ({ target }) => { document.forms[0].network.value = shown.textContent = target.textContent; all.hidden = true }</script>`,
      { network: 'Blue Money' },
    ),
    'pay: ["Network = Blue Money", Pay]',
  ],
  'a field with a placeholder that the page draws, below its caption': [
    form(
      `<div><p>Wallet</p><div style="position: relative"><input name=wallet aria-label="0 to begin"><span style="position: absolute; left: 4px; top: 2px; pointer-events: none">0 to begin</span></div></div>`,
      { wallet: '0970000001' },
    ),
    'pay: ["Wallet = {number}", Pay]',
  ],
  'an amount by keys that hold another one': [
    form(
      `<p>Amount</p><div id=drawn role=textbox aria-label=Amount tabindex=0 style="height: 20px">2.5</div><input type=hidden name=amount>${keypad('button')}
       <script>const set = (text) => (document.forms[0].amount.value = drawn.textContent = text);
       pad.onclick = ({ target }) => set(target === del ? drawn.textContent.slice(0, -1) : drawn.textContent + target.textContent)</script>`,
      { amount: '10' },
    ),
    'pay: ["Amount = {amount}", Pay]',
  ],
  'a code by boxes without a role, shown by dots of style alone': [
    form(
      `<p>Enter your PIN</p><i id=dot style="display: block; width: 9px; height: 9px"></i><input type=hidden name=pin>${keypad('div')}
       <script>pad.onclick = ({ target }) => { document.forms[0].pin.value += target.textContent; dot.className += 'o' }</script>`,
      { pin: '1234' },
    ),
    'pay: ["Enter your PIN = {code:1234}", Pay]',
  ],
  'a button without a role, below a box without a name': [
    form(
      `<div style="float: left">I accept</div><input type=checkbox name=terms onchange="this.value = this.checked"><div onclick="document.forms[0].requestSubmit()">Send money</div>`,
      { terms: 'true' },
    ),
    'pay: ["I accept", Send money]',
  ],
  'a box that is not seen, in a label with a link': [
    form(
      `<label style="cursor: pointer"><input type=checkbox name=terms style="opacity: 0; pointer-events: none" onchange="this.value = this.checked">
       I accept the <a href="/elsewhere">terms</a></label>`,
      { terms: 'true' },
    ),
    'pay: ["I accept the terms", Pay]',
  ],
};

describe('controls that a page draws are used as a customer uses them', { concurrency: 4 }, () => {
  for (const [name, [page, description]] of Object.entries(ways)) {
    test(name, () =>
      visit(
        (ends) => ({ '/': page, '/paid': redirect(ends.success) }),
        async (checkout, served, window) => {
          await checkout.pay();
          assert.match((await arrival(served, window)) ?? '', /./);
        },
        {},
        asDescribed(description),
      ),
    );
  }

  test('keys that the page does not hear are told', () =>
    visit(
      () => ({ '/': form(`<p>PIN</p>${keypad('div')}`, {}) }),
      async (checkout) => assert.rejects(checkout.pay(), /is not changed by the digits/),
      {},
      asDescribed('pay: ["PIN = {code:1234}", Pay]'),
    ));
});
