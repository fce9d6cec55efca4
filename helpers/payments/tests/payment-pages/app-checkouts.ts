import { redirect, type Ends, type Site } from './payment-site.ts';

// Payment pages built as browser applications, with custom widgets, frames and windows.

const leave = (ends: Ends) => ({
  '/ok': redirect(ends.success),
  '/no': redirect(ends.failure),
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** A list box opened by a button, and a field that accepts its value only on change. */
export const listBox: Site = (ends) => ({
  ...leave(ends),
  '/': `<div id=net role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label="Mobile network">Select network</div><div id=list role=listbox hidden>
      <div role=option>Operator A</div><div role=option>Operator B</div></div>
    <label>Phone number <input id=p></label><button id=b disabled>Pay XTS 10.00</button><button onclick="location='/off'">Cancel</button>
    <script>const ready = () => { b.disabled = !p.dataset.ok || net.textContent === 'Select network' };
    net.onclick = () => { list.hidden = !list.hidden; net.setAttribute('aria-expanded', !list.hidden) };
    list.onclick = ({ target }) => { net.textContent = target.textContent; list.hidden = true; net.setAttribute('aria-expanded', false); ready() };
    p.onchange = () => { p.dataset.ok = /^0\\d{8,}$/.test(p.value) ? 1 : ''; ready() };
    b.onclick = () => { document.body.innerHTML = '<h1>Complete the payment</h1><button onclick="location=\\'/ok\\'">Complete</button><button onclick="location=\\'/no\\'">Fail</button>' }</script>`,
});

/** A bank's page in a frame of a dialog decides, as in 3-D Secure. */
export const secondStepInFrame: Site = (ends) => ({
  ...leave(ends),
  '/': `<form id=f><label>Card number <input name=c inputmode=numeric autocomplete=cc-number required></label><label>Expires <select aria-label=Month><option>01<option>02<option>12</select><select aria-label=Year><option>2031<option>2032</select></label>
    <label>Security code <input name=v maxlength=3 required></label><button>Pay</button></form><a href=/off>Cancel payment</a><dialog id=d><iframe width=400 height=300></iframe></dialog>
    <script>f.onsubmit = (event) => { event.preventDefault(); d.showModal(); d.firstChild.src = '/bank' }</script>`,
  '/bank': `<h1>Test bank</h1><button onclick="top.location='/ok'">COMPLETE AUTHENTICATION</button><button onclick="top.location='/no'">FAIL AUTHENTICATION</button>`,
});

/** Six boxes for one code, each of which moves the focus to the next. */
export const codeBoxes: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/code><label>Wallet number <input name=w required></label><button>Request code</button></form><a href=/off>Cancel</a>`,
  '/code': `<p>Enter the 6-digit code we sent you. Sandbox: use 424242.</p><div>${'<input maxlength=1 inputmode=numeric aria-label=digit>'.repeat(6)}</div><button id=b disabled>Verify</button>
    <button onclick="location='/no'">Simulate failure</button><a href=/off>Cancel</a><script>const all = [...document.querySelectorAll('input')];
    all.forEach((one, at) => one.oninput = () => { all[at + 1]?.focus(); b.disabled = !all.every((each) => each.value) });
    b.onclick = () => { location = all.map((one) => one.value).join('') === '424242' ? '/ok' : '/no' }</script>`,
});

/** Lists that cover the page until an answer is chosen, even the current one; the language need not be changed. */
export const listsOverThePage: Site = (ends) => ({
  ...leave(ends),
  '/': `<button aria-haspopup=listbox aria-expanded=false onclick="show(this, ['English', 'Kiswahili'])">English</button><h1>Pay XTS 10.00</h1>
    <label>Phone <input id=n></label><span id=label>Test scenario</span> <div id=how role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false
    aria-labelledby="label how" onclick="show(this, ['Approved', 'Declined'])">Approved</div><button onclick="pay()">Confirm</button><a href=/off>Cancel</a><script>
    const pay = () => { if (n.value) location = how.textContent === 'Approved' ? '/ok' : '/no' };
    const show = (button, answers) => { button.setAttribute('aria-expanded', true); document.body.insertAdjacentHTML('beforeend',
      '<div id=over style="position: fixed; inset: 0; background: #fffc"><ul role=listbox>' + answers.map((one) => '<li role=option aria-selected=' + (one === button.textContent) + '>' + one).join('') + '</ul></div>');
      over.onclick = ({ target }) => { if (target.role !== 'option') return; button.textContent = target.textContent; button.setAttribute('aria-expanded', false); over.remove() } }</script>`,
});

/** Names a code for each outcome without mentioning a test, and takes it in one-digit boxes. */
export const codeForEitherEnd: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/code><label>Wallet number <input name=w required></label><button>Next</button></form><a href=/off>Cancel</a>`,
  '/code': `<form action=/end><p>Enter 2468 to approve or 1357 to reject.</p>${'<input name=d maxlength=1 aria-label=digit required>'.repeat(4)}<button>Verify</button></form>`,
  '/end': (fields) => {
    const code = fields.getAll('d').join('');
    if (code === '2468') return redirect(ends.success);
    return code === '1357' ? redirect(ends.failure) : { status: 400, body: 'Wrong code' };
  },
});

/** A phone with a USSD menu that is answered by a digit. */
export const phoneMenu: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/prompt><label>Phone number <input name=n required></label><button>Continue</button></form><a href=/off>Cancel</a>`,
  '/prompt': `<h1>Phone emulator</h1><pre>Pay XTS 10.00 to Acme?\n1. Approve\n2. Decline</pre><form action=/end><label>Your answer (1 or 2) <input name=answer required></label><button>Send</button></form>`,
  '/end': (fields) => {
    const answer = fields.get('answer');
    if (answer === '1') return redirect(ends.success);
    return answer === '2' ? redirect(ends.failure) : { status: 400, body: 'Answer 1 or 2' };
  },
});

/** A table of PINs, each with an explanation before its outcome. */
export const tableOfPins: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/end><label>PIN <input name=pin type=password maxlength=4 required></label><button>Pay</button></form><a href=/off>Cancel</a>
    <table><caption>PIN (test mode)</caption><tr><td>1234<td>correct PIN, payment succeeds<tr><td>0000<td>wrong PIN, payment fails</table>`,
  '/end': (fields) => redirect(fields.get('pin') === '1234' ? ends.success : ends.failure),
});

/** Test numbers in a collapsed section, a button under a bar at the bottom, and a waiting page with a cancel link. */
export const foldAndBar: Site = (ends) => ({
  ...leave(ends),
  '/': `<details><summary>Test data</summary><ul><li>0961111111: payment succeeds<li>0961111112: payment fails</ul></details>
    <form action=/wait><label>Phone number <input name=n required></label><div style="height:calc(100vh - 120px)"></div><button>Pay</button></form>
    <p style="height:200px"><a href=/off>Cancel</a></p><div style="position:sticky;bottom:0;height:80px;background:#eee">Secure payment</div>`,
  '/wait': (fields) =>
    `<p>Confirm on your phone</p><a href=/off>Cancel and return to merchant</a><script>setTimeout(() => { location = '${fields.get('n') === '0961111112' ? ends.failure : ends.success}' }, 3000)</script>`,
});

/** A switch for the outcome, and toggle buttons. */
export const switches: Site = (ends) => ({
  '/': `<div role=group aria-label="Payment method"><button aria-pressed=true>Card</button><button aria-pressed=false>Mobile Money</button></div>
    <label for=n>Number</label><input id=n><label><input type=checkbox role=switch id=s> Simulate failure</label><button id=b>Confirm</button><a href="${ends.failure}?status=cancelled">Cancel and return to store</a>
    <script>const two = [...document.querySelectorAll('[aria-pressed]')]; two.forEach((one) => one.onclick = () => two.forEach((other) => other.setAttribute('aria-pressed', other === one)));
    b.onclick = () => { if (n.value && two[1].ariaPressed === 'true') location = s.checked ? '${ends.failure}' : '${ends.success}' }</script>`,
});

/** A chat bubble and a sticky bar over a long page; the button is far below. */
export const longPage: Site = (ends) => ({
  ...leave(ends),
  '/': `<div style="position:fixed;top:0;height:60px;width:100%;background:#eee">Acme Ltd <button onclick="location='/chat'">Chat</button></div><div style="height:80px"></div>
    ${'<p>Item, 1 piece, XTS 1.00</p>'.repeat(60)}<form action=/end><label>Phone number <input name=n required></label>
    <p>Result of the payment</p><label><input type=radio name=o value=s> Successful</label><label><input type=radio name=o value=f> Unsuccessful</label>
    <button>Pay</button></form><p><a href=/off>Cancel</a></p><div style="position:fixed;bottom:0;right:0;width:60px;height:60px;background:#ddd" onclick="location='/chat'">💬</div>`,
  '/chat': '<h1>Chat</h1>',
  '/end': (fields) =>
    fields.get('o')
      ? redirect(fields.get('o') === 's' ? ends.success : ends.failure)
      : { status: 400, body: 'Choose a result' },
});

/** Opens its approval in a window, and continues when that is closed. */
export const approvalWindow: Site = (ends) => ({
  ...leave(ends),
  '/': `<input id=n aria-label="Phone number"><button id=b>Pay now</button><a href=/off>Cancel payment</a><script>let approval;
    b.onclick = () => { if (!n.value) return; approval = open('/approval'); document.body.insertAdjacentHTML('beforeend', '<p>Please continue in the other window</p>') };
    addEventListener('message', ({ data }) => { location = data })</script>`,
  '/approval': `<h1>Your operator asks</h1><p>Pay XTS 10.00 to Acme?</p><button onclick="opener.postMessage('/ok'); close()">Confirm</button><button onclick="opener.postMessage('/no'); close()">Reject</button>`,
});

/** Posts in the background and shows the result before it redirects. */
export const inBackground: Site = (ends) => ({
  '/': `<form id=f><label>Amount<input name=amount type=text inputmode=decimal placeholder=0.00></label><label>MSISDN<input name=m></label><button name=way value=pay>Authorise payment</button>
    <button name=way value=fail>Simulate declined</button><button name=way value=stop formnovalidate>Abandon</button></form><p id=out role=alert></p><script>
    f.onsubmit = async (event) => { event.preventDefault(); const way = event.submitter.value; if (way !== 'stop' && !(f.amount.value > 0 && f.m.value)) { out.textContent = 'Amount and number are required'; return }
      f.inert = true; out.textContent = 'Processing…'; const to = await (await fetch('/act?way=' + way, { method: 'POST' })).text(); out.textContent = 'Redirecting…'; setTimeout(() => location.assign(to), 1500) }</script>`,
  '/act': (fields) => ({
    afterMs: 1500,
    body: fields.get('way') === 'pay' ? ends.success : `${ends.failure}?status=${fields.get('way')}`,
  }),
});

/** Shows that it is busy, redirects late, and follows the last press. */
export const slowToMove: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Pay XTS 10.00</h1><button onclick="go('/ok')">Continue</button><button onclick="go('/no')">Simulate failure</button>
    <button onclick="go('/off')">Cancel payment</button>
    <script>let going; const go = (to) => { document.body.append('Connecting. '); clearTimeout(going); going = setTimeout(() => { location = to }, 2500) }</script>`,
});

/** Shows further choices a moment after the payment button. */
export const lateButtons: Site = (ends) => ({
  ...leave(ends),
  '/': `<button onclick="location='/ok'">Pay XTS 10.00</button><p id=more></p><script>setTimeout(() => {
    more.innerHTML = '<a href=/no>Simulate failure</a> <a href=/off>Cancel</a>' }, 1000)</script>`,
});

/** Shows a notice after the customer's first action, with a request that is never answered. */
export const lateNotice: Site = (ends) => ({
  ...leave(ends),
  '/never': { afterMs: 100_000 },
  '/': `<h1>Pay XTS 10.00</h1><label>Phone <input id=n></label><button onclick="n.value && (location='/ok')">Pay</button><a href=/no>Simulate failure</a>
    <a href=/off>Cancel</a><iframe src=/never width=200 height=20></iframe><script>const notice = () => document.body.insertAdjacentHTML('beforeend',
      '<div class=cookies style="position: fixed; inset: 0; background: white">We use cookies <button onclick="this.parentNode.remove()">Accept</button></div>')
    n.oninput = () => setTimeout(notice, 100)</script>`,
});

/** A notice appears during the first press, which is lost. */
export const noticeUnderFinger: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Pay XTS 10.00</h1><button onclick="location='/ok'">Pay</button> <a href=/no>Simulate failure</a> <a href=/off>Cancel</a>
    <script>addEventListener('mousedown', () => document.body.insertAdjacentHTML('beforeend',
      '<div class=cookies style="position: fixed; inset: 0; background: white">We use cookies <button onclick="this.parentNode.remove()">Accept</button></div>'), { once: true })</script>`,
});

/** What can be pressed slides in for so long that the first press cannot be made. */
export const slidesIn: Site = (ends) => ({
  ...leave(ends),
  '/': `<style>@keyframes slide { from { margin-left: 300px } } a, button { display: block; animation: slide 3.5s }</style>
    <h1>Pay XTS 10.00</h1><button onclick="location='/ok'">Pay</button> <a href=/no>Simulate failure</a> <a href=/off>Cancel</a>`,
});

/** Changes continuously; the outcome is asked for after submission. */
export const everMoving: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Pay XTS 10.00</h1><p id=tip></p><form action=/approval><button>Pay</button></form><a href=/off>Cancel</a>
    <script>setInterval(() => { tip.textContent = tip.textContent.length > 3 ? '.' : tip.textContent + '.' }, 300)</script>`,
  '/approval': `<p>Approve the payment?</p><a href=/ok>Approve</a> <a href=/no>Decline</a> <a href=/off>Cancel</a>`,
});

/** A keypad instead of a field for the PIN. */
export const pinPad: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/pin><label>Phone number <input name=n required></label><button>Continue</button></form><a href=/off>Cancel</a>`,
  '/pin': `<p>Test environment: PIN 1274 approves the payment, PIN 9080 is declined.</p><p id=shown></p>
    <div>${[7, 8, 9, 4, 5, 6, 1, 2, 3, 0].map((digit) => `<button class=key>${digit}</button>`).join('')}</div><button id=go disabled>Confirm</button><a href=/off>Cancel</a>
    <script>let pin = ''; document.querySelectorAll('.key').forEach((key) => { key.onclick = () => { pin += key.textContent;
    shown.textContent = '•'.repeat(pin.length); go.disabled = pin.length !== 4 } }); go.onclick = () => { location = { 1274: '/ok', 9080: '/no' }[pin] ?? '/' }</script>`,
});

/** The test controls are in a collapsed section, and a tip is offered. */
export const testPanel: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>XTS 10.00</h1><button id=tip onclick="tip.dataset.given = 1">+1.00</button><button>+2.00</button> tip for the courier<label>Phone <input id=n></label>
    <details><summary>Developer options</summary><select id=how><option>Success</option><option>Failure</option></select></details>
    <button onclick="if (n.value && !tip.dataset.given) location = how.value === 'Success' ? '/ok' : '/no'">Pay</button><a href=/off>Cancel</a>`,
});

/** A read-only field, covered by its placeholder, opens a list that is drawn outside the dialog. */
export const listOutsideDialog: Site = (ends) => ({
  ...leave(ends),
  '/': `<p>10.00 XTS</p><button onclick="sheet.hidden = false">Choose how to pay</button><a href=/off>Cancel</a>
    <div id=sheet role=dialog aria-modal=true hidden style="position:fixed;inset:0;background:white"><label for=net>Provider (required)</label>
    <div id=box style="position:relative;width:200px;height:32px;border:1px solid"><div style="height:0"><input id=net role=combobox readonly required aria-haspopup=listbox aria-expanded=false aria-controls=list style="position:absolute;width:60px;border:0">
    <span id=shown style="position:absolute;inset:0">Select</span></div></div><label>Wallet number <input id=n></label>
    <select id=how aria-label="Simulated result"><option>Success</option><option>Failure</option></select><button id=go disabled>Confirm payment</button><a href=/off>Cancel</a></div>
    <ul id=list role=listbox hidden style="position:fixed;top:200px;background:#eee"><li role=option>Operator A</li><li role=option>Operator B</li></ul>
    <script>const ready = () => { go.disabled = !n.value || shown.textContent === 'Select' }; n.oninput = ready;
    const open = (is) => { list.hidden = !is; net.setAttribute('aria-expanded', is) }; box.onclick = () => open(list.hidden);
    list.onclick = ({ target }) => { shown.textContent = target.textContent; open(false); ready() }; go.onclick = () => { location = how.value === 'Success' ? '/ok' : '/no' }</script>`,
});

/** A searchable list: the element with the role of a list has no size, and the visible answers are drawn beside it. */
export const drawnList: Site = (ends) => ({
  ...leave(ends),
  '/': `<label for=net>Network</label><div id=box style="width:200px;border:1px solid"><span><input id=net type=search role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list></span> <b id=shown></b></div>
    <label>Phone <input id=n></label><button id=go>Pay</button><button onclick="location='/no'">Simulate failure</button><a href=/off>Cancel</a>
    <div id=drop hidden style="position:fixed;top:200px;background:#eee"><div><div id=list role=listbox style="width:0;height:0;overflow:hidden"><div role=option>1</div></div>
    <div style="cursor:auto"><div class=one style="cursor:pointer">Blue</div><div class=one style="cursor:pointer">Green</div></div></div></div>
    <script>const open = (is) => { drop.hidden = !is; net.setAttribute('aria-expanded', is) }; box.onclick = () => open(drop.hidden);
    document.querySelectorAll('.one').forEach((one) => { one.onclick = () => { shown.textContent = one.textContent; open(false) } });
    go.onclick = () => { if (n.value && shown.textContent && drop.hidden) location = '/ok' }</script>`,
});

/** Web components with their buttons in shadow roots and their answers in slots. */
export const components: Site = (ends) => ({
  ...leave(ends),
  '/': `<x-page></x-page><script>
    customElements.define('x-button', class extends HTMLElement { connectedCallback() { this.style.cursor = 'pointer';
      this.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>' } });
    customElements.define('x-option', class extends HTMLElement { connectedCallback() { this.role = 'option'; this.style.display = 'block'; this.style.cursor = 'pointer' } });
    customElements.define('x-select', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<label for=i>Network</label><div><input id=i readonly role=combobox aria-haspopup=listbox aria-expanded=false></div><div id=list role=listbox hidden><slot></slot></div>';
      const [field, list] = root.querySelectorAll('input, #list'); const open = (is) => { list.hidden = !is; field.setAttribute('aria-expanded', is) };
      field.onclick = () => open(list.hidden); this.onclick = ({ target }) => { if (target.role === 'option') { this.value = target.textContent; field.value = this.value; open(false) } } } });
    customElements.define('x-page', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<div role=radiogroup aria-label=Method><span role=radio aria-checked=true>Mobile money</span><span role=radio aria-checked=false>Card</span></div>' +
      '<x-select><x-option>Blue</x-option><x-option>Green</x-option></x-select><label>Phone <input id=n></label><x-button id=go>Pay</x-button><x-button id=no>Simulate failure</x-button><a href=/off>Cancel</a>';
      root.getElementById('go').onclick = () => { if (root.querySelector('x-select').value && root.getElementById('n').value) location = '/ok' };
      root.getElementById('no').onclick = () => { location = '/no' } } })</script>`,
});

/** Waits for an approval that only a drawer with developer tools can give. */
export const testDrawer: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/wait><label>Phone <input name=n required></label><button>Pay</button></form><a href=/off>Cancel</a>`,
  '/wait': `<h1>Approve on your phone</h1><p>Waiting for your answer</p><button id=tools>Developer tools</button><a href=/off>Cancel</a>
    <div id=drawer hidden style="position:fixed;inset:0;background:white"><button onclick="location='/ok'">Simulate success</button><button onclick="location='/no'">Simulate failure</button></div>
    <script>tools.onclick = () => setTimeout(() => { drawer.hidden = false }, 300)</script>`,
});

/** The cancel button shows a question whether to leave; pressing it again hides the question. */
export const questionBesideCancel: Site = (ends) => ({
  ...leave(ends),
  '/': `<p>10.00 XTS</p><button id=more>Continue</button><button id=off>Cancel</button><p id=ask hidden>Leave without paying? <button id=stay>Stay</button><button onclick="location='/off'">Yes, leave</button></p>
    <script>stay.onclick = off.onclick = () => { ask.hidden = !ask.hidden; off.className = 'touched' };
    more.onclick = () => { document.body.innerHTML = '<label>Phone <input></label><button onclick="location=\\'/no\\'">Simulate failure</button><button onclick="location=\\'/ok\\'">Confirm payment</button><p>You can cancel until you confirm.</p>' }</script>`,
});

/** An accordion whose headings read as if they paid; only one section leads on, and pressing its heading closes it. */
export const headingsThatPay: Site = (ends) => ({
  ...leave(ends),
  '/': `${['Card', 'Mobile Money', 'Bank'].map((name, at) => `<h3><button aria-expanded=false onclick="turn(${at})">Pay with ${name}</button></h3><div class=part hidden>${at === 1 ? '<label>Phone <input id=n></label><button id=go>Pay XTS 10.00</button>' : 'Not enabled'}</div>`).join('')}
    <button onclick="location='/off'">Cancel payment</button><script>const turn = (at) => document.querySelectorAll('.part').forEach((part, index) => { const is = index === at && part.hidden;
    part.hidden = !is; document.querySelectorAll('h3 button')[index].setAttribute('aria-expanded', is) });
    go.onclick = () => { if (n.value) document.body.innerHTML = '<p>Simulator</p><button onclick="location=\\'/ok\\'">Approve</button><button onclick="location=\\'/no\\'">Decline</button>' }</script>`,
});

/** The first ways to pay are not available, which only shows after choosing them; a cross asks whether to cancel. */
export const closedMethods: Site = (ends) => ({
  ...leave(ends),
  '/': `<button aria-label=Close onclick="show('off')">×</button><section id=how><p>Cards, bank and more</p>
    ${['Card', 'Bank transfer', 'Wallet'].map((name, at) => `<div role=button tabindex=0 onclick="show('${at === 2 ? 'wallet' : 'closed'}')">${name}</div>`).join('')}</section>
    <section id=closed hidden><button aria-label=Back onclick="show('how')">‹</button><p>Temporarily unavailable.</p></section>
    <section id=wallet hidden><button aria-label=Back onclick="show('how')">‹</button><label>Phone <input id=n></label><button id=go>Pay now</button></section>
    <section id=off hidden><p>Are you sure you want to cancel the payment?</p><button onclick="location='/off'">Yes, cancel</button><button onclick="show('how')">No</button></section>
    <script>const show = (id) => document.querySelectorAll('section').forEach((one) => { one.hidden = one.id !== id });
    go.onclick = () => { if (n.value) document.body.innerHTML = '<p>Demo bank</p><button onclick="location=\\'/ok\\'">Success</button><button onclick="location=\\'/no\\'">Failure</button>' }</script>`,
});
