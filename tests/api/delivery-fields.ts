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
  const { last_triggered, failure_count } = callbackOf(reply) ?? {};
  return { last_triggered, failure_count: Number(failure_count) };
};

/** What deliveries have set at a callback before and after something. */
export interface DeliveryChange {
  readonly before: DeliveryFields;
  readonly after: DeliveryFields;
}

export const isUnchanged = ({ before, after }: DeliveryChange): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** Whether a delivery that was refused may have made the change. */
export const isRefusal = ({ before, after }: DeliveryChange): boolean =>
  isLater(before.last_triggered, after.last_triggered) && after.failure_count > before.failure_count;
