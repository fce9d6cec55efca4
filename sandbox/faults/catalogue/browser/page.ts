import { contentType, text, anyAnswer } from '../../changes.ts';
import { leadsTo, page, withoutPay } from '../../page-changes.ts';
import type { Change, Effect, Subject, Where } from '../../exchange.ts';
import { inSecondCurrency, type Way } from './every-way.ts';
import { wrongAmounts } from './wrong-amounts.ts';
import { all, decide, outcome, paymentPage, startedBy } from '../../places.ts';

const way: Way = { prefix: 'hosted', what: 'an initiation', start: 'initiation' };
const hosted = all(paymentPage, startedBy('initiation'));
const shows = (...changes: Change[]): Effect => anyAnswer(hosted, ...changes);
const postedNowhere = (html: string): string => html.replace('action="/checkout/', 'action="/nothing/');
const addressless: Where = ({ transaction }) =>
  transaction?.start === 'initiation' && transaction.successUrl === undefined && transaction.failureUrl === undefined;
const broken = page(500, 'Internal server error');

/** The hosted page (`1`, `4.1`). */
export const pageFaults: Subject = {
  'page.opens': {
    'page-is-404': ['does not find the page of hosted_url', shows(page(404, 'Not found'))],
    'page-is-500': ['breaks on the page of hosted_url', shows(broken)],
    'second-currency-page-is-404': [
      'does not find the page of a payment in a second currency',
      anyAnswer(all(hosted, inSecondCurrency), page(404, 'Not found')),
    ],
    'page-is-empty': ['shows an empty page at hosted_url', shows(text(() => '<!doctype html><title>Pay</title>'))],
    'page-is-json': [
      'returns JSON at hosted_url',
      shows(
        contentType('application/json'),
        text(() => '{"result":"success"}'),
      ),
    ],
    'page-without-pay': ['has no Pay button on the page', shows(text(withoutPay))],
    'page-posts-nowhere': ['posts the form of the page to an address that does not exist', shows(text(postedNowhere))],
  },
  'page.amount-right': wrongAmounts(way),
  'page.without-addresses': {
    'addressless-page-is-404': [
      'does not find the page of a payment without addresses',
      anyAnswer(all(hosted, addressless), page(404, 'Not found')),
    ],
    'addressless-pay-breaks': [
      'breaks when a payment without addresses is paid',
      anyAnswer(all(decide, addressless), broken),
    ],
    'addressless-end-breaks': [
      'breaks when a payment without addresses has ended',
      anyAnswer(all(outcome, addressless), broken),
    ],
    'addressless-end-at-404': [
      'redirects to a page that does not exist when a payment without addresses has ended',
      anyAnswer(all(outcome, addressless), leadsTo('/nothing')),
    ],
  },
};
