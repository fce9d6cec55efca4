import type { Site } from './payment-site.ts';

// Payment pages that would make the customer pay with another number, or far too much.

const charge = (fields: string): string => `<form method=post action=/charge>${fields}<button>Pay</button></form>`;
const phone = '<label>Phone number <input name=phone required></label>';

/** Pages on which nothing may be pressed, with a pattern for the reason. */
export const refused: Readonly<Record<string, readonly [html: string, reason: RegExp]>> = {
  'has a number that cannot be changed': [
    charge('<label>Phone number <input name=phone value="+260 999 888 777" readonly></label>'),
    /cannot be changed/,
  ],
  'takes the number back': [
    charge('<label>Phone <input name=phone value=0999888777 oninput="this.value=\'0999888777\'"></label>'),
    /does not keep what is typed/,
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
  'has an amount that cannot be changed': [
    charge(`<label>Amount <input name=amount value="990,000.00" readonly></label>${phone}`),
    /MAX_AMOUNT/,
  ],
  'has a slider at a large amount': [
    charge(`<label>Amount <input name=amount type=range min=5000000 max=99000000 value=99000000></label>${phone}`),
    /MAX_AMOUNT/,
  ],
  'has a hidden amount': [charge(`${phone}<input type=hidden name=amount value=99000000>`), /MAX_AMOUNT/],
  'offers only large amounts': [
    charge('<label>Amount <select name=amount><option>50,000.00<option>990,000.00</select></label>'),
    /MAX_AMOUNT/,
  ],
  'offers large amounts in other notations': [
    charge(
      '<label>Amount <select name=amount><option>٥٠٬٠٠٠٫٠٠<option>1 00 000<option>50k<option>5 lakh</select></label>',
    ),
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
  'names a large amount in other digits': [
    `<form method=post action=/charge>${phone}<button>Pay ١٬٠٠٠٬٠٠٠٫٠٠ XTS</button></form>`,
    /MAX_AMOUNT/,
  ],
  'names a large amount in words': [
    `<form method=post action=/charge>${phone}<button>Pay XTS 1.5 million</button></form>`,
    /MAX_AMOUNT/,
  ],
  'has a hidden amount in words': [charge(`${phone}<input type=hidden name=amount value="5 lakh">`), /MAX_AMOUNT/],
  'has an amount in Indian groups': [
    charge(`<label>Amount <input name=amount value="1 00 000" readonly></label>${phone}`),
    /MAX_AMOUNT/,
  ],
  'pays with another number by its address': [
    '<a href="/charge?phone=0999888777&amount=10">Pay now</a><p>Sandbox</p>',
    /TEST_NUMBERS/,
  ],
};

const card = '<label>Card number <input name=card type=tel inputmode=numeric></label>';

/** Pages that take cards, and on which nothing may be pressed. */
export const refusedCards: typeof refused = {
  'takes a listed card for a large amount': [
    charge(`${card}<input type=hidden name=amount value=99000000>`),
    /MAX_AMOUNT/,
  ],
  'takes a listed card, and names a large amount on its button': [
    `<form method=post action=/charge>${card}<button>Pay XTS 990,000.00</button></form>`,
    /MAX_AMOUNT/,
  ],
  'puts another card in place of the listed one': [
    charge('<label>Card number <input name=card oninput="this.value=\'4111111111111111\'"></label>'),
    /does not keep what is typed/,
  ],
  'has a card that is not listed': [
    charge(`${phone}<label>Number on the card <input name=pan value="4111 1111 1111 1111" readonly></label>`),
    /card that is not listed in TEST_NUMBERS/,
  ],
  'has a hidden card that is not listed': [
    charge(`${phone}<input type=hidden name=card_number value=5555555555554444>`),
    /card that is not listed/,
  ],
  'pays with a saved card': [
    charge(`${phone}<label><input type=radio name=saved_card value=7 checked> Card •••• 4242</label>`),
    /card that is not listed/,
  ],
  'has a card in a field without words': [
    charge(`${phone}<input value="4111 1111 1111 1111">`),
    /card that is not listed/,
  ],
  'has a phone number that looks like a card': [
    charge('<label>Phone number <input name=phone value=+2609998887770008 readonly></label>'),
    /cannot be changed/,
  ],
  'has a hidden phone number that looks like a card': [
    charge(`${phone}<input type=hidden name=msisdn value=4111111111111111>`),
    /TEST_NUMBERS/,
  ],
  'takes the listed card as a phone number': [
    charge(`${phone}<input type=hidden name=msisdn value=4084084084084081>`),
    /asks for the number/,
  ],
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
  'a listed card': charge(card),
  'a listed card that is saved': charge(
    '<label><input type=radio name=saved_card value=7 checked> Card •••• 4081</label>',
  ),
  'a number for an order that looks like a card': charge(
    `<input type=hidden name=order value=4111111111111111>${phone}`,
  ),
  'a reference': charge(`<label>Order number <input value=20261122000001 readonly></label>${phone}`),
};

/** A page that is too large to be read. */
export const tooLarge = `${phone}<select id=s></select><script>s.innerHTML = '<option>1'.repeat(2e4)</script><button>Pay</button>`;

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
