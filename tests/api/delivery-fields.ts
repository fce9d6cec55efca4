import type { Callbacks } from '../../helpers/callbacks/callbacks.ts';
import { callbackOf } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { isLater } from '../../interface/messages/reply-summary.ts';

/** What deliveries have set at a callback (2.7). */
export type DeliveryFields = ReturnType<typeof fieldsOfDelivery>;

/** Fetches a callback; what deliveries have set there. */
export const deliveryFieldsOf = async (callbacks: Callbacks, id: string): Promise<DeliveryFields> =>
  fieldsOfDelivery(await callbacks.fetched(id));

/** What a callback in an answer says of its deliveries; a failure_count that is no number is NaN. */
export const fieldsOfDelivery = (reply: Reply) => {
  const { last_triggered, failure_count } = setByDeliveries(reply);
  return { last_triggered, failure_count: Number(failure_count) };
};

/** The same fields as they came. */
export const setByDeliveries = (reply: Reply) => {
  const { last_triggered, failure_count } = callbackOf(reply) ?? {};
  return { last_triggered, failure_count };
};

/** What deliveries have set at a callback before and after something. */
export interface DeliveryChange<Fields = DeliveryFields> {
  readonly before: Fields;
  readonly after: Fields;
}

export const isUnchanged = ({ before, after }: DeliveryChange<unknown>): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** Whether a delivery that was refused may have made the change. */
export const isRefusal = ({ before, after }: DeliveryChange<ReturnType<typeof setByDeliveries>>): boolean =>
  isLater(before.last_triggered, after.last_triggered) && Number(after.failure_count) > Number(before.failure_count);
