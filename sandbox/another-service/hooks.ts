import { asJson, Refusal, type Answer, type Fields } from './replies.ts';
import type { Hook, Store } from './store.ts';

const find = (store: Store, id: string): Hook => {
  const hook = store.hooks.get(id);
  if (!hook) throw new Refusal(404, 'There is no such subscription');
  return hook;
};

const time = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** GET /v1/callback/fetch/{callback_id} (4.5). */
export const fetchHook = (store: Store, id: string): Answer => {
  const { url, description, events, active, failures, triggered, created, updated } = find(store, id);
  const dates = { date_created: time(created), date_updated: time(updated) };
  const delivery = { failure_count: failures, last_triggered: triggered ? time(triggered) : null };
  const callback = { id, url, description, events: events.join(','), is_active: active, ...delivery, ...dates };
  return asJson({ result: 'success', callback });
};

/** PUT /v1/callback/update/{callback_id} (4.6). */
export const updateHook = (store: Store, id: string, fields: Fields): Answer => {
  const hook = find(store, id);
  const {
    url = hook.url,
    description = hook.description,
    events = hook.events.join(),
    is_active = hook.active,
  } = fields;
  if (typeof url !== 'string' || !URL.canParse(url)) throw new Refusal(400, 'url is no web address');
  if (typeof description !== 'string') throw new Refusal(400, 'description is not text');
  if (typeof events !== 'string') throw new Refusal(400, 'events are names with commas between');
  if (typeof is_active !== 'boolean') throw new Refusal(400, 'is_active is true or false');
  const names = events.split(',').map((name) => name.trim());
  const changes = { url, description, events: names.filter(Boolean), active: is_active, updated: Date.now() };
  Object.assign(hook, changes);
  return asJson({ result: 'success', id, message: 'Your subscription is changed' });
};

/** DELETE /v1/callback/delete/{callback_id} (4.7). */
export const removeHook = (store: Store, id: string): Answer => {
  find(store, id);
  store.hooks.delete(id);
  return asJson({ result: 'success', id, message: 'Your subscription has ended' });
};
