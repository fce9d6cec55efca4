import { mended, departure, refusedAs, leadingTo, parameter, parameterInFragment } from '../../changes.ts';
import { crossed, toReceipt } from '../../page-changes.ts';
import type { Change, Subject } from '../../exchange.ts';
import { all, given, startedBy, ended, decide } from '../../places.ts';

const started = startedBy('initiation');
const paid = all(started, ended('success'));
const unpaid = all(started, ended('failed'));
const cancelled = all(started, ended('cancelled'));
const parameters = ['status', 'checkout_id', 'transaction_id', 'transaction_reference'];
const part =
  (isOurs: boolean) =>
  (url: URL): string =>
    new URLSearchParams([...url.searchParams].filter(([name]) => parameters.includes(name) === isOurs)).toString();
const ours = part(true);
const theirs = part(false);
const lost = (name: string): Change => parameter(name, () => undefined);
const sent = (name: string, value: string): Change => parameter(name, () => value);

/** What the page asks of a customer who pays. */
const entry = { amount: '1050', operator: 'OPERATOR_B', mobile_money_number: '0970000001', outcome: 'success' };

/** Where a payment leads, and with which status (`2.3`). */
export const redirect = {
  'redirect.success-url': {
    'success-ends-at-receipt': ['shows a receipt after a success in place of success_url', departure(paid, toReceipt)],
    'success-ends-elsewhere': [
      'leads to an unknown path of the merchant after a success',
      departure(
        paid,
        leadingTo((url) => `${url.origin}/elsewhere${url.search}`),
      ),
    ],
    'success-ends-at-500': ['breaks after a success', departure(paid, refusedAs(500))],
  },
  'redirect.failure-url': {
    'failure-ends-at-receipt': [
      'shows a receipt after a failure in place of failure_url',
      departure(unpaid, toReceipt),
    ],
    'failure-ends-elsewhere': [
      'leads to an unknown path of the merchant after a failure',
      departure(
        unpaid,
        leadingTo((url) => `${url.origin}/elsewhere${url.search}`),
      ),
    ],
    'failure-ends-at-500': ['breaks after a failure', departure(unpaid, refusedAs(500))],
  },
  'redirect.no-crossing': {
    'success-to-failure-url': 'leads to failure_url after a success',
    'failure-to-success-url': 'leads to success_url after a failure',
  },
  'redirect.status-success': {
    'redirect-success-status-missing': [
      'leaves status out of the redirect after a success',
      departure(paid, lost('status')),
    ],
    'redirect-success-status-in-fragment': [
      'puts status into the fragment after a success',
      departure(paid, parameterInFragment('status')),
    ],
    'redirect-success-status-in-capitals': [
      'writes status of the redirect in capitals after a success',
      departure(
        paid,
        parameter('status', (word) => word.toUpperCase()),
      ),
    ],
    'redirect-success-status-says-completed': [
      'says completed in the redirect after a success',
      departure(paid, sent('status', 'completed')),
    ],
    'redirect-success-status-says-pending': [
      'says pending in the redirect after a success',
      departure(paid, sent('status', 'pending')),
    ],
    'redirect-success-status-says-failed': [
      'says failed in the redirect after a success',
      departure(paid, sent('status', 'failed')),
    ],
  },
  'redirect.status-failed': {
    'redirect-failure-status-missing': [
      'leaves status out of the redirect after a failure',
      departure(unpaid, lost('status')),
    ],
    'redirect-failure-status-in-capitals': [
      'writes status of the redirect in capitals after a failure',
      departure(
        unpaid,
        parameter('status', (word) => word.toUpperCase()),
      ),
    ],
    'redirect-failure-status-says-error': [
      'says error in the redirect after a failure',
      departure(unpaid, sent('status', 'error')),
    ],
    'redirect-failure-status-says-success': [
      'says success in the redirect after a failure',
      departure(unpaid, sent('status', 'success')),
    ],
    'redirect-failure-status-says-cancelled': [
      'says cancelled in the redirect after a failure',
      departure(unpaid, sent('status', 'cancelled')),
    ],
  },
  'redirect.own-query': {
    'own-query-dropped': [
      "drops the merchant's own query",
      departure(
        started,
        leadingTo((url) => `${url.origin}${url.pathname}?${ours(url)}`),
      ),
    ],
    'own-path-dropped': [
      "drops the merchant's own path",
      departure(
        started,
        leadingTo((url) => `${url.origin}/${url.search}`),
      ),
    ],
    'own-query-second-mark': [
      "starts a second query behind the merchant's own",
      departure(
        started,
        leadingTo((url) => url.href.replace('&status=', '?status=')),
      ),
    ],
    'own-query-in-fragment': [
      "moves the merchant's own query into the fragment",
      departure(
        started,
        leadingTo((url) => `${url.origin}${url.pathname}?${ours(url)}#${theirs(url)}`),
      ),
    ],
    'own-query-values-dropped': [
      "drops the values of the merchant's own parameters",
      departure(
        started,
        leadingTo((url) => `${url.origin}${url.pathname}?${theirs(url).replace(/=[^&]*/g, '=')}&${ours(url)}`),
      ),
    ],
    'own-path-last-step-dropped': [
      "drops the last step of the merchant's own path",
      departure(
        started,
        leadingTo((url) => `${url.origin}${url.pathname.replace(/\/[^/]*$/, '/')}${url.search}`),
      ),
    ],
  },
  'redirect.cancelled-not-success': {
    'cancelled-says-success': [
      'says success after a cancelled payment',
      departure(cancelled, sent('status', 'success')),
    ],
    'cancelled-is-success': [
      'leads to success_url with status success after a cancelled payment',
      departure(cancelled, crossed, sent('status', 'success')),
    ],
    'cancel-pays': [
      'pays when the customer cancels',
      mended(
        all(
          decide,
          given('decision', (way) => way === 'cancel'),
        ),
        { ...entry, decision: 'pay' },
      ),
    ],
  },
} satisfies Subject;
