import { formatAmount, subunitDigits } from '../service/money.ts';
import type { Service } from '../service/service.ts';
import { operatorCodes } from '../service/settings.ts';
import type { Transaction } from '../service/transactions.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page-layout.ts';
import type { EntryField, EntryProblems, EntryValues } from './payment-entry.ts';

/** The page where a customer pays: the amount due, the payment method, and the outcome to simulate. */
export function paymentPage(
  { settings }: Service,
  transaction: Transaction,
  values: EntryValues,
  problems: EntryProblems = {},
): Page {
  const { amount, currency } = transaction;
  const invalid = Object.keys(problems).length > 0;
  const example = formatAmount(1_050, currency);
  const unit = subunitDigits(currency) === 0 ? 'whole units' : 'the smallest unit';
  const amountHint = `In ${unit} of ${currency}: enter 1050 to pay ${example}.`;
  const numberHint = `Starts with a zero, for example ${settings.testPhone}.`;
  const options = operatorCodes(settings.operators).map((code) => {
    const selected = code === values.operator ? html`selected` : undefined;
    return html`<option value="${code}" ${selected}>${readable(code)}</option>`;
  });
  const amountInput = (more: Html): Html =>
    html`<input id="amount" name="amount" value="${values.amount}" inputmode="numeric" required ${more} />`;
  const number = html`name="mobile_money_number" value="${values.mobile_money_number}"`;
  const numberInput = (more: Html): Html =>
    html`<input id="mobile_money_number" ${number} type="tel" inputmode="numeric" required ${more} />`;
  const select = (more: Html): Html =>
    html`<select id="operator" name="operator" required ${more}>
      ${options}
    </select>`;

  return {
    title: invalid ? 'Error: Pay' : 'Pay',
    wide: true,
    content: html`
      <div class="card split">
        ${bill(transaction)}
        <form class="entry" method="post" action="/checkout/${transaction.checkoutId}" novalidate>
          <h2>Pay with mobile money</h2>
          ${invalid ? summary(problems) : undefined}
          ${amount ? undefined : field(problems, 'amount', 'Amount', amountHint, amountInput)}
          ${field(problems, 'operator', 'Mobile money operator', '', select)}
          ${field(problems, 'mobile_money_number', 'Mobile money number', numberHint, numberInput)}
          <fieldset>
            <legend>Outcome in the test environment</legend>
            <div class="choices">
              ${choice(values, 'outcome', 'success', 'Payment succeeds')}
              ${choice(values, 'outcome-failed', 'failed', 'Payment fails')}
            </div>
          </fieldset>
          <div class="actions">
            <button class="button" name="decision" value="pay">Pay</button>
            <button class="button quiet" name="decision" value="cancel">Cancel</button>
          </div>
        </form>
      </div>
    `,
  };
}

function bill({ amount, currency, transactionReference }: Transaction): Html {
  return html`
    <section class="bill" aria-labelledby="bill-title">
      <h1 id="bill-title">Your payment</h1>
      ${
        amount
          ? html`<p class="amount">${formatAmount(amount, currency)}</p>`
          : html`<p class="amount open">You choose the amount, in ${currency}</p>`
      }
      <dl>
        <dt>Reference</dt>
        <dd>${transactionReference}</dd>
      </dl>
    </section>
  `;
}

/** Takes the focus, so that screen readers begin with the errors. */
function summary(problems: EntryProblems): Html {
  const items = Object.entries(problems).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return html`
    <div class="summary" role="alert" tabindex="-1" autofocus>
      <p>Nothing was paid yet. Please check:</p>
      <ul>
        ${items}
      </ul>
    </div>
  `;
}

/** A labelled input with its hint and its problem. The input gets attributes that refer to them. */
function field(
  problems: EntryProblems,
  name: EntryField,
  label: string,
  hint: string,
  input: (more: Html) => Html,
): Html {
  const problem = problems[name];
  const ids = [hint && `${name}-hint`, problem && `${name}-error`].filter((id) => id).join(' ');
  const described = ids ? html`aria-describedby="${ids}"` : undefined;
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : undefined}
      ${problem ? html`<p class="error" id="${name}-error">${problem}</p>` : undefined}
      ${input(html`${described} ${problem ? html`aria-invalid="true"` : undefined}`)}
    </div>
  `;
}

function choice(values: EntryValues, id: string, value: string, label: string): Html {
  const checked = values.outcome === value ? html`checked` : undefined;
  return html`
    <div class="choice">
      <input type="radio" id="${id}" name="outcome" value="${value}" ${checked} />
      <label for="${id}">${label}</label>
    </div>
  `;
}

/** `OPERATOR_A` is shown as `Operator A`. */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ [a-z]$/, (letter) => letter.toUpperCase());
}
