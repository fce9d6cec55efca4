import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { nameRunFolder } from '../../client/network/run-folder.ts';
import { cleanUpAfterOthers } from '../clean-up/earlier-runs.ts';
import { settingsFor } from './ended-run.ts';
import { foreign, HostileService } from './hostile-service.ts';
import { Workspace } from './suite-run.ts';
import { stagingAt } from './target.ts';

// Whole runs against a service that answers the creation of callbacks with ids that are not ours.

const service = new HostileService();
const workspace = new Workspace();
let settings: Record<string, string>;
before(async () => {
  nameRunFolder();
  settings = { ...stagingAt(await service.start()), CALLBACK_CREATE_PATH: '/v1/callback/create' };
});
after(() => {
  service.stop();
  workspace.remove();
});
beforeEach(() => service.reset());

const run = async (more: Record<string, string> = {}) => {
  const begun = workspace.run(
    { ...settings, ...more },
    '4.6-callback-update',
    '4.7-callback-delete',
    '--grep',
    '@callback-update.accepted|@callback-delete.accepted',
  );
  return { code: await begun.ended(), output: begun.output, results: begun.results().run };
};

test('callbacks of others are not changed, and invalid ids abort neither their own run nor a later one', async () => {
  const ids = ['foreign-1', '\ud800x', '..'];
  let created = 0;
  service.lie = ({ operation }) =>
    operation === 'create'
      ? { body: { result: 'success', id: ids[created++ % ids.length], merchant: { id: 7 } } }
      : undefined;
  const { code, output, results } = await run();
  assert.ok(created >= ids.length, 'the run received each id');
  assert.deepEqual([service.changes, service.foreignNow], [[], foreign]);
  assert.deepEqual([code, results.verdict, results.rules.fail], [2, 'inconclusive', 0], output);
  assert.match(output, /CALLBACK_CREATE_PATH\) was answered 200, and no fetch shows what was sent/);
  service.reset();
  // A later run starts with this.
  const { left, notices } = await cleanUpAfterOthers(settingsFor(settings.BASE_URL ?? '', workspace.journals));
  assert.deepEqual([service.changes, notices], [[], []]);
  assert.ok(left.length > 0 && left.every((one) => one.includes('may exist: no fetch shows it')), left.join('\n'));
});

test('a configured callback that could not be restored is not changed', async () => {
  service.lie = ({ method, id }) => {
    const { description: _description, ...callback } = service.callbacks.get(id) ?? {};
    return method === 'GET' && id === 'foreign-1' ? { body: { result: 'success', callback } } : undefined;
  };
  const { code, output } = await run({ CALLBACK_CREATE_PATH: '', CALLBACK_ID: 'foreign-1' });
  assert.deepEqual([code, service.changes, service.foreignNow], [2, [], foreign], output);
  assert.match(output, /CALLBACK_ID is not changed: a fetch shows its description in a form that cannot be restored/);
});

test('an id that could not be written to a full disk is listed by its run', async () => {
  service.lie = ({ method }) => (method === 'DELETE' ? { status: 403, body: { result: 'error' } } : undefined);
  const NODE_OPTIONS = `--import ${new URL('full-disk.mjs', import.meta.url).href}`;
  const { code, output, results } = await run({ NODE_OPTIONS });
  assert.equal(code, 2, output);
  assert.match(results.leftBehind?.join() ?? '', /callback cb-3 is not deleted/);
  assert.match(output, /journal cannot be written \(ENOSPC\); free disk space or set JOURNAL_FOLDER/);
});
