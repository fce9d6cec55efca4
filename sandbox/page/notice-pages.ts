import { formatAmount } from '../service/money.ts';
import type { Transaction, TransactionStatus } from '../service/transactions.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page-layout.ts';
import { readable } from './payment-page.ts';

/** A page with a symbol, a heading and a text. */
const notice = (emblem: Html, title: string, content: Html | string): Page => ({
  title,
  content: html`
    <section class="card notice">
      ${emblem}
      <h1>${title}</h1>
      ${typeof content === 'string' ? html`<p>${content}</p>` : content}
    </section>
  `,
});
const symbol = (kind: string, letter: string): Html =>
  html`<span class="emblem ${kind}" aria-hidden="true">${letter}</span>`;

/** A page with one message and an optional link. */
export function noticePage(title: string, explanation: string, link?: { label: string; address: string }): Page {
  const action = link && html`<p><a class="button quiet" href="${link.address}">${link.label}</a></p>`;
  const text = html`<p>${explanation}</p>`;
  return notice(symbol('info', 'i'), title, html`${text} ${action}`);
}

/** Shown while the payment is in progress. The next address answers when it has ended, so the page needs no script. */
export function progressPage({ checkoutId, amount, currency }: Transaction): Page {
  const next = `/checkout/${checkoutId}/outcome`;
  const content = html`
    <p role="status">Please approve <strong>${formatAmount(amount ?? 0, currency)}</strong> on your phone.</p>
    <p><a href="${next}">Continue</a> if this page does not move on by itself.</p>
  `;
  const spinner = html`<span class="spinner" aria-hidden="true"></span>`;
  return { ...notice(spinner, 'Payment in progress', content), continueTo: next };
}

const outcomes = {
  success: ['Payment successful', 'Thank you. You can close this page.', '✓'],
  failed: ['Payment failed', 'Nothing was taken. Ask the merchant for a new payment to try again.', '!'],
  cancelled: ['Payment cancelled', 'You cancelled this payment. Nothing was taken.', '×'],
} as const;

/** Shown when a payment has ended and there is no merchant address to return to. */
export function receiptPage(transaction: Transaction, status: Exclude<TransactionStatus, 'pending'>): Page {
  const [title, explanation, letter] = outcomes[status];
  const { amount, currency, operatorCode, created } = transaction;
  const facts = {
    Amount: amount && formatAmount(amount, currency),
    Reference: transaction.transactionReference,
    Transaction: transaction.transactionId,
    Operator: operatorCode && readable(operatorCode),
    Date: `${created.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  };
  const text = html`<p>${explanation}</p>`;
  return notice(symbol(status, letter), title, html`${text} ${factList(facts)}`);
}

/** A list of names and values, without those that are undefined. */
export function factList(facts: Record<string, string | 0 | undefined>): Html {
  const rows = Object.entries(facts).filter(([, value]) => value);
  const items = rows.map(([name, value]) => html`<div>${html`<dt>${name}</dt>`} ${html`<dd>${value}</dd>`}</div>`);
  return html`<dl class="facts">${items}</dl>`;
}
