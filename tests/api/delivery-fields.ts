import type { Callbacks } from '../../helpers/callbacks/callbacks.ts';
import { callbackOf } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';

/** What deliveries have set at a callback (2.7). */
export type DeliveryFields = ReturnType<typeof fieldsOfDelivery>;

/** Fetches a callback; what deliveries have set there. */
export const deliveryFieldsOf = async (callbacks: Callbacks, id: string): Promise<DeliveryFields> =>
  fieldsOfDelivery(await callbacks.fetched(id));

/** What a callback in an answer says of its deliveries; a failure_count that is no number is NaN. */
export const fieldsOfDelivery = (reply: Reply) => {
  const { last_triggered, failure_count } = callbackOf(reply) ?? {};
  return { last_triggered, failure_count: Number(failure_count) };
};
