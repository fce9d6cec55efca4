import {
  answer,
  anyAnswer,
  as,
  contentType,
  kept,
  overrideCallbacks,
  overrideService,
  refusedAs,
} from '../../faults/changes.ts';
import {
  all,
  answeredWith,
  any,
  anyEndpoint,
  given,
  initiate,
  listWallets,
  matching,
  mobileMoney,
  postForm,
  receipt,
  startCheckout,
  updateCallback,
  withReference,
} from '../../faults/conditions.ts';
import type { Alteration, Change, Json } from '../../faults/exchange.ts';
import { addressesOnlyOnce } from '../../faults/callback-effects.ts';
import { newCallback } from '../../service/callbacks.ts';
import { adding, refused, refusedWithStatus } from '../variant-effects.ts';
import { answers, needs, options, question, type Question } from '../variant.ts';

// Ordinary manners of services of other makers, about which the interface says nothing.

const anyStart = any(initiate, startCheckout, postForm);
const inAnotherCurrency = matching('currency', /^(?!XTS$)[A-Z]/);
/** Refuses amounts of another currency than the first. */
const refusedInAnother = (test: (amount: number) => boolean): Alteration =>
  refused(
    all(
      anyStart,
      inAnotherCurrency,
      given('amount', (amount) => test(Number(amount))),
    ),
    'amount',
  );

const firstAnswers = kept(() => new Map<unknown, Json>());
/** Answers a reference once more as the first time, whatever else the request says. */
const asTheFirstTime: Change = (reply, exchange) => {
  const known = firstAnswers(exchange);
  const reference = exchange.input['transaction_reference'];
  reply.json = known.get(reference) ?? reply.json;
  known.set(reference, reply.json);
};

const inTurn = kept(() => ({ first: 0 }));
/** Lists the wallets from another one on each time. */
const turned: Change = ({ json }, exchange) => {
  const wallets = json['wallets'] as unknown[];
  const turn = inTurn(exchange);
  turn.first = (turn.first + 1) % Math.max(1, wallets.length);
  json['wallets'] = [...wallets.slice(turn.first), ...wallets.slice(0, turn.first)];
};

const refusals = anyAnswer(all(anyEndpoint, answeredWith(400, 401)), ({ json, status }) => {
  json['status'] = status;
});
/** The description of a callback that was given none. */
const noText = null as unknown as string;

export const manners: Readonly<Record<string, Question>> = {
  'amounts of another currency': question('initiations operators checkouts forms frames ways-back', '', {
    'cents-refused-in-the-second-currency': refusedInAnother((amount) => amount % 100 !== 0),
    'second-currency-up-to-eighteen-units': refusedInAnother((amount) => amount > 1_800),
  }),
  'answers to a known reference': question('initiations operators', 'txn.reference-reused', {
    'references-answer-the-first-time': answer(all(initiate, withReference), asTheFirstTime),
  }),
  'a page beside a prompt': question('initiations operators', 'operator-a.answer-beyond', {
    'prompts-with-a-page-for-all': answer(mobileMoney, as('hosted_url', 'https://pay.example/status')),
  }),
  'name of JSON': question('answers', 'answers.headers', {
    'content-type-of-text-json': anyAnswer(anyEndpoint, contentType('text/json; charset=utf-8')),
  }),
  'order of wallets': question('wallets balances', '', { 'wallets-in-any-order': answer(listWallets, turned) }),
  'case of currencies in a list': question('wallets balances', '', {
    'wallets-in-small-letters': answer(listWallets, ({ json }) => {
      for (const wallet of json['wallets'] as Json[]) wallet['currency'] = String(wallet['currency']).toLowerCase();
    }),
  }),
  'fields of errors': question('answers refusals keys checkouts', 'answers.further-fields txn.unknown-fields', {
    'errors-null-where-there-is-none': anyAnswer(
      anyEndpoint,
      adding(() => ({ error: null, errors: [] })),
    ),
    'refusals-with-a-status-number': refusals,
  }),
  'answers and notifications': question('webhooks', '', options('answers-after-notifications')),
  'how often deliveries are made': question('webhooks', '', {
    'deliveries-made-twice': overrideCallbacks(() => ({ addresses: ({ url }) => [url, url] })),
  }),
  'further fields of an update': question('callback-updates', '', {
    'further-fields-of-updates-are-422': refusedWithStatus(
      all(updateCallback, ({ input }) =>
        Object.keys(input).some((name) => !/^(url|description|events|is_active)$/.test(name)),
      ),
      422,
    ),
  }),
  'informational answers': question('answers', '', options('hints-before-answers')),
  'addresses of two callbacks': question('callback-updates callback-deletions callback-fields webhooks', '', {
    'callback-addresses-only-once': overrideCallbacks(addressesOnlyOnce),
  }),
  'callbacks of an account': question('callback-fields callback-updates', '', {
    'callbacks-made-without-description': [
      anyAnswer(({ method, route }) => method === 'POST' && route.startsWith('/v1/callback/'), refusedAs(404)),
      overrideCallbacks((plain) => {
        for (const name of ['1', '2', '3', '4'])
          plain.keep({
            ...newCallback(`dashboard-${name}`, { url: 'https://merchant.example/hooks' }),
            description: noText,
          });
        return {};
      }),
      overrideService({
        callbackUpdates: (plain) => ({
          read: ({ description, ...others }) =>
            description === null
              ? { ...plain.read(others), description: noText }
              : plain.read({ description, ...others }),
        }),
      }),
      needs({
        CALLBACK_CREATE_PATH: '',
        CALLBACK_ID: 'dashboard-1',
        DISPOSABLE_CALLBACK_IDS: 'dashboard-2,dashboard-3,dashboard-4',
      }),
    ],
  }),
  'amounts of other things': question('pages ways-back', '', {
    'page-tells-a-balance-in-french': [
      answers(''),
      anyAnswer(receipt, (reply) => {
        reply.text = `<!doctype html><html lang="fr"><title>Merci</title><h1>Merci</h1>
          <p>Le paiement est effectué.</p><p>Votre nouveau solde : 250,00 XTS</p></html>`;
      }),
    ],
  }),
};
