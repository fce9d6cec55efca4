import { answer, anyAnswer, as, contentType, converted, crash, refusal, within } from '../changes.ts';
import {
  all,
  any,
  given,
  header,
  hosted,
  inFrench,
  initiate,
  listWallets,
  matching,
  mobileMoney,
  not,
  ofBrowser,
  operator,
  otherCurrency,
  startCheckout,
} from '../conditions.ts';
import type { Change, Condition, Subject } from '../exchange.ts';

// Faults that show only with some of the values that requests carry in turn: amounts, references, addresses, currencies
// and ordinary headers.

const amountThat = (test: (amount: number) => boolean): Condition =>
  given('amount', (amount) => typeof amount === 'number' && test(amount));

/** Main units as a float, times a hundred and cut. */
const cut = (amount: number): number => Math.trunc((amount / 100) * 100);
const inexact = amountThat((amount) => cut(amount) !== amount);
const oddCents = amountThat((amount) => amount % 100 > 0 && amount % 10 !== 0);

const reference = (form: RegExp): Condition => matching('transaction_reference', form);
const digits = reference(/^\d+$/);
const asNumber = converted('transaction_reference', Number);
const rounded = converted('transaction_reference', (text) => BigInt(Math.round(Number(text))).toString());
const decoded = converted('transaction_reference', (text) => text.replaceAll('%25', '%').replaceAll('+', ' '));

const email = (form: RegExp): Condition => matching('email', form);

const inLanguage = header('accept-language', /^(?!en).+/);
const ofAnyType = header('accept', /^\*\/\*$/);

const translated = (label: string): Change =>
  within('error', ({ json }) => {
    json['message'] = String(json['message']).replace('Parameter:', label);
  });

/** What the answer to a request says that carries such a value. */
export const valuesInAnswers: Subject = {
  'txn.amount-echo': {
    'amount-as-a-cut-float': answer(all(hosted, inexact), ({ json }, { input }) => {
      json['amount'] = cut(Number(input['amount']));
    }),
    'amount-without-cents': answer(all(operator('b'), oddCents), ({ json }, { input }) => {
      json['amount'] = Math.trunc(Number(input['amount']) / 100) * 100;
    }),
  },
  'txn.reference-kept': {
    'hosted-reference-of-digits-is-a-number': answer(all(hosted, digits), asNumber),
    'reference-of-digits-rounded': answer(all(operator('c'), reference(/^\d{16,}$/)), rounded),
    'reference-without-zeros': answer(
      all(initiate, reference(/^0+\d/)),
      converted('transaction_reference', (text) => text.replace(/^0+/, '')),
    ),
    'reference-decoded': answer(all(mobileMoney, reference(/%25|\+/)), decoded),
    'reference-lost-beside-an-email-of-digits': answer(
      all(operator('c'), email(/^[\d.]+@/)),
      as('transaction_reference', 'REF-OTHER'),
    ),
  },
  'hosted.url': { 'second-currency-without-page': answer(all(hosted, otherCurrency), as('hosted_url', '')) },
  'checkout.url': {
    'second-currency-without-checkout': answer(all(startCheckout, otherCurrency), as('checkout_url', '')),
  },
  'error.field-label': {
    'label-in-french': refusal(all(initiate, inFrench), translated('Paramètre :')),
    'label-in-the-language-of-the-client': refusal(all(mobileMoney, inLanguage), translated('Champ/Feld/字段:')),
  },
  'error.no-server-fault': {
    'languages-crash-lists': anyAnswer(all(listWallets, inLanguage), crash),
    'apostrophes-crash-prompts': anyAnswer(all(mobileMoney, email(/'/)), crash),
    'long-emails-crash-pages': anyAnswer(all(hosted, email(/^.{50}/)), crash),
    'browsers-crash-initiations': anyAnswer(all(initiate, ofBrowser), crash),
  },
  'json.answers': {
    'any-type-is-text': answer(all(any(initiate, startCheckout), ofAnyType), contentType('text/plain')),
    'browsers-are-sent-pages': answer(all(not(initiate), ofBrowser), contentType('text/html; charset=utf-8')),
  },
};
