import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { FakeCallbackService } from '../../callbacks/tests/fake-callback-service.ts';
import { Callbacks } from '../../callbacks/callbacks.ts';
import { sendCallbackSequences } from '../callback-sequences.ts';

const service = new FakeCallbackService();
before(() => service.start());
beforeEach(() => service.reset());

const sequences = (more: Record<string, string> = {}) => {
  const { api, settings } = service.target({ SEED: '7', ...more });
  return sendCallbackSequences(api, new Callbacks(api, settings), settings);
};

test('a service that keeps every update has no contradiction, with created and configured callbacks', async () => {
  assert.equal(await sequences(), undefined);
  assert.equal(await sequences({ CALLBACK_CREATE_PATH: '', CALLBACK_ID: '7' }), undefined);
});

test('an update that changes another callback, too, is found, and its seed finds it again', async () => {
  service.lie = ({ method, body: { description } }) => {
    for (const one of service.callbacks.values()) if (method === 'PUT' && description) one['description'] = description;
    return undefined;
  };
  const failure = await sequences();
  assert.match(failure?.reason ?? '', /does not show the description as written/);
  assert.match((await sequences({ SEED: failure?.seed ?? '' }))?.reason ?? '', /does not show the description/);
});

test('a deleted callback that is still shown is found', async () => {
  service.lie = ({ method, id }) => (method === 'DELETE' ? { body: { result: 'success', id } } : undefined);
  assert.match((await sequences())?.reason ?? '', /the deleted callback \S+ is shown/);
});
