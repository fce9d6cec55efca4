import { mended, whatever, departure, header, text, parameter } from '../../changes.ts';
import { crossed, toReceipt, page, script, withoutAmount } from '../../page-changes.ts';
import type { Change, Subject } from '../../exchange.ts';
import {
  all,
  startCheckout,
  paymentPage,
  lacks,
  startedBy,
  ended,
  referenceGenerated,
  framed,
  decide,
} from '../../places.ts';

const started = startedBy('json');
const shown = all(paymentPage, started);
const paid = all(started, ended('success'));
const unpaid = all(started, ended('failed'));
const generated = all(started, referenceGenerated);
const lost = (name: string): Change => parameter(name, () => undefined);
const sent = (name: string, value: string): Change => parameter(name, () => value);

/** Checkout in an iframe (`2.5`, `4.2`). */
export const iframe = {
  'iframe.success': {
    'iframe-success-url-lost': ['loses success_url of a checkout', mended(startCheckout, { success_url: undefined })],
    'iframe-success-at-failure-url': ['leads to failure_url after a success of a checkout', departure(paid, crossed)],
    'iframe-success-shows-receipt': ['shows a receipt after a success of a checkout', departure(paid, toReceipt)],
    'iframe-success-without-status': [
      'leaves status out of the redirect after a success of a checkout',
      departure(paid, lost('status')),
    ],
    'iframe-success-without-transaction-id': [
      'leaves transaction_id out of the redirect after a success of a checkout',
      departure(paid, lost('transaction_id')),
    ],
    'iframe-success-without-transaction-reference': [
      'leaves transaction_reference out of the redirect after a success of a checkout',
      departure(paid, lost('transaction_reference')),
    ],
    'iframe-success-status-other': [
      'says completed in the redirect after a success of a checkout',
      departure(paid, sent('status', 'completed')),
    ],
    'iframe-success-reference-other': [
      'sends a reference of its own after a success of a checkout',
      departure(paid, sent('transaction_reference', 'REF-0123456789AB')),
    ],
    'iframe-success-at-receipt-framed': [
      'shows a receipt after a success inside a frame',
      departure(all(paid, framed), toReceipt),
    ],
  },
  'iframe.failure': {
    'iframe-failure-url-lost': ['loses failure_url of a checkout', mended(startCheckout, { failure_url: undefined })],
    'iframe-failure-at-success-url': ['leads to success_url after a failure of a checkout', departure(unpaid, crossed)],
    'iframe-failure-shows-receipt': ['shows a receipt after a failure of a checkout', departure(unpaid, toReceipt)],
    'iframe-failure-without-status': [
      'leaves status out of the redirect after a failure of a checkout',
      departure(unpaid, lost('status')),
    ],
    'iframe-failure-without-transaction-id': [
      'leaves transaction_id out of the redirect after a failure of a checkout',
      departure(unpaid, lost('transaction_id')),
    ],
  },
  'iframe.reference-generated': {
    'iframe-generated-reference-missing': [
      'leaves the generated reference out of the redirect of a checkout',
      departure(generated, lost('transaction_reference')),
    ],
  },
  'iframe.amount-later': {
    'iframe-amount-field-missing': [
      'has no field for the amount on the page of a checkout',
      whatever(shown, text(withoutAmount)),
    ],
    'iframe-amount-field-read-only': [
      'shows the amount field of a checkout read-only',
      whatever(
        shown,
        text((html) => html.replace('id="amount"', 'id="amount" readonly')),
      ),
    ],
    'iframe-amount-never-right': [
      'refuses every amount that a customer of a checkout enters',
      mended(all(decide, started), { amount: '' }),
    ],
    'iframe-amount-fixed': [
      'fixes the amount of a checkout that has none',
      mended(all(startCheckout, lacks('amount')), { amount: 100 }),
    ],
  },
  'iframe.loads': {
    'iframe-denied': ['refuses frames with X-Frame-Options DENY', whatever(shown, header('x-frame-options', 'DENY'))],
    'iframe-same-origin': [
      'refuses frames of others with X-Frame-Options SAMEORIGIN',
      whatever(shown, header('x-frame-options', 'SAMEORIGIN')),
    ],
    'iframe-ancestors-none': [
      'refuses frames with frame-ancestors none',
      whatever(shown, header('content-security-policy', "frame-ancestors 'none'")),
    ],
    'iframe-ancestors-self': [
      'refuses frames of others with frame-ancestors self',
      whatever(shown, header('content-security-policy', "frame-ancestors 'self'")),
    ],
    'iframe-page-is-403': [
      'refuses pages that a frame asks for',
      whatever(all(shown, framed), page(403, 'Not in a frame')),
    ],
    'iframe-page-is-404': ['does not find the page of checkout_url', whatever(shown, page(404, 'Not found'))],
    'iframe-page-without-pay': [
      'has no button to pay on the page of a checkout',
      whatever(
        shown,
        text((html) => html.replace(/<button [^>]*value="pay">[^<]*<\/button>/, '')),
      ),
    ],
    'iframe-page-cleared-by-script': [
      'clears its page in a frame by script',
      whatever(shown, script('if (top !== self) document.body.replaceChildren()')),
    ],
  },
  'iframe.stays': {
    'iframe-breaks-out-on-focus': [
      'takes the place of the page around it when a field is entered',
      whatever(
        shown,
        script('document.addEventListener("focusin", () => { if (top !== self) top.location = location.href })'),
      ),
    ],
    'iframe-breaks-out-on-input': [
      'takes the place of the page around it when something is entered',
      whatever(
        shown,
        script('document.addEventListener("input", () => { if (top !== self) top.location = location.href })'),
      ),
    ],
  },
} satisfies Subject;
