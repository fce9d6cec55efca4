import { header, readsAs, text, anyAnswer } from '../../../faults/changes.ts';
import type { Alteration, Change } from '../../../faults/exchange.ts';
import { all, decide, paymentPage, matching } from '../../../faults/places.ts';
import { escapeHtml } from '../../../page/html.ts';
import { answered, onPaymentPage, replacing } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

// The parts of the default page that readings replace.
const outcomeField = /<fieldset[^]*?<\/fieldset>/;
const actions = /<div class="actions">[^]*?<\/div>/;
export const cancelButton = /<button [^>]*value="cancel">[^<]*<\/button>/;
const operatorField = /<div class="field">\s*<label for="operator">[^]*?<\/select>\s*<\/div>/;
const numberField = /<div class="field">\s*<label for="mobile_money_number">[^]*?<\/div>/;
const amountField = /<div class="field">\s*<label for="amount">[^]*?<\/div>/;

const withScripts = header('content-security-policy', undefined);
const atTheEnd = (markup: string): Change => replacing(/<\/body>/, `${markup}</body>`);
const scripted = (...changes: Change[]): Alteration => onPaymentPage(withScripts, ...changes);
const worded = (words: Record<string, string>): Change =>
  text((html) => Object.entries(words).reduce((page, [old, other]) => page.replaceAll(old, other), html));
const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/** A form that asks for operator, number and amount first, and for the outcome on the next page. */
const inTwoSteps: Change = (answer, exchange, memory) => {
  const { query } = exchange;
  const step = (...changes: Change[]) => changes.forEach((change) => change(answer, exchange, memory));
  if (answer.status !== 200) return;
  if (query['step'] === undefined) {
    step(replacing(/method="post"/, 'method="get"'), replacing(outcomeField, ''));
    step(replacing(actions, '<p><button name="step" value="2">Continue</button></p>'));
  } else {
    const known = ['operator', 'mobile_money_number', 'amount'].map((name) => hidden(name, String(query[name] ?? '')));
    step(replacing(operatorField, known.join('')), replacing(numberField, ''), replacing(amountField, ''));
  }
};

/** The page on which a customer pays. Its markup is not part of the interface (`1`, `2.5`). */
export const pages = {
  'choice of the outcome': question('pages', '', {
    'outcome-by-buttons': [
      'has one button for each outcome',
      onPaymentPage(
        replacing(outcomeField, ''),
        replacing(
          actions,
          `<p><button name="outcome" value="success">Pay successfully</button>
          <button name="outcome" value="failed">Simulate failure</button>
          <button name="decision" value="cancel" formnovalidate>Cancel payment</button></p>`,
        ),
      ),
    ],
    'outcome-by-select': [
      'offers the outcomes in a select element',
      onPaymentPage(
        replacing(
          outcomeField,
          `<p><label>Test result <select name="outcome"><option value="">Choose…</option>
          <option value="success">Successful</option><option value="failed">Declined</option></select></label></p>`,
        ),
      ),
    ],
    'outcome-in-a-list': [
      'offers the outcomes in a list that a button opens',
      scripted(
        replacing(
          outcomeField,
          `<p><span id="asked">Test result</span> <button type="button" id="list" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="asked list">Choose…</button>
          <input type="hidden" name="outcome" id="chosen"></p><ul role="listbox" id="answers" aria-labelledby="asked" hidden>
          <li role="option" data-value="success">Successful</li><li role="option" data-value="failed">Declined</li></ul>`,
        ),
        atTheEnd(
          `<script>const show = (open) => { answers.hidden = !open; list.setAttribute('aria-expanded', open) };
          list.onclick = () => show(true);
          answers.onclick = ({ target }) => { chosen.value = target.dataset.value; list.textContent = target.textContent; show(false) }</script>`,
        ),
      ),
    ],
    'outcome-by-links': [
      'asks for the outcome with radio buttons once the number was sent',
      onPaymentPage(
        inTwoSteps,
        replacing(
          outcomeField,
          `<p><label><input type="radio" name="outcome" value="success" required> Approve</label>
          <label><input type="radio" name="outcome" value="failed"> Decline</label></p>`,
        ),
      ),
    ],
    'outcome-on-a-second-page': ['asks for the outcome on a second page', onPaymentPage(inTwoSteps)],
  }),
  'payment method on the page': question('pages', '', {
    'operator-by-radio': [
      'offers the operators as radio buttons',
      onPaymentPage(
        replacing(operatorField, ({ settings: { operators } }) => {
          const choice = (code: string) =>
            `<label><input type="radio" name="operator" value="${code}"> ${code}</label>`;
          return `<fieldset class="operators"><legend>Network</legend>${Object.values(operators).map(choice).join('')}</fieldset>`;
        }),
      ),
      answers(''),
    ],
    'ways-in-folds': [
      'shows the payment methods in collapsible sections, with mobile money open',
      onPaymentPage(
        replacing(
          /<form class="entry"[^]*?<\/form>/,
          (_exchange, found) =>
            `<details name="way"><summary>Card</summary><p>The shop takes no cards.</p></details>
            <details name="way" open><summary>Mobile money</summary>${found}</details>`,
        ),
      ),
    ],
    'payment-by-card': [
      'asks for a card',
      onPaymentPage(
        replacing(operatorField, hidden('operator', 'OPERATOR_B')),
        replacing(
          numberField,
          `${hidden('mobile_money_number', '0970000001')}
          <p><label>Card number <input type="tel" name="card" required></label></p>
          <p><label>Expiry date <input name="expiry" placeholder="MM/YY" required></label></p>
          <p><label>CVC <input name="cvc" maxlength="4" required></label></p>
          <p><label>Name on card <input name="holder" required></label></p>`,
        ),
      ),
    ],
    'number-known-already': [
      'asks only for the decision',
      onPaymentPage(
        replacing(operatorField, hidden('operator', 'OPERATOR_B')),
        replacing(numberField, hidden('mobile_money_number', '0970000001')),
      ),
    ],
    'payment-with-consent': [
      'requires acceptance of the terms and an e-mail address',
      onPaymentPage(
        replacing(
          actions,
          (_exchange, found) =>
            `<p><label>E-mail for the receipt <input type="email" name="email" required></label></p>
            <p><label><input type="checkbox" name="terms" required> I accept the terms</label></p>${found}`,
        ),
      ),
    ],
  }),
  'obstacles on the page': question('pages', '', {
    'page-comes-late': [
      'shows the page with a delay after it was loaded',
      scripted(
        replacing(/<main /, '<p id="wait">Loading…</p><main hidden '),
        atTheEnd(
          `<script>setTimeout(() => { document.querySelector('main').hidden = false; document.querySelector('#wait').remove(); }, 700)</script>`,
        ),
      ),
    ],
    'page-behind-a-banner': [
      'covers the page until a banner is answered',
      scripted(
        atTheEnd(
          `<div id="banner" role="dialog" aria-label="Cookies" style="position:fixed;inset:0;z-index:9;background:#fffd">
          <p>We use cookies.</p><button type="button" onclick="banner.remove()">Accept all</button>
          <button type="button" onclick="banner.remove()">Only necessary ones</button></div>`,
        ),
      ),
    ],
    'page-asks-once-more': [
      'asks for confirmation in a dialog',
      scripted(
        replacing(
          /<button ([^>]*)value="pay">Pay<\/button>/,
          `<button type="button" class="button" onclick="sure.showModal()">Pay</button>
          <dialog id="sure"><p>Do you want to make this payment?</p><button name="decision" value="pay">Yes, pay now</button>
          <button type="button" onclick="sure.close()">Back</button></dialog>`,
        ),
      ),
    ],
    'page-begins-with-a-button': [
      'shows the form after a first button was pressed',
      scripted(
        replacing(
          /<form class="entry"/,
          '<button type="button" id="begin" onclick="this.remove(); entry.hidden = false">Pay with mobile money</button><form hidden id="entry" class="entry"',
        ),
      ),
    ],
  }),
  'wording of the page': question('pages', '', {
    'page-in-own-words': [
      'uses other words for all labels and buttons',
      onPaymentPage(
        worded({
          '>Pay<': '>Complete purchase<',
          '>Cancel<': '>No thanks<',
          'Payment succeeds': 'Approved',
          'Payment fails': 'Declined by the bank',
          'Mobile money number': 'Phone',
          'Mobile money operator': 'Wallet',
          'Outcome in the test environment': 'Simulation',
          'Your payment': 'Order',
        }),
      ),
    ],
    'page-with-placeholders-only': [
      'has placeholders in place of labels',
      onPaymentPage(
        replacing(/<label for="mobile_money_number">[^<]*<\/label>/, ''),
        replacing(/<label for="amount">[^<]*<\/label>/, ''),
        replacing(/id="mobile_money_number"/, 'placeholder="Mobile number, 0…"'),
        replacing(/id="amount"/, 'placeholder="Amount in the smallest unit"'),
      ),
    ],
  }),
  'small screens': question('pages frames', '', {
    'page-behind-a-low-banner': [
      'covers the lower part of the window or frame until a banner is answered',
      scripted(
        atTheEnd(
          `<div class="cookies" style="position:fixed;bottom:0;left:0;right:0;z-index:9;background:#fffd">
          <p style="height:60vh">We use cookies.</p><button type="button" onclick="this.parentNode.remove()">Accept all</button></div>`,
        ),
      ),
    ],
    'page-folded-on-small-screens': [
      'shows the form on small screens after a button was pressed',
      scripted(
        replacing(
          /<form class="entry"/,
          '<button type="button" id="begin" onclick="this.hidden = true; entry.hidden = false">Pay with mobile money</button><form id="entry" class="entry"',
        ),
        atTheEnd('<script>begin.hidden = innerWidth > 600; entry.hidden = !begin.hidden</script>'),
      ),
    ],
  }),
  'choice of the amount': question('forms frames', '', {
    'amount-in-main-units': [
      'asks for the amount in main units, with a decimal point',
      onPaymentPage(
        replacing(
          amountField,
          '<p><label>Amount (XTS) <input name="amount" type="number" min="0.01" step="0.01" required></label></p>',
        ),
      ),
      readsAs(all(decide, matching('amount', /^\d+(\.\d+)?$/)), ({ input }) => ({
        amount: String(Math.round(Number(input['amount']) * 100)),
      })),
    ],
    'amount-from-a-list': [
      'offers amounts in a select element',
      onPaymentPage(
        replacing(
          amountField,
          `<p><label>Amount <select name="amount" required><option value="">Choose an amount</option>
          <option value="500">XTS 5.00</option><option value="1000">XTS 10.00</option></select></label></p>`,
        ),
      ),
    ],
    'amount-by-radio': [
      'offers amounts as radio buttons',
      onPaymentPage(
        replacing(
          amountField,
          `<fieldset class="amounts"><legend>How much do you want to pay?</legend>
          <label><input type="radio" name="amount" value="500" required> XTS 5.00</label>
          <label><input type="radio" name="amount" value="1000"> XTS 10.00</label></fieldset>`,
        ),
      ),
    ],
  }),
  'pages of ended payments': question('pages', 'page.used-again', {
    'used-page-shows-receipt': [
      'redirects the page of a payment that has ended to its receipt',
      anyAnswer(all(paymentPage, answered(410)), (answer, { path }) => {
        answer.status = 302;
        answer.location = `${path}/receipt`;
      }),
    ],
    'used-page-is-404': [
      'answers 404 to the page of a payment that has ended',
      anyAnswer(all(paymentPage, answered(410)), (answer) => (answer.status = 404)),
    ],
  }),
};
