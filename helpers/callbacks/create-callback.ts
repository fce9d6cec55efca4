import { NotTested } from '../errors/errors.ts';
import type { Api } from '../client/api.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { shownEvents } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { eventNames } from '../../interface/messages/shapes.ts';

/**
 * The fields with which the suite creates a callback.
 *
 * @param mark an unguessable text: a callback with it in its address or description is ours
 * @param merchant the origin of its address
 * @param run the id of the run, for a person who finds the callback
 */
export const creation = (mark: string, merchant: string, wanted: Body = {}, run?: string) => ({
  url: `${merchant}/hooks/${mark}`,
  description: `made by the conformance suite${run ? `, run ${run}` : ''} (${mark})`,
  is_active: true,
  // Payouts are unlikely during a run, so that deliveries do not change the callback under test.
  events: shownEvents.filter((name) => name.startsWith('payout.')).join(','),
  ...wanted,
});

/** Sends a creation. The interface shows no form for its events: first sent as in an update, then as a list. */
export const sendCreation = async (api: Api, path: string, fields: ReturnType<typeof creation>): Promise<Reply> => {
  const attempt = await api.probe('POST', path, fields);
  if (!isRefusal(attempt)) return attempt;
  return api.probe('POST', path, { ...fields, events: eventNames(fields.events) });
};

/** Whether the answer shows that nothing was created. */
export const isRefusal = ({ status }: Reply): boolean => status >= 400 && status < 500;

/** The error for a creation after which no callback is proven to be ours, so none may be changed or deleted. */
export const notProven = ({ asked, status }: Reply): NotTested =>
  new NotTested(
    `${asked} (CALLBACK_CREATE_PATH) was answered ${status}, and no fetch shows what was sent under an id of the answer`,
  );
