import { FieldRefusal } from '../../http/refusals.ts';
import type { CallbackChange, CallbackUpdates } from '../../service/webhooks/callback.ts';
import { anyText, asFields, type Fields, flag, required, sent, webAddress } from './fields.ts';

/** `events` of an update is comma-separated text (`4.6`). */
export const plainCallbackUpdates: CallbackUpdates = {
  read: (fields) => ({ ...commonFields(fields), events: eventText(fields, 'events') }),
};

/** Reads the body of a callback creation: like an update, but `url` is required and `events` may be a list. */
export function readCallbackCreation(body: unknown): CallbackChange & { url: string } {
  const fields = asFields(body);
  const common = commonFields(fields);
  const events = Array.isArray(sent(fields, 'events')) ? eventList(fields, 'events') : eventText(fields, 'events');
  return { ...common, url: required('url', common.url), events };
}

function commonFields(fields: Fields): CallbackChange {
  return {
    url: webAddress(fields, 'url'),
    description: anyText(fields, 'description'),
    is_active: flag(fields, 'is_active'),
  };
}

function eventText(fields: Fields, name: string): string[] | undefined {
  return eventNames(anyText(fields, name)?.split(','), name);
}

function eventList(fields: Fields, name: string): string[] | undefined {
  return eventNames(sent(fields, name) as unknown[], name);
}

/** Distinct names in the order given. Any `<object>.<action>` is accepted: the interface has no full list (`6`). */
function eventNames(names: unknown[] | undefined, field: string): string[] | undefined {
  if (names === undefined) return undefined;
  const trimmed = names.map((name) => (typeof name === 'string' ? name.trim() : ''));
  if (!trimmed.every((name) => /^[a-z][a-z_]{0,40}\.[a-z][a-z_]{0,40}$/.test(name))) {
    throw new FieldRefusal(field, 'Each event must be named <object>.<action>.');
  }
  return [...new Set(trimmed)];
}
