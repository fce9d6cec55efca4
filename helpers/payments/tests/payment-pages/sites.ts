import { redirect, type Ends, type Site } from './payment-site.ts';

// Payment pages in various styles. They end at the merchant's addresses.

const leave = (ends: Ends) => ({
  '/ok': redirect(ends.success),
  '/no': redirect(ends.failure),
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** Only three buttons. */
export const plainButtons: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Pay 10.00</h1><form action=/ok><button>Pay now</button></form>
    <form action=/no><button>Simulate failure</button></form><form action=/off><button>Cancel</button></form>`,
});

/** A wizard over four documents: amount, method and number, review, approval; "Next" everywhere. */
export const wizard: Site = (ends) => ({
  ...leave(ends),
  '/': `<form method=post action=/two><label>How much do you want to pay? <input name=a1 required></label><button>Next</button>
    <a href=/off>Cancel and return</a></form>`,
  '/two': `<form method=post action=/three><label for=n>Network</label><select id=n name=net required><option value="">Choose one</option>
    <option value=x>Carrier X</option><option value=operator_b>Operator B</option></select>
    <label for=p>Mobile number</label><input id=p name=p type=tel required><button>Next</button><a href=/off>Cancel</a></form>`,
  '/three': (fields) =>
    fields.get('net') === 'operator_b' && /^0\d+$/.test(fields.get('p') ?? '')
      ? '<h1>Review</h1><form method=post action=/four><button>Next</button></form><a href=/off>Cancel</a>'
      : { status: 400, body: 'Wrong network or number' },
  '/four': `<h1>On the customer's phone</h1><form><button formaction=/ok>Approve</button>
    <button formaction=/no>Decline</button></form><a href=/off>Cancel</a>`,
});

/** Renders late, attaches its listeners even later, and enables the button only when everything is filled in. */
export const singlePage: Site = (ends) => ({
  '/': `<div id=app>Loading…</div><script>
    setTimeout(() => {
      app.innerHTML = '<input placeholder="Amount"><input placeholder="Phone number"><label><input type=checkbox id=t> I agree to the terms</label>' +
        '<label><input type=checkbox id=f> Simulate a failed payment</label><button id=b disabled>Pay</button> <a href="#" id=c>Cancel payment</a>';
      setTimeout(() => {
        const ready = () => { b.disabled = ![...document.querySelectorAll('input:not([type])')].every((one) => one.value) || !t.checked };
        app.oninput = ready; app.onchange = ready;
        b.onclick = () => { const failed = f.checked; app.textContent = 'Processing, please wait…';
          setTimeout(() => { location = failed ? '${ends.failure}' : '${ends.success}' }, 700) };
        c.onclick = () => { if (confirm('Cancel this payment?')) location = '${ends.failure}?status=cancelled' };
      }, 300);
    }, 600);
  </script>`,
});

/** A select for the outcome, a cookie banner over the page, and a confirmation dialog. */
export const selectAndDialog: Site = (ends) => ({
  ...leave(ends),
  '/': `<form id=form><label>E-mail <input type=email required></label><label>Amount <input type=number min=5></label>
    <label>Test result <select id=r><option value=ok>Successful</option><option value=no>Insufficient funds</option></select></label>
    <button>Proceed</button><button type=button onclick="ask.showModal()">Cancel</button></form>
    <dialog id=ask><p>Are you sure you want to cancel?</p><button onclick="ask.close()">No</button><button onclick="location='/off'">Yes</button></dialog>
    <dialog id=sure><p>Confirm payment?</p><button onclick="location='/'+r.value">Confirm</button><button onclick="sure.close()">Back</button></dialog>
    <div class=cookie-banner style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p>
    <button onclick="this.parentNode.remove()">Reject all</button><button onclick="this.parentNode.remove()">Accept all</button></div>
    <script>form.onsubmit = (event) => { event.preventDefault(); sure.showModal() }</script>`,
});

/** Styled radios, and links instead of buttons. */
export const radiosAndLinks: Site = (ends) => ({
  ...leave(ends),
  '/': `<style>input{position:absolute;opacity:0}</style><fieldset><legend>Outcome</legend><input type=radio name=o id=s value=ok>
    <label for=s>Payment succeeds</label><input type=radio name=o id=f value=no><label for=f>Payment fails</label></fieldset>
    <a href="#" onclick="const o=document.querySelector(':checked'); if(o) location='/'+o.value; return false">Continue to payment</a>
    <a href=/terms>Terms and conditions</a> <a href=/off>Back to merchant</a>`,
});

/** Everything in two nested frames; tiles for the method, chips for the amount, a code at the end. */
export const nestedFrames: Site = (ends) => ({
  ...leave(ends),
  '/': '<h1>Secure payment</h1><iframe src=/middle width=600 height=500></iframe>',
  '/middle': '<iframe src=/inner width=500 height=400></iframe>',
  '/inner': `<button onclick="location='/mobile'">Credit card</button><button onclick="location='/mobile?m=1'">Mobile money</button>
    <a href=/off target=_top>Cancel</a>`,
  '/mobile': (fields) =>
    fields.has('m')
      ? `<div role=group aria-label=Amount><button onclick="a.value=5">XTS 5.00</button><button onclick="a.value=10">XTS 10.00</button></div>
        <form action=/code><input type=hidden name=a id=a><div>Phone</div><input name=p><button>Get code to pay</button></form>
        <a href=/off target=_top>Cancel</a>`
      : 'Cards are out of order',
  '/code': (fields) =>
    fields.get('a') && fields.get('p')
      ? `<p>Test environment: the code is 4711; 0000 is refused.</p><form action=/check target=_top><label>One-time code <input name=otp maxlength=4></label>
        <button>Verify</button><button formaction=/no>Reject</button></form><a href=/off target=_top>Cancel</a>`
      : 'Something is missing',
  '/check': (fields) => (fields.get('otp') === '4711' ? redirect(ends.success) : redirect(ends.failure)),
});

/** A progress page that refreshes itself, redirects several times, and finally posts a form. */
export const manyHops: Site = (ends) => ({
  '/': `<form method=post action=/start><label>Mobile money number<input name=n></label><input name=amount type=number>
    <input type=submit name=how value="Pay"><input type=submit name=how value="Fail"><input type=submit name=how value="Abort"></form>`,
  '/start': (fields) => redirect(`/wait?how=${fields.get('how')}`),
  '/wait': (fields) =>
    `<meta http-equiv=refresh content="1; url=/hop?how=${fields.get('how')}"><p>Processing… <a href="/help">Help</a>`,
  '/hop': (fields) => ({ ...(redirect(`/post?how=${fields.get('how')}`) as object), afterMs: 300 }),
  '/post': (fields) => `<body onload="document.forms[0].submit()"><form method=post
    action="${fields.get('how') === 'Pay' ? ends.success : ends.failure}"><input type=hidden name=status value=x></form>`,
});

/** A wizard in one document, with a link to the shop at the end. */
export const stepsInPlace: Site = (ends) => ({
  '/': `<main id=m></main><script>
    const show = (html) => { m.innerHTML = html };
    const steps = [
      '<h2>Step 1</h2><label>Full name <input required></label><button onclick="go(1)">Continue</button><button onclick="stop()">Cancel order</button>',
      '<h2>Step 2</h2><label>Total to pay <input></label><button onclick="go(2)">Continue</button><button onclick="stop()">Cancel order</button>',
      '<h2>Step 3</h2><label>Phone <input type=tel></label><button onclick="go(3)">Continue</button><button onclick="stop()">Cancel order</button>',
      '<h2>Authorise</h2><button onclick="done(1)">Authorise</button><button onclick="done(0)">Deny</button><button onclick="stop()">Cancel order</button>'];
    const go = (step) => { if ([...m.querySelectorAll('input')].every((one) => one.value)) show(steps[step]) };
    const done = (ok) => show(ok ? '<p>Payment successful</p><a href="${ends.success}">Continue to shop</a>' : '<p>Payment declined</p><a href="${ends.failure}">Return to merchant</a>');
    const stop = () => show('<p>Cancelled</p><a href="${ends.failure}?status=cancelled">Back to store</a>');
    show(steps[0]);
  </script>`,
});

/** Custom widgets with roles, in a shadow root, on a page that the server renders again when a value is refused. */
export const ownWidgets: Site = (ends) => ({
  '/': `<pay-box></pay-box><script>
    customElements.define('pay-box', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<div role=radiogroup aria-label="Simulated result"><div role=radio tabindex=0 aria-checked=true>Approved</div><div role=radio tabindex=0 aria-checked=false>Rejected</div></div>' +
        '<span id=l>Amount in subunits</span><div role=spinbutton contenteditable aria-labelledby=l tabindex=0></div><p id=e role=alert></p>' +
        '<div role=button tabindex=0 aria-label="Make payment">💸</div><div role=button tabindex=0>Cancel</div>';
      const radios = [...root.querySelectorAll('[role=radio]')];
      radios.forEach((one) => one.onclick = () => radios.forEach((other) => other.setAttribute('aria-checked', other === one)));
      const [pay, cancel] = root.querySelectorAll('[role=button]'), amount = root.querySelector('[role=spinbutton]');
      pay.onclick = () => { if (!(amount.textContent >= 100)) { amount.setAttribute('aria-invalid', true); root.querySelector('[role=alert]').textContent = 'The minimum is 100'; return; }
        location = radios[0].getAttribute('aria-checked') === 'true' ? '${ends.success}' : '${ends.failure}' };
      cancel.onclick = () => location = '${ends.failure}?status=cancelled';
    } });
  </script>`,
});

/** Labels in a table that are not associated with fields; a popup for the approval. */
export const tableAndPopup: Site = (ends) => ({
  ...leave(ends),
  '/': `<table><tr><td>Sum</td><td><input name=x1></td></tr><tr><td>Mobile phone</td><td><input name=x2></td></tr></table>
    <button onclick="if (document.querySelector('[name=x1]').value) window.open('/approve')">Pay 💳</button><button onclick="location='/off'">Exit</button>`,
  '/approve': `<p>Approve this payment?</p><button onclick="opener.location='/ok'; close()">Yes, approve</button>
    <button onclick="opener.location='/no'; close()">No, reject</button>`,
});

/** A page with only one outcome. */
export const onlyPay: Site = (ends) => ({
  '/ok': redirect(ends.success),
  '/': '<form action=/ok><label>Phone number <input name=n></label><button>Pay</button></form>',
});

/** Uses words that the page reader does not know. */
export const foreign: Site = () => ({
  '/': '<h1>Zahlung</h1><form><label>Rufnummer <input name=rn></label><button type=button>Weiter</button><button type=button>Verwerfen</button></form>',
});

/** Answers with an error. */
export const broken: Site = () => ({ '/': { status: 500, body: '<h1>Oops</h1><a href=/>Home</a>' } });

/** Takes the amount, then requires a value that cannot be known. */
export const amountThenVoucher: Site = () => {
  const ask =
    '<form method=post action=/two><label>Club card of the shop <input name=v required></label><button>Continue</button></form>';
  return {
    '/': `<form method=post action=/one><label>Amount <input name=a required></label><button>Continue</button></form>`,
    '/one': ask,
    '/two': { status: 422, body: ask },
  };
};

/** Asks for an approval in unknown words, below words that suggest the end of the payment. */
export const foreignApproval: Site = (ends) => ({
  '/': `<button onclick="location='/approval'">Pay</button>`,
  '/approval': `<p>Nothing was paid yet.</p><button onclick="location='${ends.success}'">Freigeben</button>
    <button onclick="location='${ends.failure}'">Verwerfen</button>`,
});

/** Returns to the merchant by itself, but also has a button for it. */
export const goesOn: Site = (ends) => ({
  '/': '<form action=/end><button>Pay 10.00</button></form>',
  '/end': `<p>Transaction approved.</p><form action=${ends.success}><button>Continue to merchant</button></form>
    <script>setTimeout(() => document.forms[0].submit(), 2500)</script>`,
});
