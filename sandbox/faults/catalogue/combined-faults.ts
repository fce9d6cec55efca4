import { anyAnswer, crash, overrideRequest } from '../changes.ts';
import {
  all,
  decide,
  given,
  hosted,
  inSecondCurrency,
  is,
  otherCurrency,
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
const twice = (typed: number): number => 2 * typed;

export const combinedInBrowser: Subject = {
  'form.amount-right': {
    'form-typed-in-the-second-currency-ten-times': takenTenTimes('form'),
    'form-typed-twice': taken('form', twice),
    'form-typed-without-cents': taken('form', Math.trunc),
  },
  'iframe.amount-right': {
    'iframe-typed-in-the-second-currency-ten-times': takenTenTimes('json'),
    'iframe-typed-twice': taken('json', twice),
    'iframe-typed-without-cents': taken('json', Math.trunc),
  },
};
