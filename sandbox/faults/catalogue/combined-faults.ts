import { anyAnswer, crash, overrideRequest, script } from '../changes.ts';
import {
  all,
  decide,
  given,
  hosted,
  inSecondCurrency,
  is,
  otherCurrency,
  paymentPage,
  startCheckout,
  startedBy,
} from '../conditions.ts';
import type { Alteration, Subject } from '../exchange.ts';

// Faults that show only where two circumstances meet: a currency and an amount, a language and a channel, and so on.

const ofOneUnit = is('amount', 100);

export const combinedInAnswers: Subject = {
  'error.no-server-fault': {
    'one-unit-of-the-second-currency-breaks-pages': anyAnswer(all(hosted, otherCurrency, ofOneUnit), crash),
    'one-unit-of-the-second-currency-breaks-checkouts': anyAnswer(all(startCheckout, otherCurrency, ofOneUnit), crash),
  },
};

/** Takes an amount that the customer types in the second currency ten times. */
const takenTenTimes = (start: 'form' | 'json'): Alteration =>
  overrideRequest(all(decide, startedBy(start), inSecondCurrency, given('amount')), ({ input }) => ({
    amount: String(10 * Number(input['amount'])),
  }));

/** Takes another amount than the customer types. */
const taken = (start: 'form' | 'json', as: (typed: number) => number): Alteration =>
  overrideRequest(all(decide, startedBy(start), given('amount')), ({ input }) => ({
    amount: String(as(Number(input['amount']))),
  }));
/** A page that repeats what the customer types, but takes it without its cents. */
const takenWithoutCents = (start: 'form' | 'json'): Alteration[] => [
  anyAnswer(
    all(paymentPage, startedBy(start)),
    script(`const field = document.getElementById('amount');
      field?.addEventListener('input', () => {
        field.form.querySelector('output')?.remove();
        const shown = document.createElement('output');
        shown.textContent = 'XTS ' + Number(field.value).toFixed(2);
        field.form.prepend(shown);
      });`),
  ),
  taken(start, Math.trunc),
];
const twice = (typed: number): number => 2 * typed;

export const combinedInBrowser: Subject = {
  'form.amount-right': {
    'form-typed-in-the-second-currency-ten-times': takenTenTimes('form'),
    'form-typed-twice': taken('form', twice),
    'form-typed-without-cents': taken('form', Math.trunc),
    'form-confirmed-without-cents': takenWithoutCents('form'),
  },
  'iframe.amount-right': {
    'iframe-typed-in-the-second-currency-ten-times': takenTenTimes('json'),
    'iframe-typed-twice': taken('json', twice),
    'iframe-typed-without-cents': taken('json', Math.trunc),
    'iframe-confirmed-without-cents': takenWithoutCents('json'),
  },
};
