import { leadingTo, readsAs, parameter, parameterInFragment, refusedAs } from '../../changes.ts';
import { fieldFaults, redirectsOf, type Answers } from '../../answer-faults.ts';
import { crossed, parametersOf, toReceipt } from '../../page-changes.ts';
import type { Alteration, Entries, Subject } from '../../exchange.ts';
import {
  crosses,
  fragmentFaults,
  ownStatusFaults,
  repeatedFaults,
  secondArrivals,
  sharedSessions,
  smallScreens,
  type Way,
} from './every-way.ts';
import { addressAlone, all, decide, ended, is, startedBy } from '../../places.ts';

const started = redirectsOf('', startedBy('initiation'));
const paid = redirectsOf('after a success', all(started.where, ended('success')));
const unpaid = redirectsOf('after a failure', all(started.where, ended('failed')));
const paidAlone = redirectsOf('after a success without failure_url', all(paid.where, addressAlone));
const unpaidAlone = redirectsOf('after a failure without success_url', all(unpaid.where, addressAlone));
const cancelled = redirectsOf('after a cancelled payment', all(started.where, ended('cancelled')));
const cancelledBy = (start: 'form' | 'json') =>
  redirectsOf(
    `after a cancelled payment of a ${start === 'form' ? 'form post' : 'checkout'}`,
    all(startedBy(start), ended('cancelled')),
  );

const hosted: Way = { prefix: 'redirect', what: 'an initiation', start: 'initiation' };
const part = (url: URL, isOurs: boolean): string => parametersOf(url)[isOurs ? 'ours' : 'own'];
const addressAs = (make: (url: URL) => string): Alteration => started.changed(leadingTo(make));
const elsewhere = leadingTo((url) => `${url.origin}/elsewhere${url.search}`);

/** Replaces the redirect after an outcome by a receipt, an unknown path or an error. */
const missingRedirect = (end: 'success' | 'failure', { changed }: Answers): Entries => ({
  [`${end}-ends-at-receipt`]: [`shows a receipt after a ${end} in place of ${end}_url`, changed(toReceipt)],
  [`${end}-ends-elsewhere`]: [`redirects to an unknown path of the merchant after a ${end}`, changed(elsewhere)],
  [`${end}-ends-at-500`]: [`breaks after a ${end}`, changed(refusedAs(500))],
});
const inCapitals = parameter('status', (word) => word.toUpperCase());

/** The fields that a paying customer submits. */
const entry = { amount: '1050', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome: 'success' };

/** Where a payment leads, and with which status (`2.3`). */
export const redirect: Subject = {
  'redirect.success-url': missingRedirect('success', paid),
  'redirect.failure-url': missingRedirect('failure', unpaid),
  'redirect.no-crossing': {
    'success-to-failure-url': ['redirects to failure_url after a success', crosses(hosted, 'success')],
    'failure-to-success-url': ['redirects to success_url after a failure', crosses(hosted, 'failed')],
  },
  'redirect.status-success': {
    ...fieldFaults('redirect-success-status', 'status', paid, {
      missing: undefined,
      'says-completed': 'completed',
      'says-pending': 'pending',
      'says-failed': 'failed',
    }),
    'redirect-success-status-in-fragment': [
      'puts status into the fragment after a success',
      paid.changed(parameterInFragment('status')),
    ],
    'redirect-success-status-in-capitals': ['writes status in capitals after a success', paid.changed(inCapitals)],
    ...fieldFaults('redirect-success-alone', 'status', paidAlone, { 'without-status': undefined }),
  },
  'redirect.status-failed': {
    ...fieldFaults('redirect-failure-status', 'status', unpaid, {
      missing: undefined,
      'says-error': 'error',
      'says-success': 'success',
      'says-cancelled': 'cancelled',
    }),
    'redirect-failure-status-in-capitals': ['writes status in capitals after a failure', unpaid.changed(inCapitals)],
    ...fieldFaults('redirect-failure-alone', 'status', unpaidAlone, { 'without-status': undefined }),
  },
  'redirect.own-query': {
    'own-query-dropped': [
      "drops the merchant's own query",
      addressAs((url) => `${url.origin}${url.pathname}?${part(url, true)}`),
    ],
    'own-path-dropped': ["drops the merchant's own path", addressAs((url) => `${url.origin}/${url.search}`)],
    'own-query-second-mark': [
      "appends a second query to the merchant's own",
      addressAs((url) => url.href.replace('&status=', '?status=')),
    ],
    'own-query-in-fragment': [
      "moves the merchant's own query into the fragment",
      addressAs((url) => `${url.origin}${url.pathname}?${part(url, true)}#${part(url, false)}`),
    ],
    'own-query-last-dropped': [
      "drops the last of the merchant's own parameters",
      addressAs((url) => {
        const kept = part(url, false).replace(/&[^&]*$/, '');
        return `${url.origin}${url.pathname}?${kept}&${part(url, true)}`;
      }),
    ],
    'own-query-values-dropped': [
      "drops the values of the merchant's own parameters",
      addressAs((url) => {
        const names = part(url, false).replace(/=[^&]*/g, '=');
        return `${url.origin}${url.pathname}?${names}&${part(url, true)}`;
      }),
    ],
    ...repeatedFaults(hosted),
    'own-path-last-step-dropped': [
      "drops the last segment of the merchant's own path",
      addressAs((url) => `${url.origin}${url.pathname.replace(/\/[^/]*$/, '/')}${url.search}`),
    ],
  },
  'redirect.own-fragment': fragmentFaults(hosted),
  'redirect.own-status': ownStatusFaults(hosted),
  'redirect.one-arrival': secondArrivals(hosted),
  'redirect.small-screen': smallScreens(hosted),
  'redirect.two-tabs': sharedSessions(hosted),
  'redirect.cancelled-parameters': {
    ...fieldFaults('cancelled-status', 'status', cancelled, {
      misspelt: 'canceled',
      'of-result': 'error',
      empty: '',
      'in-capitals': 'CANCELLED',
    }),
    ...fieldFaults('cancelled-transaction-id', 'transaction_id', cancelled, { undefined: 'undefined', empty: '' }),
    ...fieldFaults('cancelled-checkout-id', 'checkout_id', cancelled, { null: 'null' }),
    ...fieldFaults('cancelled-form-status', 'status', cancelledBy('form'), { misspelt: 'canceled' }),
    ...fieldFaults('cancelled-iframe-status', 'status', cancelledBy('json'), { misspelt: 'canceled' }),
    ...fieldFaults('cancelled-form-transaction-id', 'transaction_id', cancelledBy('form'), { null: 'null' }),
    ...fieldFaults('cancelled-iframe-transaction-id', 'transaction_id', cancelledBy('json'), { null: 'null' }),
  },
  'redirect.cancelled-not-success': {
    ...fieldFaults('cancelled-says', 'status', cancelled, { success: 'success' }),
    'cancelled-is-success': [
      'redirects to success_url with status success after a cancelled payment',
      cancelled.changed(
        crossed,
        parameter('status', () => 'success'),
      ),
    ],
    'cancel-pays': [
      'completes the payment when the customer cancels',
      readsAs(all(decide, is('decision', 'cancel')), { ...entry, decision: 'pay' }),
    ],
  },
};
