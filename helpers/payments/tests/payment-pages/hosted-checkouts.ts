import { redirect, type Ends, type Site } from './payment-site.ts';

// Payment pages in the style of well-known hosted checkouts, with several methods and much unrelated content.

const leave = (ends: Ends) => ({
  '/ok': redirect(ends.success),
  '/no': redirect(ends.failure),
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** A list of methods as links, then the possible outcomes of a test payment. */
export const listOfStates: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Select a payment method</h1><ul><li><a href=/test>Credit card</a><li><a href=/test>Mobile money</a><li><a href=/test>Bank transfer</a></ul>
    <a href=/off>Back to Acme Ltd</a>`,
  '/test': `<h1>Test mode</h1><form action=/end><ul><li><label><input type=radio name=state value=open> Open</label>
    <li><label><input type=radio name=state value=paid> Paid</label><li><label><input type=radio name=state value=failed> Failed</label>
    <li><label><input type=radio name=state value=canceled> Canceled</label><li><label><input type=radio name=state value=expired> Expired</label></ul>
    <button name=submit>Continue</button></form>`,
  '/end': (fields) => {
    const state = fields.get('state');
    return state === 'paid'
      ? redirect(ends.success)
      : state
        ? redirect(`${ends.failure}?status=${state}`)
        : 'Choose a state';
  },
});

/** Card first, mobile money in a tab; the outcome is asked for while waiting for the phone. */
export const cardFirst: Site = (ends) => ({
  ...leave(ends),
  '/': `<style>[hidden]{display:none}</style><header><img alt="Acme Ltd"><b>XTS 10.00</b></header>
    <div role=tablist><button role=tab aria-selected=true onclick="tab(0)">Card</button><button role=tab aria-selected=false onclick="tab(1)">Mobile Money</button>
    <button role=tab aria-selected=false onclick="tab(2)">Bank</button></div>
    <form role=tabpanel action=/broken><input placeholder="Card number" required><input placeholder="MM / YY" required><input placeholder=CVV required><button>Pay XTS 10.00</button></form>
    <form role=tabpanel action=/phone hidden><select name=op><option value="">Choose operator<option value=A1>Operator A<option value=B1>Operator B</select>
    <input name=msisdn type=tel placeholder="097 000 0000"><button>Pay XTS 10.00</button></form>
    <form role=tabpanel action=/broken hidden><p>Transfer to account 1234567</p><button>I have made the transfer</button></form>
    <footer><a href=/off>Cancel payment</a> <a href=/x>Secured by PayWise</a></footer>
    <script>const tab = (at) => document.querySelectorAll('[role=tabpanel]').forEach((one, index) => {
      one.hidden = index !== at; document.querySelectorAll('[role=tab]')[index].setAttribute('aria-selected', index === at) })</script>`,
  '/broken': { status: 500, body: 'Cards and transfers are not simulated' },
  '/phone': (fields) =>
    fields.get('op') && fields.get('msisdn')
      ? `<h2>Check your phone</h2><p>Approve the prompt we have sent to ${fields.get('msisdn')}.</p><aside><p>Sandbox controls</p>
        <button onclick="location='/ok'">Simulate success</button><button onclick="location='/no'">Simulate failure</button>
        <button onclick="location='/off'">Simulate cancellation</button></aside><a href=/>Use another payment method</a>`
      : { status: 422, body: 'Number missing' },
});

/** Operators as cards with pictures, a separate dialling code, a PIN, a page that polls, and a countdown. */
export const operatorCards: Site = (ends) => ({
  ...leave(ends),
  '/': `<style>.card input{position:absolute;opacity:0;width:0}</style><form action=/review><p>Choose your network</p>
    ${['Operator A', 'Operator B', 'Operator C'].map((one) => `<label class=card><input type=radio name=net value="${one.at(-1)}" required><img width=40 height=40 alt="${one}"></label>`).join('')}
    <div><select aria-label="Country code" name=dial><option value=260>🇿🇲 +260<option value=254>🇰🇪 +254</select><input name=local type=number aria-label="Phone number"></div>
    <button>Continue</button></form><button type=button onclick="location='/off'" aria-label="Cancel and go back to shop">✕</button>`,
  '/review': (fields) =>
    fields.get('net') && /^0?97\d+$/.test(fields.get('local') ?? '')
      ? `<h2>Review your payment</h2><dl><dt>Total<dd>XTS 10.00<dt>Number<dd>0${fields.get('local')}</dl><form action=/pin><button>Confirm payment</button></form><a href=/>Edit</a><a href=/off>Cancel</a>`
      : { status: 400, body: 'Please check network and number' },
  '/pin': `<h2>Enter your mobile money PIN</h2><p>Test mode: PIN 1234 approves the payment, PIN 0000 declines it.</p><form action=/wait method=post>
    <input type=password name=pin maxlength=4 inputmode=numeric aria-label=PIN><button>Submit</button></form><a href=/off>Cancel</a>`,
  '/wait': (fields) =>
    `<div role=status><i class=spinner></i>Confirming with your operator…</div><script>let polls = 0;
    const poll = async () => { await fetch('/status'); if (++polls < 4) return setTimeout(poll, 400);
      let left = 2; const tick = () => { document.querySelector('[role=status]').textContent = 'Payment ${fields.get('pin') === '1234' ? 'successful' : 'failed'}. Returning to the merchant in ' + left + ' s';
        if (left-- > 0) setTimeout(tick, 1000); else location = '${fields.get('pin') === '1234' ? ends.success : ends.failure}' }; tick() }; poll()</script>`,
  '/status': '{"status":"pending"}',
});

/** A single-page application with nested shadow roots, and icons with accessible names only. */
export const shadowRoutes: Site = (ends) => ({
  '/': `<checkout-app></checkout-app><script>
    class Step extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = this.getAttribute('html') } }
    customElements.define('checkout-step', Step);
    customElements.define('checkout-app', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }); this.go('amount', '<label>Amount (XTS)<input inputmode=decimal></label><button aria-label="Next step">➜</button><button aria-label="Cancel payment">✕</button>') }
      go(route, html) { history.pushState({}, '', '#' + route); const step = document.createElement('checkout-step'); step.setAttribute('html', html);
        this.shadowRoot.replaceChildren(step); const all = [...step.shadowRoot.querySelectorAll('button')]; all.forEach((one) => one.addEventListener('click', () => this.pressed(route, one.ariaLabel, step.shadowRoot))) }
      pressed(route, name, root) { if (/Cancel/.test(name)) location = '${ends.failure}?status=cancelled';
        else if (route === 'amount') { if (root.querySelector('input').value) this.go('phone', '<input aria-label="Mobile number"><button aria-label="Next step">➜</button><button aria-label="Cancel payment">✕</button>') }
        else if (route === 'phone') { if (root.querySelector('input').value) this.go('end', '<p>Do you want to authorise this payment?</p><button aria-label="Authorise">✓</button><button aria-label="Reject">⛔</button>') }
        else location = name === 'Reject' ? '${ends.failure}' : '${ends.success}' }
    });</script>`,
});

/** Empty for five seconds. */
export const slowToLoad: Site = (ends) => ({
  ...leave(ends),
  '/': `<div id=app><div class=spinner></div>Loading secure checkout</div><script>setTimeout(() => { app.innerHTML =
    '<h1>XTS 10.00</h1><form action=/ok><input name=phone placeholder="Phone number" required><button>Pay</button><button formaction=/no formnovalidate>Fail this payment</button></form><a href=/off>Cancel</a>' }, 5000)</script>`,
});

/** Only placeholders, and an amount that is reformatted while it is typed. */
export const maskedAmount: Site = (ends) => ({
  ...leave(ends),
  '/': `<form onsubmit="location = +amt.value.replace(/[^0-9.]/g, '') >= 1 && ph.value ? '/result' : '/?again'; return false"><input id=amt value="K 0.00"><input id=ph placeholder="Enter mobile money account">
    <button>Proceed to payment</button></form><a href=/off>Cancel order</a><script>amt.placeholder = 'Amount'; amt.oninput = () => { amt.value = 'K ' + amt.value.replace(/[^0-9.]/g, '') }</script>`,
  '/result': `<h1>Simulate a response</h1><form action=/end><select name=code aria-label="Response code"><option value=00 selected>00 - Approved<option value=51>51 - Insufficient funds<option value=05>05 - Do not honour</select>
    <button>Submit</button></form><a href=/off>Cancel</a>`,
  '/end': (fields) => redirect(fields.get('code') === '00' ? ends.success : ends.failure),
});

/** A custom dialog before either outcome, with the harmless button first. */
export const dialogsOfItsOwn: Site = (ends) => ({
  ...leave(ends),
  '/': `<style>.modal{position:fixed;inset:0;background:#0008}[hidden]{display:none}</style><main><label>Mobile number<br><input id=ph></label>
    <p><label><input type=checkbox id=terms> I have read and accept the <a href=/terms target=_blank>terms of service</a></label></p>
    <label>Demo outcome <select id=how><option value=ok>Payment goes through</option><option value=no>Payment is declined</option></select></label>
    <button id=go>Place order</button><button id=quit>Leave</button></main>
    <div class=modal id=sure role=dialog aria-modal=true hidden><p>You are about to pay XTS 10.00</p><button onclick="sure.hidden=true">No, go back</button><button onclick="location='/'+how.value">Yes, pay now</button></div>
    <div class=modal id=out role=dialog aria-modal=true hidden><p>Do you really want to leave? Your payment will be cancelled.</p><button onclick="out.hidden=true">Stay on page</button><button onclick="location='/off'">Leave page</button></div>
    <script>go.onclick = () => { if (ph.value && terms.checked) sure.hidden = false }; quit.onclick = () => { out.hidden = false }</script>`,
});

/** Languages, log-in, help, a newsletter and a coupon around the only relevant button. */
export const crowded: Site = (ends) => ({
  ...leave(ends),
  '/': `<header><select aria-label=Language onchange="location='/lang'"><option>English<option>Français</select><a href=/login>Log in</a><button onclick="location='/help'">Help</button><button onclick="location='/help'">Back</button></header>
    <main><h1>Acme Ltd</h1><input aria-label="Discount code"><button onclick="location='/help'">Apply</button><label>E-mail for the receipt (optional) <input type=email></label>
    <label><input type=checkbox onchange="location='/help'"> Send me offers</label><label>Phone <input id=p required></label>
    <button onclick="if (p.value) location='/approve'">Pay XTS 10.00</button> <button onclick="location='/off'">Cancel transaction</button></main>
    <footer><button onclick="location='/help'">Contact support</button><a href=/help>Privacy</a><button onclick="location='/help'">Change currency</button></footer>`,
  '/help': '<h1>Help</h1><p>How can we help you?</p>',
  '/lang': '<h1>Langue</h1>',
  '/login': '<form><input name=user><input type=password><button>Log in</button></form>',
  '/approve': `<h1>Approve XTS 10.00?</h1><p>This is what the customer sees on the phone.</p><button onclick="location='/ok'">Yes</button><button onclick="location='/no'">No</button>
    <a href=/off>Cancel</a>`,
});

/** Shows the result, and a button that leads back without naming the merchant. */
export const receiptWithDone: Site = (ends) => ({
  ...leave(ends),
  '/': `<form><label>Mobile money number <input name=n required></label><button formaction=/paid>Pay</button><button formaction=/unpaid formnovalidate>Decline payment</button><button formaction=/gone formnovalidate>Cancel</button></form>`,
  '/paid':
    '<h1>Payment successful</h1><p>Receipt 8812</p><button onclick="print()">Print receipt</button><button onclick="location=\'/ok\'">Done</button>',
  '/unpaid':
    '<h1>Payment failed</h1><p>Declined by the customer.</p><a href=/>Try again</a><a href=/no>Back to Acme Ltd</a>',
  '/gone': '<h1>Payment cancelled</h1><a href=/off>Continue</a>',
});

/** Tiles and buttons without a role, as some frameworks create them. */
export const bareElements: Site = (ends) => ({
  '/': `<style>.tile,.btn{cursor:pointer;display:inline-block;padding:8px}</style><div id=app></div><script>
    const show = (html) => { app.innerHTML = html };
    show('<div class=tile><img width=20 height=20 alt=Visa><span>Card</span></div><div class=tile><img width=20 height=20 alt=""><span>Mobile money</span></div><div class=btn>Cancel</div>');
    app.addEventListener('click', ({ target }) => { const one = target.closest('.tile,.btn'); if (!one) return; const name = one.textContent;
      if (name === 'Mobile money') show('<div>Phone number</div><div><input></div><div class=btn>Pay now</div><div class=btn>Cancel</div>');
      else if (name === 'Pay now') { if (app.querySelector('input').value) show('<p>Waiting for the customer</p><div class=btn>Simulate approval</div><div class=btn>Simulate rejection</div><div class=btn>Cancel</div>') }
      else if (name === 'Simulate approval') location = '${ends.success}'; else if (name === 'Simulate rejection') location = '${ends.failure}';
      else if (name === 'Cancel') location = '${ends.failure}?status=cancelled' });
  </script>`,
});

/** Only the number decides, as the page explains. */
export const magicNumbers: Site = (ends) => ({
  ...leave(ends),
  '/': `<p>Test numbers</p><ul><li>0961111111: successful payment<li>0961111112: failed payment</ul><form action=/end><label>Mobile money number <input name=n></label><button>Pay</button></form><a href=/off>Cancel</a>`,
  '/end': (fields) => redirect(fields.get('n') === '0961111112' ? ends.failure : ends.success),
});

/** A table of test numbers, as in the documentation of test environments. */
export const magicCards: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Test cards</h1><table><tr><th>Card<th>Result</tr><tr><td>4000 0000 0000 0002<td>Declined</tr><tr><td>4242 4242 4242 4242<td>Approved</tr></table>
    <form action=/end><label>Card number <input name=n></label><label>Expiry date <input name=e placeholder="MM/YY"></label><label>CVC <input name=c></label><button>Pay</button></form><a href=/off>Cancel</a>`,
  '/end': (fields) => redirect(fields.get('n')?.endsWith('0002') ? ends.failure : ends.success),
});

/** Waits four seconds for the phone, with buttons that only look useful. */
export const waitsForPhone: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/wait><fieldset><legend>Test mode</legend><label><input type=radio name=r value=1 checked>Customer approves</label><label><input type=radio name=r value=0>Customer rejects</label></fieldset>
    <label for=n>Phone</label><input id=n name=n required><input type=submit value="Send payment request"></form><a href=/off>Cancel</a>`,
  '/wait': (fields) =>
    `<h1>Waiting for confirmation</h1><p>Dial *115# if you see no prompt.</p><button onclick="this.textContent='Sent again'">Resend prompt</button><button disabled>I have completed the payment</button>
    <a href=/off>Cancel</a><script>let n = 0; setInterval(async () => { await fetch('/poll'); if (++n === 8) location = '${fields.get('r') === '1' ? ends.success : ends.failure}' }, 500)</script>`,
  '/poll': 'pending',
});

/** States as single words, one of which neither ends nor continues the payment. */
export const fourStates: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Payment simulator</h1><p>Amount: XTS 10.00</p><form><input type=image alt="" src=data:,><button formaction=/pending>Pending</button><button formaction=/no>Failure</button><button formaction=/off>Cancelled</button><button formaction=/ok>Success</button></form>`,
  '/pending': '<p>The payment is pending.</p>',
});

/** Uses the browser's own dialogs, also to confirm leaving the page. */
export const browserDialogs: Site = (ends) => ({
  ...leave(ends),
  '/': `<input id=n placeholder=Phone><button id=pay>Pay</button><button id=fail>Fail payment</button><button id=off>Cancel</button><script>
    onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'Leave?' };
    alert('Welcome to the test checkout');
    pay.onclick = () => { if (n.value && confirm('Pay XTS 10.00?')) { print(); alert('Thank you'); location = '/ok' } };
    fail.onclick = () => { alert('The payment has failed'); location = '/no' };
    off.onclick = () => { if (confirm('Cancel the payment?')) location = '/off' };
  </script>`,
});

/** Asks for an e-mail first; an accordion of methods, and amounts as chips with one for a custom amount. */
export const accordion: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/how method=post><label>Your e-mail<input type=email name=e required></label><fieldset><legend>Choose amount</legend><label><input type=radio name=a value=5>XTS 5</label><label><input type=radio name=a value=20>XTS 20</label>
    <label><input type=radio name=a value=own>Other amount</label><input name=own placeholder="Enter amount" type=number></fieldset><button>Next</button></form><a href=/off>Cancel</a>`,
  '/how': (fields) =>
    fields.get('e') && (fields.get('own') || /^\d+$/.test(fields.get('a') ?? ''))
      ? `<details><summary>Card</summary><form action=/x><input aria-label="Card number"><button>Pay by card</button></form></details>
        <details><summary>Mobile money</summary><form action=/how2><label>Phone number<input name=p></label><button>Pay with mobile money</button></form></details><a href=/off>Cancel</a>`
      : { status: 400, body: 'Choose an amount' },
  '/x': { status: 500, body: 'No cards' },
  '/how2': (fields) =>
    fields.get('p')
      ? `<h1>Simulator</h1><label>Result<select id=s><option value="">Please select<option value=/ok>SUCCESSFUL<option value=/no>FAILED</select></label><button onclick="if (s.value) location=s.value">Finish</button><a href=/off>Cancel</a>`
      : { status: 400, body: 'Number missing' },
});

/** Buttons for operators with names that are not in the settings, then consent and a prompt answered on the page. */
export const operatorButtons: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>XTS 10.00</h1><p>to the shop. Choose your operator:</p><form action=/number>
    ${['Vodasure', 'Celtela'].map((name) => `<button name=op value=${name}>${name}</button>`).join('')}</form><a href=/off>Abandon payment</a>`,
  '/number': (fields) =>
    fields.get('op') && !fields.get('n')
      ? `<form action=/number><input type=hidden name=op value=x><input type=tel name=n placeholder="0970000000" aria-label="Your number">
        <label><input type=checkbox name=terms>I accept the terms</label><button>Send request to my phone</button></form><a href=/off>Abandon payment</a>`
      : fields.get('terms')
        ? `<p>Test: there is no phone. What does the customer do?</p><form action=/ok><button>Customer approves</button></form>
          <form action=/no><button>Customer rejects</button></form><a href=/off>Abandon payment</a>`
        : { status: 400, body: 'Please accept the terms' },
});

/** Reloads itself until the operator has answered, and meanwhile shows buttons that simulate the answer. */
export const loadsItself: Site = (ends) => {
  let answer = '';
  let loads = 0;
  return {
    ...leave(ends),
    '/': `<form action=/answer><button>Pay 10.00</button></form><a href=/off>Cancel</a>`,
    '/answer': (fields) => {
      answer = fields.get('act') ?? answer;
      loads = 0;
      return redirect('/wait');
    },
    '/wait': () => {
      loads += 1;
      if (answer && loads > 1) return redirect(answer === 'approve' ? ends.success : ends.failure);
      return `<meta http-equiv=refresh content=2><p>Waiting for your operator</p><form action=/answer>
        <button name=act value=approve>Customer approves</button><button name=act value=reject>Customer rejects</button></form><a href=/off>Cancel</a>`;
    },
  };
};
