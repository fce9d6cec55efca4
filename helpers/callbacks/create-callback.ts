import { NotTested } from '../errors/errors.ts';
import type { Api } from '../client/api.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { shownEvents } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { eventNames } from '../../interface/messages/shapes.ts';

/**
 * What a callback of ours is created with.
 *
 * @param mark something that nobody can guess: a callback whose address or description has it is ours
 * @param merchant the origin of its address
 * @param run whose callback it is, for a person who finds it
 */
export const creation = (mark: string, merchant: string, wanted: Body = {}, run?: string) => ({
  url: `${merchant}/hooks/${mark}`,
  description: `made by the conformance suite${run ? `, run ${run}` : ''} (${mark})`,
  is_active: true,
  // No payment is likely to be told to it, so what deliveries do to a callback does not disturb the tests.
  events: shownEvents.filter((name) => name.startsWith('payout.')).join(','),
  ...wanted,
});

/** Sends a creation. None is shown, so neither is the form of its events: first as an update sends them, then as a list. */
export const sendCreation = async (api: Api, path: string, fields: ReturnType<typeof creation>): Promise<Reply> => {
  const attempt = await api.probe('POST', path, fields);
  if (!isRefusal(attempt)) return attempt;
  return api.probe('POST', path, { ...fields, events: eventNames(fields.events) });
};

/** Whether an answer says that nothing was created. */
export const isRefusal = ({ status }: Reply): boolean => status >= 400 && status < 500;

/** A creation after which no callback is known to be ours, so that none is changed or deleted. */
export const notProven = ({ asked, status }: Reply): NotTested =>
  new NotTested(
    `${asked} (CALLBACK_CREATE_PATH) was answered ${status}, and no fetch shows what was sent under an id of the answer`,
  );
