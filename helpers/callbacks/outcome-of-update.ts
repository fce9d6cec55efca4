import type { SettableField } from '../../interface/messages/callback.ts';
import { formatValue } from '../../interface/messages/wording/findings.ts';
import type { Api } from '../client/api.ts';
import type { Callbacks } from './callbacks.ts';

/**
 * The outcome of an update (4.6) with a text that a service may refuse, since the interface shows no bounds:
 * `kept as sent`, `refused without a change`, or what went wrong.
 *
 * @param change one or more of the settable fields, url or description
 */
export const outcomeOfUpdate = async (
  api: Api,
  callbacks: Callbacks,
  id: string,
  change: Partial<Record<SettableField, string>>,
): Promise<string> => {
  const before = await callbacks.settings(id);
  const reply = await api.updateCallback(id, change);
  if (reply.status >= 500) return `answered HTTP ${reply.status}`;
  const isRefused = reply.status >= 400 || reply.field('result') === 'error';
  const expected = isRefused ? before : { ...before, ...change };
  const after = await callbacks.settings(id, expected);
  if (JSON.stringify(after) === JSON.stringify(expected))
    return isRefused ? 'refused without a change' : 'kept as sent';
  return `answered HTTP ${reply.status}, and then ${formatValue(after)} in place of ${formatValue(expected)}`;
};
