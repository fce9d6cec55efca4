import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { test } from '../../fixtures/index.ts';
import { callbackOf, settableFields } from '../../interface/messages/callback.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { rule } from '../../interface/rules/rule.ts';

// What the interface leaves open about an update of a callback.

test.describe.configure({ mode: 'parallel', lock: callbackLock });

test(...rule('callback-update.empty'), async ({ api, callbacks, observe }) => {
  observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), {})));
});

for (const field of ['url', 'description']) {
  test(...rule('callback-update.null-text', field), async ({ api, callbacks, observe }) => {
    const id = await callbacks.updatable();
    const { status } = await api.updateCallback(id, { [field]: null });
    observe(`HTTP ${status}, then ${describeShape(callbackOf(await api.fetchCallback(id))?.[field])}`);
  });
}

for (const field of settableFields) {
  test(...rule('callback-update.ill-typed', field), async ({ api, callbacks, observe }) => {
    observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), { [field]: { no: 'type' } })));
  });
}

test(...rule('callback-update.list-of-events'), async ({ api, callbacks, observe }) => {
  observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), { events: ['payment.created'] })));
});

for (const [variant, events] of [
  ['unknown name', 'parcel.lost'],
  ['space after comma', 'payment.created, payment.failed'],
  ['empty', ''],
] as const) {
  test(...rule('callback-update.odd-events', variant), async ({ api, callbacks, observe }) => {
    observe(summarizeReply(await api.updateCallback(await callbacks.updatable(), { events })));
  });
}

test(...rule('callback-update.without-id'), async ({ api, observe }) => {
  observe(summarizeReply(await api.probe('PUT', '/v1/callback/update/', {})));
});

test(...rule('callback-update.unknown-id'), async ({ api, observe }) => {
  observe(summarizeReply(await api.updateCallback('no-such-callback-0000', { description: 'nobody' })));
});
