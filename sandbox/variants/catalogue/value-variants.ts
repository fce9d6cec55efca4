import { anyAnswer, overrideRequest } from '../../faults/changes.ts';
import { all, any, given, guarded, initiate, matching, postForm, startCheckout } from '../../faults/conditions.ts';
import type { Alteration, Condition, Field } from '../../faults/exchange.ts';
import { question, type Question } from '../variant.ts';
import { refused, refusedWithStatus, reworded } from '../variant-effects.ts';

// Other conforming answers to the values that requests carry in turn: a service refuses them, or reads them in a usual
// way where the interface leaves that open.

const anyStart = any(initiate, startCheckout, postForm);
const refuses = (field: Field, form: RegExp, where: Condition = anyStart): Alteration =>
  refused(all(where, matching(field, form)), field);
const refusesAmounts = (test: (amount: number) => boolean, where: Condition = anyStart): Alteration =>
  refused(
    all(
      where,
      given('amount', (amount) => typeof amount === 'number' && test(amount)),
    ),
    'amount',
  );
const refusesAddresses = (form: RegExp): Alteration[] => [refuses('success_url', form), refuses('failure_url', form)];
const header =
  (name: string, form: RegExp): Condition =>
  ({ headers }) =>
    form.test(String(headers[name] ?? ''));
const ofClient = (form: RegExp): Condition => all(any(guarded, startCheckout), header('user-agent', form));

/** An address as a parser writes it: a host alone gets a slash. */
const normalised = (field: 'success_url' | 'failure_url'): Alteration =>
  overrideRequest(
    all(
      any(initiate, startCheckout),
      given(field, (url) => typeof url === 'string' && URL.canParse(url)),
    ),
    ({ input }) => ({ [field]: new URL(String(input[field])).href }),
  );

export const values: Readonly<Record<string, Question>> = {
  'amounts with cents': question('initiations operators checkouts', '', {
    'amounts-in-whole-units-only': refusesAmounts((amount) => amount % 100 !== 0),
    'amounts-in-steps-of-five': refusesAmounts((amount) => amount % 5 !== 0),
    'checkout-amounts-in-whole-units-only': refusesAmounts(
      (amount) => amount % 100 !== 0,
      any(startCheckout, postForm),
    ),
  }),
  'largest amount of a checkout': question('checkouts forms frames', '', {
    'checkout-amounts-up-to-nine-thousand': refusesAmounts((amount) => amount > 9_000, any(startCheckout, postForm)),
  }),
  'references of digits': question('initiations operators checkouts', '', {
    'references-of-digits-refused': refuses('transaction_reference', /^\d+$/),
    'references-with-a-letter-first': refuses('transaction_reference', /^[^A-Za-z]/),
  }),
  'addresses of a host alone': question('initiations checkouts ways-back', '', {
    'addresses-with-a-path-only': refusesAddresses(/^https:\/\/[^/?]+\/?(\?|$)/),
    'addresses-without-ports': refusesAddresses(/^https:\/\/[^/?]+:\d/),
    'addresses-without-empty-queries': refusesAddresses(/\?$/),
    'addresses-normalised': [normalised('success_url'), normalised('failure_url')],
  }),
  'clients that are known': question('initiations checkouts wallets', '', {
    'scripts-refused': refusedWithStatus(ofClient(/python|okhttp|Guzzle/), 403),
    'browsers-refused': refusedWithStatus(ofClient(/Mozilla/), 403),
  }),
  'language of messages': question('initiations operators refusals keys', '', {
    'messages-in-french': anyAnswer(
      all(any(guarded, startCheckout), header('accept-language', /^fr/)),
      ...reworded((words) => `Réponse du service : ${words}`),
    ),
    'messages-in-other-languages': anyAnswer(
      all(any(guarded, startCheckout), header('accept-language', /^(?!en).+/)),
      ...reworded(() => 'Die Anfrage wurde beantwortet — 请求已处理.'),
    ),
  }),
};
