import type { Site } from './payment-site.ts';

// Payment pages that would make the customer pay with another number, or far too much.

const charge = (fields: string): string => `<form method=post action=/charge>${fields}<button>Pay</button></form>`;
const phone = '<label>Phone number <input name=phone required></label>';

/** Pages on which nothing may be pressed, with a pattern for the reason. */
export const refused: Readonly<Record<string, readonly [html: string, reason: RegExp]>> = {
  'names another number': [
    `<p>Test numbers. Success: 0999888777. Failure: 0999888778</p>${charge(phone)}`,
    /0999888777.*TEST_NUMBERS/,
  ],
  'has a number that cannot be changed': [
    charge('<label>Phone number <input name=phone value="+260 999 888 777" readonly></label>'),
    /999 888 777.*TEST_NUMBERS/,
  ],
  'takes the number back': [
    charge('<label>Phone <input name=phone value=0999888777 oninput="this.value=\'0999888777\'"></label>'),
    /TEST_NUMBERS/,
  ],
  'has a hidden number': [charge(`${phone}<input type=hidden name=msisdn value=0999888777>`), /TEST_NUMBERS/],
  'has a second number out of sight': [
    charge(`${phone}<input name=customerPhone value=0999888777 style="display:none">`),
    /TEST_NUMBERS/,
  ],
  'offers only other numbers': [
    charge('<label>Pay with <select name=phone><option>0999888777<option>0999888778</select></label>'),
    /TEST_NUMBERS/,
  ],
  'has another number chosen': [
    charge('<label><input type=radio name=phone value=0999888777 checked> +260 999 888 777</label>'),
    /TEST_NUMBERS/,
  ],
  'has a saved number chosen': [
    charge('<label>Phone number <select name=saved><option value=3 selected>•••• ••• 777</select></label>'),
    /TEST_NUMBERS/,
  ],
  'wants a large amount at least': [
    charge(`<label>Amount <input name=amount type=number min=99000000 required></label>${phone}`),
    /99000000.*MAX_AMOUNT/,
  ],
  'has an amount that cannot be changed': [
    charge(`<label>Amount <input name=amount value="990,000.00" readonly></label>${phone}`),
    /MAX_AMOUNT/,
  ],
  'has a slider at a large amount': [
    charge(`<label>Amount <input name=amount type=range min=5000000 max=99000000 value=99000000></label>${phone}`),
    /MAX_AMOUNT/,
  ],
  'has a hidden amount': [charge(`${phone}<input type=hidden name=amount value=99000000>`), /MAX_AMOUNT/],
  'multiplies what is typed': [
    charge(`<label>Amount <input name=amount oninput="this.value *= 1000000"></label>${phone}`),
    /MAX_AMOUNT/,
  ],
  'offers only large amounts': [
    charge('<label>Amount <select name=amount><option>50,000.00<option>990,000.00</select></label>'),
    /MAX_AMOUNT/,
  ],
  'has a large amount chosen': [
    charge(
      '<fieldset><legend>Amount</legend><label><input type=radio name=amount value=5000000 checked> XTS 50,000</label><label><input type=radio name=amount value=9000000> XTS 90,000</label></fieldset>',
    ),
    /MAX_AMOUNT/,
  ],
  'asks for a thousand pieces': [
    charge(`${phone}<label>Quantity <input name=quantity value=1000 readonly></label>`),
    /1000 times 1000.*MAX_AMOUNT/,
  ],
  'charges in another currency': [
    charge(`${phone}<label>Currency <select name=currency><option>KWD<option>BHD</select></label>`),
    /KWD.*CURRENCY/,
  ],
  'pays a large amount by its button': [
    `<form method=post action=/charge>${phone}<button name=amount value=99000000>Pay</button></form>`,
    /MAX_AMOUNT/,
  ],
  'names a large amount on its button': [
    `<form method=post action=/charge>${phone}<button>Pay XTS 990,000.00</button></form>`,
    /MAX_AMOUNT/,
  ],
  'pays with another number by its address': [
    '<a href="/charge?phone=0999888777&amount=10">Pay now</a><p>Sandbox</p>',
    /TEST_NUMBERS/,
  ],
};

/** Pages on which a harmless alternative can be typed or chosen. */
export const replaced: Readonly<Record<string, string>> = {
  'a number that is filled in': charge('<label>Phone number <input name=phone value=0999888777></label>'),
  'an amount that is filled in': charge(`<label>Amount <input name=amount value=99000000></label>${phone}`),
  'the chosen one of several amounts': charge(
    `<label>Amount <select name=amount><option>5.00<option selected>990,000.00</select></label>${phone}`,
  ),
  'a saved number': charge(
    '<label>Phone <select name=phone><option selected>0999888777<option>0970000001</select></label>',
  ),
  'the chosen currency': charge(
    `<label>Currency <select name=currency><option selected>KWD<option>XTS</select></label>${phone}`,
  ),
  'a number that a dialog suggests': `<p>Shop</p><button onclick="location = '/charge?phone=' + prompt('Which phone?', '0999888777')">Pay</button>`,
  'an amount that a dialog suggests': `<button onclick="location = '/charge?amount=' + (prompt('How much?', '99000000') ?? 5)">Pay</button>`,
};

/** Ordinary pages with different notations of AMOUNT 1000. */
export const ordinary: Readonly<Record<string, string>> = {
  'main units': charge(`<label>Amount <input name=amount value=10.00 readonly></label>${phone}`),
  subunits: charge(`<label>Amount <input name=amount value=1000 readonly></label>${phone}`),
  'grouped digits': charge(`<label>Amount <input name=amount value="1,000.00" readonly></label>${phone}`),
  'words around it': `<p>You pay XTS 990,000.00 next year. Order 20261122000001, call 0800 123 4567</p>${charge(phone)}`,
  'hidden fields': charge(
    `${phone}<input type=hidden name=amount value=1000><input type=hidden name=order_id value=20261122000001><input type=hidden name=phone value=+260970000001>`,
  ),
  'a reference': charge(`<label>Order number <input value=20261122000001 readonly></label>${phone}`),
  'a pattern without the zero': charge('<label>Phone <input name=phone pattern="[1-9][0-9]{8}" required></label>'),
};

/** Pages that are too large to be read. */
export const tooLarge: Readonly<Record<string, string>> = {
  'thousands of options': `${phone}<select id=s></select><script>s.innerHTML = '<option>1'.repeat(2e4)</script><button>Pay</button>`,
  'thousands of hidden fields': `${phone}<div id=d></div><button>Pay</button><script>d.innerHTML = '<input type=hidden name=a value=1>'.repeat(5000)</script>`,
  'thousands of buttons': `<div id=d></div><script>d.innerHTML = '<button>Pay</button>'.repeat(5000)</script>`,
  'hundreds of frames': `<div id=d></div><button>Pay</button><script>d.innerHTML = '<iframe srcdoc=a></iframe>'.repeat(120)</script>`,
};

/** Labels and values of 10 MB, which are read only in part. */
export const longLabels = `<form method=post action=/charge>${phone}<input type=hidden id=h name=h><label for=b id=l style="display:none"></label><button id=b>Pay</button></form>
  <script>l.textContent = b.ariaLabel = h.value = document.querySelector('input').title = 'Pay ' + 'now '.repeat(2.5e6)</script>`;

/** A regular expression with catastrophic backtracking. */
export const endlessPattern = charge(
  `<label>Phone number <input name=phone pattern="${'('.repeat(24)}[0-9]+${')*'.repeat(24)}x"></label>`,
);

/** A site with a page, and the payments made there. */
export const paying = (html: string): { site: Site; charges: string[] } => {
  const charges: string[] = [];
  const site: Site = ({ success }) => ({
    '/': html,
    '/charge': (fields) => {
      charges.push(fields.toString());
      return { status: 303, headers: { location: success } };
    },
  });
  return { site, charges };
};
