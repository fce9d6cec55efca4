import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { foreign, HostileService } from './hostile-service.ts';
import { Workspace } from './suite-run.ts';
import { stagingAt } from './target.ts';

// Whole runs against a service whose creation of callbacks answers with ids that are not ours.

const service = new HostileService();
const workspace = new Workspace();
let settings: Record<string, string>;
before(async () => {
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
    '--workers=1',
    '--grep',
    '@callback-update.accepted|@callback-delete.accepted',
  );
  return { code: await begun.ended(), output: begun.output, results: begun.results().run };
};

test('a run neither changes nor deletes the callback of somebody else', async () => {
  service.lie = ({ operation }) =>
    operation === 'create' ? { body: { result: 'success', id: 'foreign-1', merchant: { id: 7 } } } : undefined;
  const { code, output, results } = await run();
  assert.deepEqual([service.changes, service.foreignNow], [[], foreign]);
  assert.deepEqual([code, results.verdict, results.rules.fail], [2, 'inconclusive', 0], output);
  assert.match(output, /CALLBACK_CREATE_PATH\) was answered 200, and no fetch shows what was sent/);
});

test('an odd id ends neither the run that met it nor a later one', async () => {
  const odd = ['\ud800x', '..'];
  let created = 0;
  service.lie = ({ operation }) =>
    operation === 'create' ? { body: { result: 'success', id: odd[created++ % odd.length] } } : undefined;
  const first = await run();
  assert.equal(first.code, 2, first.output);
  assert.ok(created >= odd.length, 'the run has met each of them');
  service.reset();
  const later = await run();
  assert.equal(later.code, 0, later.output);
  assert.ok(service.changes.length > 0, 'the later run has tested');
  const cleanUp = workspace.cleanUp(settings, '--forget');
  assert.equal(await cleanUp.ended(), 0, cleanUp.output);
});

test('a configured callback that is shown oddly is not changed', async () => {
  service.lie = ({ method, id }) => {
    const { description: _description, ...callback } = service.callbacks.get(id) ?? {};
    return method === 'GET' && id === 'foreign-1' ? { body: { result: 'success', callback } } : undefined;
  };
  const { code, output } = await run({ CALLBACK_CREATE_PATH: '', CALLBACK_ID: 'foreign-1' });
  assert.deepEqual([code, service.changes, service.foreignNow], [2, [], foreign], output);
  assert.match(output, /CALLBACK_ID is left as it is: a fetch shows its description in no form that could be restored/);
});

test('an id that a full disk did not take is listed by the run that knows it', async () => {
  service.lie = ({ method }) => (method === 'DELETE' ? { status: 403, body: { result: 'error' } } : undefined);
  const NODE_OPTIONS = `--import ${new URL('full-disk.mjs', import.meta.url).href}`;
  const { code, output, results } = await run({ NODE_OPTIONS });
  assert.equal(code, 2, output);
  assert.match(results.leftBehind?.join() ?? '', /callback cb-3 is not deleted/);
  assert.match(output, /journal cannot be written \(ENOSPC\); make room for it, or set JOURNAL_FOLDER/);
});
