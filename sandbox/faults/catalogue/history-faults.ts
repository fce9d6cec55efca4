import { join } from 'node:path';
import {
  anyAnswer,
  crossed,
  merchantRedirect,
  overrideRequest,
  parameter,
  script,
  toReceipt,
  twice,
} from '../changes.ts';
import { all, decide, ended, given, paymentPage, startedBy } from '../conditions.ts';
import type { Change, Effect, Effects, Exchange, Json, Subject } from '../exchange.ts';
import { Refusal } from '../../http/refusals.ts';
import { otherPage } from '../../variants/other-page.ts';
import { cancelledOnce, cancels, loadedTwice, refusedEntry, stepKept, typedAmount } from '../histories.ts';

// Faults that show only in payments with a history: a page that was loaded again, and an entry that it refused.

type Start = 'initiation' | 'form' | 'json';

const failsAfterMistake = (start: Start): Effects => [
  refusedEntry.notes,
  merchantRedirect(
    all(startedBy(start), ended('success'), refusedEntry.had),
    parameter('status', () => 'failed'),
  ),
];
const endsAtReceipt = (start: Start): Effects => [
  loadedTwice.notes,
  merchantRedirect(all(startedBy(start), ended('success'), loadedTwice.had), toReceipt),
];

const failsWithTypedAmount = (start: Start, change: Change): Effects => [
  typedAmount.notes,
  merchantRedirect(all(startedBy(start), ended('failed'), typedAmount.had), change),
];

const stepsFolder = join(__dirname, '../../tests/pages');

/** What becomes of a payment whose page of three steps was loaded again at a later one. */
const afterKeptStep = (start: Start, ...changes: Change[]): Effects => [
  { needs: { CHECKOUT_PAGE: 'sandbox/tests/pages/three-steps.yaml' } },
  otherPage(join(stepsFolder, 'three-steps.html')),
  stepKept.notes,
  merchantRedirect(all(startedBy(start), ended('success'), stepKept.had), ...changes),
];

/** The same, where the page of that step sends something else than the customer has entered. */
const sendsOtherwise = (start: Start, fields: (exchange: Exchange) => Json): Effects => [
  ...[afterKeptStep(start)].flat(),
  overrideRequest(
    all(decide, startedBy(start), ({ input }) => input['kept'] === 'yes'),
    fields,
  ),
];

/** A payment that was cancelled goes on: its page is shown again. */
export const cancelAsksAgain: readonly Effect[] = [
  cancelledOnce.notes,
  { side: 'refused', where: cancels, refusal: () => new Refusal(400, 'The customer may begin again.') },
  anyAnswer(cancels, (answer, { path }) => Object.assign(answer, { status: 303, location: path })),
];

const begunAgain = (start: Start, change: Change): Effects => [
  ...cancelAsksAgain,
  merchantRedirect(all(startedBy(start), ended('success'), cancelledOnce.had), change),
];

/** Keeps the amount of an entry that was refused in place of a later one. */
const keepsFirstAmount = (start: Start): Effect => {
  const first = new Map<string, unknown>();
  return overrideRequest(
    all(
      decide,
      startedBy(start),
      given('amount', (amount) => /^\d+$/.test(String(amount))),
    ),
    ({ path, input }) => {
      if (!first.has(path)) first.set(path, input['amount']);
      return { amount: first.get(path) };
    },
  );
};

/** A page whose script keeps the amount that was typed first, and sends it in place of the last one. */
const sendsFirstAmount = (start: Start): Effect =>
  anyAnswer(
    all(paymentPage, startedBy(start)),
    script(`const field = document.getElementById('amount');
      let first = '';
      field?.addEventListener('change', () => (first ||= field.value));
      field?.form.addEventListener('submit', () => (field.value = first || field.value));`),
  );

/** What becomes of a payment after what happened on its page (`2.3`, `2.5`). */
export const histories: Subject = {
  'redirect.status-success': { 'redirect-status-failed-after-mistake': failsAfterMistake('initiation') },
  'redirect.success-url': {
    'redirect-at-receipt-after-reload': endsAtReceipt('initiation'),
    'redirect-of-kept-step-fails': sendsOtherwise('initiation', () => ({ outcome: 'failed' })),
  },
  'redirect.transaction-reference': {
    'redirect-of-kept-step-without-reference': afterKeptStep(
      'initiation',
      parameter('transaction_reference', () => undefined),
    ),
  },
  'form.success': {
    'form-status-failed-after-mistake': failsAfterMistake('form'),
    'form-at-receipt-after-reload': endsAtReceipt('form'),
    'form-of-kept-step-fails': sendsOtherwise('form', () => ({ outcome: 'failed' })),
  },
  'iframe.success': {
    'iframe-status-failed-after-mistake': failsAfterMistake('json'),
    'iframe-at-receipt-after-reload': endsAtReceipt('json'),
    'iframe-of-kept-step-without-id': afterKeptStep(
      'json',
      parameter('transaction_id', () => undefined),
    ),
  },
  'redirect.begun-again': {
    'begun-again-says-failed': begunAgain(
      'initiation',
      parameter('status', () => 'failed'),
    ),
    'begun-again-ends-at-receipt': begunAgain('initiation', toReceipt),
    'begun-again-returns-twice': begunAgain('initiation', twice),
    'form-begun-again-fails': begunAgain('form', crossed),
    'form-begun-again-without-reference': begunAgain(
      'form',
      parameter('transaction_reference', () => undefined),
    ),
    'iframe-begun-again-at-receipt': begunAgain('json', toReceipt),
    'iframe-begun-again-without-checkout-id': begunAgain(
      'json',
      parameter('checkout_id', () => undefined),
    ),
  },
  'form.failure': { 'form-of-typed-amount-fails-at-receipt': failsWithTypedAmount('form', toReceipt) },
  'form.no-crossing': { 'form-of-typed-amount-fails-at-success-url': failsWithTypedAmount('form', crossed) },
  'iframe.failure': { 'iframe-of-typed-amount-fails-at-receipt': failsWithTypedAmount('json', toReceipt) },
  'iframe.no-crossing': { 'iframe-of-typed-amount-fails-at-success-url': failsWithTypedAmount('json', crossed) },
  'form.amount-right': {
    'form-keeps-amount-of-refused-entry': keepsFirstAmount('form'),
    'form-sends-amount-typed-first': sendsFirstAmount('form'),
    'form-of-kept-step-pays-twice-as-much': sendsOtherwise('form', ({ input }) => ({
      amount: String(2 * Number(input['amount'])),
    })),
  },
  'iframe.amount-right': {
    'iframe-keeps-amount-of-refused-entry': keepsFirstAmount('json'),
    'iframe-sends-amount-typed-first': sendsFirstAmount('json'),
    'iframe-of-kept-step-pays-three-times': sendsOtherwise('json', ({ input }) => ({
      amount: String(3 * Number(input['amount'])),
    })),
  },
};
