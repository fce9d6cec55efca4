import { anyAnswer, header } from '../../../faults/changes.ts';
import { all, decide, paymentPage } from '../../../faults/places.ts';
import { onPaymentPage, refusedWithStatus, replacing } from '../../changes.ts';
import { answers, question } from '../../reading.ts';

/** The contents of the payment page, and the sessions of its customers (`1`, `2.5`). */
export const pageContents = {
  'sessions of customers': question('frames', 'iframe.cookies-blocked', {
    'page-needs-a-cookie': [
      'requires the session cookie of the page for a payment',
      anyAnswer(paymentPage, header('set-cookie', 'session=1; Path=/; SameSite=None; Secure')),
      refusedWithStatus(
        all(decide, ({ headers }) => !/\bsession=1/.test(headers.cookie ?? '')),
        403,
        'The session has ended.',
      ),
    ],
  }),
  'what the page shows': question('pages', '', {
    'page-without-amount': [
      'does not show the amount',
      answers('page.amount-shown'),
      onPaymentPage(replacing(/<p class="amount">[^<]*<\/p>/, '')),
    ],
    'page-shows-subunits': [
      'shows the amount in subunits',
      answers('page.amount-shown'),
      onPaymentPage(
        replacing(
          /<p class="amount">[^<]*<\/p>/,
          (exchange) => `<p class="amount">${exchange.transaction?.amount} cents</p>`,
        ),
      ),
    ],
    'page-shows-total-with-fee': [
      'shows the total including a fee, and a limit',
      answers('page.amount-shown'),
      onPaymentPage(
        replacing(
          /<p class="amount">[^<]*<\/p>/,
          ({ transaction }) =>
            `<p class="amount">XTS ${((transaction?.amount ?? 0) / 100 + 0.3).toFixed(2)}</p><p>Limit: XTS 1,000.00</p>`,
        ),
      ),
    ],
    'page-with-decimal-comma': [
      'writes the amount with a decimal comma, followed by an amount in dollars',
      answers(''),
      onPaymentPage(
        replacing(
          /<p class="amount">[^<]*<\/p>/,
          ({ transaction }) =>
            `<p class="amount">${((transaction?.amount ?? 0) / 100).toFixed(2).replace('.', ',')} XTS</p><p>about USD 0.50</p>`,
        ),
      ),
    ],
    'page-without-reference': [
      'does not show the reference',
      answers('page.reference-shown'),
      onPaymentPage(replacing(/<dt>Reference<\/dt>\s*<dd>[^<]*<\/dd>/, '')),
    ],
  }),
};
