import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { showsCallback } from '../../interface/messages/callback.ts';
import { rule } from '../../interface/rules/rule.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// Deleting a callback: the answer, the permanent deletion, and no effect on other callbacks, even with the same
// address.

// All tests in one worker, which performs one deletion for all of them.
test.describe.configure({ mode: 'default', lock: callbackLock });

test(...rule('callback-delete.accepted'), async ({ deletion }) => {
  expect(deletion.answer).toBeAccepted();
});

test(...rule('callback-delete.result'), async ({ deletion }) => {
  expect(deletion.answer).toHaveField('result', shapes.exactly('success'));
});

test(...rule('callback-delete.answered-id'), async ({ deletion }) => {
  expect(deletion.answer).toHaveField('id', shapes.exactly(deletion.id));
});

test(...rule('callback-delete.message'), async ({ deletion }) => {
  expect(deletion.answer).toHaveField('message', shapes.text);
});

test(...rule('callback-delete.gone'), async ({ deletion }) => {
  expect({ before: showsCallback(deletion.before), after: showsCallback(deletion.fetchedAfter) }).toEqual({
    before: true,
    after: false,
  });
});

test(...rule('callback-delete.stays-gone'), async ({ deletion }) => {
  expect(showsCallback(deletion.fetchedAfterUpdate)).toBe(false);
});

test(...rule('callback-delete.only-the-named'), async ({ deletion }) => {
  expect(deletion.bystanderAfter).toEqual(deletion.bystanderBefore);
});

test(...rule('callback-delete.only-the-named', 'an unknown id'), async ({ api, callbacks }) => {
  const id = await callbacks.readable();
  const before = await callbacks.settings(id);
  await api.deleteCallback('no-such-callback-0001');
  expect(await callbacks.settings(id)).toEqual(before);
});

test(...rule('callback-delete.second'), async ({ deletion, observe }) => {
  observe(summarizeReply(deletion.deletedAgain));
});

test(...rule('callback-delete.unknown-id'), async ({ api, observe }) => {
  observe(summarizeReply(await api.deleteCallback('no-such-callback-0000')));
});
