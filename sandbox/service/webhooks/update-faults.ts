import type { HasFault } from '../../faults/catalogue.ts';
import { type Callback, type CallbackChange, knownEvents } from './callback.ts';

/** What a sandbox with a fault makes of the fields of an update before it keeps them. */
export function faultyChange(callback: Callback, asked: CallbackChange, fault: HasFault): CallbackChange {
  const change = { ...asked };
  forget(callback, change, fault);
  reset(callback, change, fault);
  misread(callback, change, fault);
  return change;
}

/** Fields that an update brings and the sandbox ignores. */
function forget(callback: Callback, change: CallbackChange, fault: HasFault): void {
  const { url, description, events, is_active: active } = change;
  const given = [url, description, events, active].filter((value) => value !== undefined).length;
  const all = given === 4;
  const again = callback.date_updated !== callback.date_created;
  const allButUrl = all && fault('update-of-all-applies-url-only');
  const nothing = again && fault('update-only-once');

  if (nothing || fault('update-forgets-url')) delete change.url;
  if (nothing || fault('update-forgets-description') || allButUrl) delete change.description;
  if (nothing || fault('update-forgets-events') || allButUrl) delete change.events;
  if (nothing || allButUrl) delete change.is_active;
  if (all && fault('update-of-all-forgets-url')) delete change.url;
  if (all && fault('update-of-all-forgets-description')) delete change.description;
  if (all && fault('update-of-all-forgets-events')) delete change.events;
  if (all && fault('update-of-all-forgets-is-active')) delete change.is_active;
  if (again && fault('update-url-only-once')) delete change.url;
  if (again && fault('update-description-only-once')) delete change.description;
  if (again && fault('update-events-only-once')) delete change.events;
  if (active === false && fault('update-ignores-deactivation')) delete change.is_active;
  if (active === false && given === 1 && fault('update-ignores-lone-deactivation')) delete change.is_active;
  if (active === true && fault('update-ignores-reactivation')) delete change.is_active;
  if (active === true && given === 1 && fault('update-ignores-lone-reactivation')) delete change.is_active;
}

/** Fields that an update does not bring and the sandbox sets all the same. */
function reset(callback: Callback, change: CallbackChange, fault: HasFault): void {
  if (fault('update-resets-url')) change.url ??= 'http://127.0.0.1:9/';
  if (fault('update-resets-description')) change.description ??= '';
  if (fault('update-resets-events')) change.events ??= [...knownEvents];
  if (fault('update-empties-events')) change.events ??= [];
  if (fault('update-turns-active')) change.is_active ??= true;
  if (fault('update-turns-inactive')) change.is_active ??= false;
}

/** Fields that are kept, but not as they were sent. */
function misread(callback: Callback, change: CallbackChange, fault: HasFault): void {
  const { url, description, events, is_active: active } = change;
  if (url !== undefined) {
    if (fault('update-url-lower-cased')) change.url = url.toLowerCase();
    if (fault('update-url-without-query')) change.url = url.replace(/\?.*/, '');
    if (fault('update-url-without-path')) change.url = new URL('/', url).href;
    if (fault('update-keeps-url-in-list')) Object.assign(change, { url: [url] });
    if (fault('update-url-in-description')) Object.assign(change, { url: callback.url, description: url });
  }
  if (description !== undefined) {
    if (fault('update-keeps-description-as-object')) Object.assign(change, { description: { text: description } });
    if (fault('update-description-truncated')) change.description = description.slice(0, 10);
    if (fault('update-description-escaped')) change.description = escapeEach(description);
    if (fault('update-description-appended')) change.description = `${callback.description} ${description}`;
    if (fault('update-description-in-capitals')) change.description = description.toUpperCase();
  }
  if (events !== undefined) {
    if (fault('update-appends-events')) change.events = [...new Set([...callback.events, ...events])];
    if (fault('update-keeps-first-event')) change.events = events.slice(0, 1);
    if (fault('update-keeps-last-event')) change.events = events.slice(-1);
    if (fault('update-keeps-events-unsplit')) change.events = [events.join(';')];
    if (fault('update-clears-events')) change.events = [];
    if (fault('update-takes-all-events')) change.events = [...knownEvents];
  }
  if (active !== undefined) {
    if (fault('update-inverts-is-active')) change.is_active = !active;
    // The type is what these faults break.
    if (fault('update-keeps-is-active-as-text')) Object.assign(change, { is_active: String(active) });
    if (fault('update-keeps-is-active-as-number')) Object.assign(change, { is_active: Number(active) });
  }
}

function escapeEach(text: string): string {
  return [...text].map((letter) => `&#${letter.codePointAt(0)};`).join('');
}
