import { formatAmount } from '../../service/money.ts';
import type { Transaction } from '../../service/transaction.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';

/** Shown while the payment is in progress. The next address answers when it has ended, so the page needs no script. */
export function progressPage(transaction: Transaction): Page {
  const next = `/checkout/${transaction.checkoutId}/outcome`;
  return {
    title: 'Payment in progress',
    continueTo: next,
    content: html`
      <section class="card notice">
        <span class="spinner" aria-hidden="true"></span>
        <h1>Payment in progress</h1>
        <p role="status">
          Please approve <strong>${formatAmount(transaction.amount ?? 0, transaction.currency)}</strong> on your phone.
        </p>
        <p><a href="${next}">Continue</a> if this page does not move on by itself.</p>
      </section>
    `,
  };
}
