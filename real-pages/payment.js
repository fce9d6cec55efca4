// What each page knows of its payment, and how it ends one at the sandbox.

const template = document.querySelector('#payment');
const { action, currency, subunits, reference, operator, number } = template.dataset;
const shown = template.content.textContent.trim();

/** The amount in main units as the service sent it; null when the customer sets it. */
const main = /\d/.test(shown) ? Number(shown.replace(/[^\d.]/g, '')) : null;

export const payment = { currency, reference, amount: main };

/** The amount due in the notation of a locale: `due('de')` is `10,50 XTS`. Without an amount, an empty text. */
export const due = (locale = 'en', amount = main) => {
  if (amount === null) return '';
  // The currency as the service sent it.
  const [code = currency] = /[A-Z]{3}/.exec(shown) ?? [];
  return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(amount);
};

/** The amount due, or the one that the customer has typed. */
export const total = (typed, locale) => due(locale, main ?? Number(typed));

/** Made-up networks: value and name. */
export const networks = [
  ['sunrise', 'Sunrise Mobile'],
  ['blue', 'Blue Money'],
  ['metro', 'Metro Cash'],
];

/** The digits of a number that a customer may have typed in groups. */
export const digits = (typed) => String(typed ?? '').replace(/[\s-]/g, '');
export const isPhone = (typed) => /^0\d{2,19}$/.test(digits(typed));
export const isAmount = (typed) => main !== null || Number(typed) > 0;

/** Luhn's checksum. */
export const isCard = (typed) => {
  const sum = [...digits(typed)].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{13,19}$/.test(digits(typed)) && sum % 10 === 0;
};

/** What the service is sent. A card stands for the number of the test account. */
const fieldsOf = (decision, { phone, amount }) => ({
  decision: decision === 'cancel' ? 'cancel' : 'pay',
  outcome: decision === 'decline' ? 'failed' : 'success',
  operator,
  mobile_money_number: phone === undefined ? number : digits(phone),
  ...(main === null && amount !== undefined && { amount: String(Math.round(Number(amount) * Number(subunits))) }),
});

/**
 * Ends the payment by a form, which takes the browser along.
 *
 * @param {'approve' | 'decline' | 'cancel'} decision
 */
export const submit = (decision, entry = {}) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action });
  for (const [name, value] of Object.entries(fieldsOf(decision, entry))) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
};

/**
 * Ends the payment by a request of the script, then leaves the page.
 *
 * @param {'approve' | 'decline' | 'cancel'} decision
 * @param delay between the answer and the way back, in milliseconds
 * @returns false when the service refused it
 */
export const send = async (decision, entry = {}, delay = 300) => {
  const body = new URLSearchParams(fieldsOf(decision, entry));
  const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  if (answer.status >= 400) return false;
  setTimeout(() => location.assign(`${action}/outcome`), delay);
  return true;
};
