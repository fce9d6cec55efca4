import { formatAmount } from '../../service/money.ts';
import type { Transaction, TransactionStatus } from '../../service/transaction.ts';
import { html, type HtmlValue } from '../html.ts';
import type { Page } from '../layout.ts';
import { readable } from './payment-page.ts';

type Wording = { title: string; explanation: string; emblem: HtmlValue };

const wordings: Record<Exclude<TransactionStatus, 'pending'>, Wording> = {
  success: {
    title: 'Payment successful',
    explanation: 'Thank you. You can close this page.',
    emblem: html`<span class="emblem success" aria-hidden="true">✓</span>`,
  },
  failed: {
    title: 'Payment failed',
    explanation: 'Nothing was taken. Ask the merchant for a new payment to try again.',
    emblem: html`<span class="emblem failed" aria-hidden="true">!</span>`,
  },
  cancelled: {
    title: 'Payment cancelled',
    explanation: 'You cancelled this payment. Nothing was taken.',
    emblem: html`<span class="emblem cancelled" aria-hidden="true">×</span>`,
  },
};

/** Shown when a payment has ended and there is no merchant address to return to. */
export function receiptPage(transaction: Transaction, status: Exclude<TransactionStatus, 'pending'>): Page {
  const { title, explanation, emblem } = wordings[status];
  const amount = transaction.amount && formatAmount(transaction.amount, transaction.currency);
  return {
    title,
    content: html`
      <section class="card notice">
        ${emblem}
        <h1>${title}</h1>
        <p>${explanation}</p>
        <dl class="facts">
          ${fact('Amount', amount)} ${fact('Reference', transaction.transactionReference)}
          ${fact('Transaction', transaction.transactionId)}
          ${fact('Operator', transaction.operatorCode && readable(transaction.operatorCode))}
          ${fact('Date', `${transaction.created.toISOString().slice(0, 16).replace('T', ' ')} UTC`)}
        </dl>
      </section>
    `,
  };
}

function fact(name: string, value: string | 0 | undefined): HtmlValue {
  return value
    ? html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`
    : undefined;
}
