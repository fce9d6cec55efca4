import { redirect, type Ends, type Site } from './payment-site.ts';

// Payment pages of test environments, on which a tester chooses the answer of a simulated operator or bank.

const leave = (ends: Ends) => ({
  '/ok': redirect(ends.success),
  '/no': redirect(ends.failure),
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** A wallet with a log-in, and a table of scenarios whose buttons have the same label. */
export const tableOfScenarios: Site = (ends) => ({
  ...leave(ends),
  '/': `<h1>Your wallet</h1><form action=/scenarios><label>Email <input name=u required></label><label>Password <input name=p type=password required></label><button>Log in</button></form><a href=/off>Cancel</a>`,
  '/scenarios': `<table><tr><th>Scenario<th>Action</tr><tr><td>Customer never answers<td><form action=/wait><button>Run</button></form></tr><tr><td>Payment cancelled<td><form action=/off><button>Run</button></form></tr>
    <tr><td>Failed payment<td><form action=/no><button>Run</button></form></tr><tr><td>Successful payment<td><form action=/ok><button>Run</button></form></tr></table>`,
  '/wait': 'Waiting for the customer',
});

/** Names only the PIN with which the payment fails; another button beside the prompt also submits a form. */
export const phoneBeside: Site = (ends) => ({
  ...leave(ends),
  '/': `<form onsubmit="event.preventDefault(); if (n.value) phone.hidden = false"><input id=n placeholder="e.g. 097 000 0000"><button>Send payment prompt</button></form><a href=/off>Cancel payment</a>
    <aside id=phone hidden><h2>Phone emulator</h2><p>Enter PIN to pay XTS 10.00</p><input id=pin type=password maxlength=4 placeholder=PIN><button onclick="if (pin.value) location = pin.value === '0000' ? '/no' : '/ok'">Send</button>
    <p>PIN 0000 = wrong PIN, any other PIN = success</p></aside>`,
});

/**
 * A button that is enabled when the only field loses focus, steps named by symbols, and a question about the answer
 * with a button label that is not understood.
 */
export const stepsWithSymbols: Site = (ends) => ({
  ...leave(ends),
  '/': `<input id=n placeholder="Mobile money number" onblur="next.disabled = !n.value"><label><input type=checkbox id=c> I authorise Acme to debit my wallet</label>
    <button id=next disabled title=Next onclick="if (c.checked) location = '/confirm'">→</button><a href=/off title=Cancel>✕</a>`,
  '/confirm': `<p>XTS 10.00 from your phone</p><button title=Confirm onclick="location = '/answer'">✓</button><a href=/off title=Cancel>✕</a>`,
  '/answer': `<h3>Test response</h3><label><input type=radio name=r value=ok> 200 Success</label><label><input type=radio name=r value=no> 402 Payment failed</label><label><input type=radio name=r value=off> User cancelled</label>
    <button onclick="const chosen = document.querySelector('[name=r]:checked'); if (chosen) location = '/' + chosen.value">Respond</button>`,
});

/** After a success it offers a receipt by e-mail, after a failure a retry or cancellation. */
export const resultPages: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/operator><label>Phone <input name=n required></label><button>Request payment</button></form><a href=/off>I changed my mind</a>`,
  '/operator': `<p>Acme requests XTS 10.00</p><a href=/receipt role=button>Allow</a><a href=/failed role=button>Don’t allow</a>`,
  '/receipt': `<h1>Payment successful</h1><form action=/sent><label>Send the receipt to <input type=email name=mail></label><button>Send receipt</button></form><button onclick="print()">Print receipt</button><a href=/ok>Continue</a>`,
  '/failed': `<h1>Transaction declined</h1><form action=/><button>Try again</button></form><form action=/no><button>Cancel</button></form>`,
  '/sent': 'The receipt was sent',
});

/** A list of terms with each security code in the line below its outcome. */
export const listOfCodes: Site = (ends) => ({
  ...leave(ends),
  '/': `<form action=/end><label>Card number <input name=n required></label><label>MM/YY <input name=e required></label><label>CVV <input name=c maxlength=3 required></label><button>Pay</button></form>
    <h4>Test data</h4><dl><dt>Approved<dd>100<dt>Declined<dd>200</dl><a href=/off>Cancel</a>`,
  '/end': (fields) => {
    if (fields.get('c') === '100') return redirect(ends.success);
    return fields.get('c') === '200' ? redirect(ends.failure) : { status: 400, body: 'Not a test code' };
  },
});

/** A wallet with a login: e-mail address, password, then a review; test buyers are listed on the page. */
export const testBuyers: Site = (ends) => {
  const buyers = `<table><caption>Sandbox buyers</caption><tr><th>E-mail<th>Password<th>What happens<tr><td>ann@buyer.test<td>let-me-in<td>Payment is completed<tr><td>bob@buyer.test<td>let-me-in<td>Payment is declined</table><a href=/off>Cancel</a>`;
  return {
    '/': `<h1>Pay with Wallet</h1><form action=/password><input name=u placeholder="Email or mobile number"><button>Next</button></form>${buyers}`,
    '/password': (fields) =>
      `<form action=/review><input type=hidden name=u value="${fields.get('u')}"><input type=password name=p placeholder=Password><button>Log in</button></form>${buyers}`,
    '/review': (fields) =>
      /^(ann|bob)@buyer.test$/.test(fields.get('u') ?? '') && fields.get('p') === 'let-me-in'
        ? `<p>Pay XTS 10.00</p><form action=/end><input type=hidden name=u value="${fields.get('u')}"><button>Complete purchase</button></form><a href=/off>Cancel</a>`
        : `<p>Some of your info is not correct.</p><a href=/>Try again</a> <a href=/off>Cancel</a>`,
    '/end': (fields) => redirect(fields.get('u') === 'ann@buyer.test' ? ends.success : ends.failure),
    '/off': redirect(`${ends.failure}?status=cancelled`),
  };
};
