import { FieldRefusal } from '../http/refusals.ts';
import type { Service } from '../service/service.ts';
import type { CallbackChange } from '../service/webhooks/callback.ts';
import { anyText, asFields, type Fields, flag, required, sent, webAddress } from './fields.ts';

/** Reads the body of a callback update: every field may be left out (`4.6`). `events` is comma-separated text. */
export function readCallbackUpdate(body: unknown, { fault, reading }: Service): CallbackChange {
  const sentFields = asFields(body);
  const { is_active: active, url, description, ...rest } = sentFields;
  const fields = fault('update-keeps-is-active-as-sent')
    ? { ...rest, url, description }
    : fault('update-keeps-texts-as-sent')
      ? { ...rest, is_active: active }
      : sentFields;
  const none = reading('no-events-at-all') && sent(fields, 'events') === '';
  const change = { ...commonFields(fields), events: none ? [] : eventText(fields, 'events') };
  if (fault('update-keeps-texts-as-sent')) return Object.assign(change, { url, description });
  return fault('update-keeps-is-active-as-sent') ? { ...change, is_active: active as boolean | undefined } : change;
}

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

/** Names in the order given, each once. Any `<object>.<action>` will do: the full list is not shown (`6`). */
function eventNames(names: unknown[] | undefined, field: string): string[] | undefined {
  if (names === undefined) return undefined;
  const trimmed = names.map((name) => (typeof name === 'string' ? name.trim() : ''));
  if (!trimmed.every((name) => /^[a-z][a-z_]{0,40}\.[a-z][a-z_]{0,40}$/.test(name))) {
    throw new FieldRefusal(field, 'Each event must be named <object>.<action>.');
  }
  return [...new Set(trimmed)];
}
