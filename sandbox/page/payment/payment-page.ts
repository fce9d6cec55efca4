import { formatAmount, subunitDigits } from '../../service/money.ts';
import type { Service } from '../../service/service.ts';
import type { Transaction } from '../../service/transaction.ts';
import { operatorCodes } from '../../service/settings.ts';
import { fieldError, described, type FieldView } from './field.ts';
import { html, type Html } from '../html.ts';
import type { Page } from '../layout.ts';
import type { EntryField, EntryProblems, EntryValues } from './payment-entry.ts';

/** The page where a customer pays: the amount due, the payment method, and the outcome to simulate. */
export function paymentPage(
  service: Service,
  transaction: Transaction,
  values: EntryValues,
  problems: EntryProblems = {},
): Page {
  const invalid = Object.keys(problems).length > 0;
  const view: FieldView = { values, problems };
  return {
    title: invalid ? 'Error: Pay' : 'Pay',
    wide: true,
    content: html`
      <div class="card split">
        ${bill(transaction)}
        <form class="entry" method="post" action="/checkout/${transaction.checkoutId}" novalidate>
          <h2>Pay with mobile money</h2>
          ${invalid ? summary(problems) : undefined} ${transaction.amount ? undefined : amountField(view, transaction)}
          ${operatorField(view, operatorCodes(service.settings.operators))}
          ${numberField(view, service.settings.testPhone)} ${outcomeField(view)}
          <div class="actions">
            <button class="button" name="decision" value="pay">Pay</button>
            <button class="button quiet" name="decision" value="cancel">Cancel</button>
          </div>
        </form>
      </div>
    `,
  };
}

function bill(transaction: Transaction): Html {
  const amount = transaction.amount
    ? html`<p class="amount">${formatAmount(transaction.amount, transaction.currency)}</p>`
    : html`<p class="amount open">You choose the amount, in ${transaction.currency}</p>`;
  return html`
    <section class="bill" aria-labelledby="bill-title">
      <h1 id="bill-title">Your payment</h1>
      ${amount}
      <dl>
        <dt>Reference</dt>
        <dd>${transaction.transactionReference}</dd>
      </dl>
    </section>
  `;
}

/** Takes the focus, so that screen readers begin with the errors. */
function summary(problems: EntryProblems): Html {
  const entries = Object.entries(problems) as [EntryField, string][];
  return html`
    <div class="summary" role="alert" tabindex="-1" autofocus>
      <p>Nothing was paid yet. Please check:</p>
      <ul>
        ${entries.map(([field, problem]) => html`<li><a href="#${field}">${problem}</a></li>`)}
      </ul>
    </div>
  `;
}

function amountField(view: FieldView, transaction: Transaction): Html {
  const example = formatAmount(1_050, transaction.currency);
  const digits = subunitDigits(transaction.currency);
  const unit = digits === 0 ? 'whole units' : 'the smallest unit';
  return html`
    <div class="field">
      <label for="amount">Amount</label>
      <p class="hint" id="amount-hint">In ${unit} of ${transaction.currency}: enter 1050 to pay ${example}.</p>
      ${fieldError(view, 'amount')}
      <input
        id="amount"
        name="amount"
        value="${view.values.amount}"
        inputmode="numeric"
        autocomplete="off"
        required
        ${described(view, 'amount', 'amount-hint')}
      />
    </div>
  `;
}

function operatorField(view: FieldView, codes: string[]): Html {
  const options = codes.map((code) => {
    const selected = code === view.values.operator ? html`selected` : undefined;
    return html`<option value="${code}" ${selected}>${readable(code)}</option>`;
  });
  return html`
    <div class="field">
      <label for="operator">Mobile money operator</label>
      ${fieldError(view, 'operator')}
      <select id="operator" name="operator" required ${described(view, 'operator')}>
        ${options}
      </select>
    </div>
  `;
}

function numberField(view: FieldView, example: string): Html {
  return html`
    <div class="field">
      <label for="mobile_money_number">Mobile money number</label>
      <p class="hint" id="number-hint">Starts with a zero, for example ${example}.</p>
      ${fieldError(view, 'mobile_money_number')}
      <input
        id="mobile_money_number"
        name="mobile_money_number"
        value="${view.values.mobile_money_number}"
        type="tel"
        inputmode="numeric"
        autocomplete="tel-national"
        required
        ${described(view, 'mobile_money_number', 'number-hint')}
      />
    </div>
  `;
}

function outcomeField(view: FieldView): Html {
  const choice = (id: string, value: string, label: string): Html => {
    const checked = view.values.outcome === value ? html`checked` : undefined;
    return html`
      <div class="choice">
        <input type="radio" id="${id}" name="outcome" value="${value}" ${checked} />
        <label for="${id}">${label}</label>
      </div>
    `;
  };
  return html`
    <fieldset ${described(view, 'outcome')}>
      <legend>Outcome in the test environment</legend>
      ${fieldError(view, 'outcome')}
      <div class="choices">
        ${choice('outcome', 'success', 'Payment succeeds')} ${choice('outcome-failed', 'failed', 'Payment fails')}
      </div>
    </fieldset>
  `;
}

/** `OPERATOR_A` is shown as `Operator A`. */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ [a-z]$/, (letter) => letter.toUpperCase());
}
