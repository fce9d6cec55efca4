import { whatever, contentType, text } from '../../changes.ts';
import { leadsTo, page } from '../../page-changes.ts';
import type { Subject, Where } from '../../exchange.ts';
import { all, paymentPage, startedBy, decide, outcome } from '../../places.ts';

const shown = all(paymentPage, startedBy('initiation'));
const addressless: Where = ({ transaction }) =>
  transaction?.start === 'initiation' && transaction.successUrl === undefined && transaction.failureUrl === undefined;
const withoutPay = (html: string): string => html.replace(/<button [^>]*value="pay">[^<]*<\/button>/, '');

/** The hosted page (`1`, `4.1`). */
export const pageFaults = {
  'page.opens': {
    'page-is-404': ['does not find the page of hosted_url', whatever(shown, page(404, 'Not found'))],
    'page-is-500': ['breaks on the page of hosted_url', whatever(shown, page(500, 'Internal server error'))],
    'page-is-empty': [
      'shows an empty page at hosted_url',
      whatever(
        shown,
        text(() => '<!doctype html><title>Pay</title>'),
      ),
    ],
    'page-is-json': [
      'answers JSON at hosted_url',
      whatever(
        shown,
        contentType('application/json'),
        text(() => '{"result":"success"}'),
      ),
    ],
    'page-without-pay': ['has no button to pay on the page', whatever(shown, text(withoutPay))],
    'page-posts-nowhere': [
      'posts the form of the page to an address that does not exist',
      whatever(
        shown,
        text((html) => html.replace('action="/checkout/', 'action="/nothing/')),
      ),
    ],
  },
  'page.without-addresses': {
    'addressless-page-is-404': [
      'does not find the page of a payment without addresses',
      whatever(all(shown, addressless), page(404, 'Not found')),
    ],
    'addressless-pay-breaks': [
      'breaks when a payment without addresses is paid',
      whatever(all(decide, addressless), page(500, 'Internal server error')),
    ],
    'addressless-end-breaks': [
      'breaks when a payment without addresses has ended',
      whatever(all(outcome, addressless), page(500, 'Internal server error')),
    ],
    'addressless-end-at-404': [
      'leads to a page that does not exist when a payment without addresses has ended',
      whatever(all(outcome, addressless), leadsTo('/nothing')),
    ],
  },
} satisfies Subject;
