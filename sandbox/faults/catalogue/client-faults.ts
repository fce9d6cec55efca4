import {
  answer,
  anyAnswer,
  crash,
  kept,
  leavingOut,
  fieldsOf,
  overrideCallbacks,
  overrideRequest,
  refusedAs,
  within,
} from '../changes.ts';
import { all, fetchCallback, given, header, initiate, startCheckout, updateCallback } from '../conditions.ts';
import type { Callback, Callbacks } from '../../service/callbacks.ts';
import { whenUnknown } from '../callback-effects.ts';
import type { Condition, Effect, Exchange, Field, Json, Subject } from '../exchange.ts';

// Faults that show only with what some clients write or send in another way, or at a callback that nobody asked for.

/** A request whose content type has a name in other letters, which PHP's `getallheaders` tells apart. */
const inSmallLetters: Condition = ({ headerNames }) => headerNames.includes('content-type');
const withoutBlank = header('content-type', /json;c/i);
const withWeights = header('accept-encoding', /q=/);

const assigned = kept(() => new Map<string, Json>());
const idOf = ({ path }: Exchange): string => path.split('/').at(-1) ?? '';
/** Stores what an update has no business with. */
const assigns = (...names: string[]): Effect[] => [
  answer(updateCallback, (_answer, exchange) => {
    const own = Object.fromEntries(Object.entries(exchange.input).filter(([name]) => names.includes(name)));
    assigned(exchange).set(idOf(exchange), { ...assigned(exchange).get(idOf(exchange)), ...own });
  }),
  answer(
    fetchCallback,
    within('callback', ({ json }, exchange) => Object.assign(json, assigned(exchange).get(idOf(exchange)))),
  ),
];
/** Answers a field as it was sent, although only the answer has it. */
const sentBack = (where: Condition, name: Field): Effect =>
  answer(all(where, given(name)), ({ json }, { input }) => (json[name] = input[name]));

/** The callback whose id an unknown one is the beginning of, as a lookup of what begins alike finds it. */
const endedOtherwise = (id: string, plain: Callbacks): Callback | undefined =>
  id.length > 3 ? plain.list().find((one) => one.id.startsWith(id)) : undefined;

export const clientsInAnswers: Subject = {
  'auth.secret': {
    'content-type-in-small-letters-unread': anyAnswer(all(initiate, inSmallLetters), refusedAs(400)),
  },
  'callback-update.description': {
    'update-of-a-charset-without-a-blank-unread': overrideRequest(all(updateCallback, withoutBlank), ({ input }) =>
      leavingOut(fieldsOf(input)),
    ),
  },
  'checkout.content-type-charset': {
    'checkout-charset-without-a-blank-refused': answer(all(startCheckout, withoutBlank), refusedAs(400)),
  },
  'error.no-server-fault': { 'weighted-encodings-break': anyAnswer(withWeights, crash) },
  'callback-update.keeps-date-created': { 'date-created-of-an-update-stored': assigns('date_created') },
  'callback-update.keeps-id': { 'id-of-an-update-stored': assigns('id') },
  'callback-update.leaves-rest': { 'failure-count-of-an-update-stored': assigns('failure_count') },
  'hosted.transaction-id': { 'transaction-id-of-the-request-taken': sentBack(initiate, 'transaction_id') },
  'hosted.url': { 'hosted-url-of-the-request-taken': sentBack(initiate, 'hosted_url') },
  'hosted.status': { 'status-of-the-request-taken': sentBack(initiate, 'status') },
  'checkout.transaction-id': { 'checkout-id-of-the-request-taken': sentBack(startCheckout, 'transaction_id') },
  'callback-fetch.no-such-id': { 'unknown-fetch-without-its-end': whenUnknown('fetch', endedOtherwise) },
  'callback-update.only-the-named': { 'unknown-update-without-its-end': whenUnknown('update', endedOtherwise) },
  'callback-delete.accepted': { 'unknown-delete-without-its-end': whenUnknown('delete', endedOtherwise) },
  'webhook.last-triggered': {
    'last-triggered-of-all-moved-by-any-event': overrideCallbacks((plain) => ({
      subscribersOf(event) {
        for (const one of plain.list()) if (one.is_active) one.last_triggered = new Date().toISOString();
        return plain.subscribersOf(event);
      },
    })),
  },
};
