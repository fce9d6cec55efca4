import assert from 'node:assert/strict';
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Relay } from '../../tests/relay.ts';
import { Workspace } from '../../tests/suite-run.ts';
import { stagingAt, Target } from '../../tests/target.ts';

// Real runs that are killed in the middle of a change, and the state of the target afterwards.

const original = {
  url: 'https://shop.example/Hook?token=a%20b&next=%2F',
  description: 'naïve “shop”, two words; 100 %',
  events: ['payout.updated', 'payment.created'],
  is_active: false,
};

let target: Target;
let relay: Relay;
let settings: Record<string, string>;
let id: string;
const workspace = new Workspace();

before(async () => {
  target = await Target.start();
  relay = new Relay(target.address);
  id = await target.create(original);
  settings = { ...stagingAt(await relay.start()), CALLBACK_ID: id };
});
after(async () => {
  relay.stop();
  await target.stop();
  workspace.remove();
});

/** A run that has just changed the configured callback and waits for the answer. */
const runInMidChange = async (begin: 'run' | 'npmStart' = 'run') => {
  relay.keepsBack = (asked) => asked.startsWith('PUT') && asked.includes('changed by the conformance suite');
  const kept = relay.kept();
  const run = workspace[begin](settings, '4.6', '--grep', '@callback-update.all-fields');
  await Promise.race([kept, run.ended().then(() => assert.fail(run.output))]);
  relay.keepsBack = () => false;
  assert.notDeepEqual(await target.fieldsOf(id), original);
  return run;
};
const journals = () => readdirSync(workspace.journals);

test('the next run restores exactly what a run was changing when the power failed', async () => {
  const run = await runInMidChange();
  run.killWithWorkers();
  await run.ended();
  for (const name of journals()) appendFileSync(join(workspace.journals, name), '\n{"what":"settl');
  const next = workspace.run(settings, '4.5', '--grep', '@callback-fetch.accepted');
  assert.equal(await next.ended(), 0, next.output);
  assert.match(next.output, /Cleaned up after an earlier run: 0 deleted, 1 restored/);
  assert.deepEqual(await target.fieldsOf(id), original);
  assert.deepEqual(journals(), []);
});

test('a run restores what its killed worker was changing', async () => {
  const run = await runInMidChange();
  run.killWorkers();
  await run.ended();
  assert.deepEqual(await target.fieldsOf(id), original, run.output);
  assert.deepEqual(journals(), []);
});

test('a terminated npm start restores its changes even if npm exits first, and no other run does', async () => {
  const begun = Date.now();
  const run = await runInMidChange('npmStart');
  const cleanUp = workspace.cleanUp(settings);
  assert.equal(await cleanUp.ended(), 0, cleanUp.output);
  assert.match(cleanUp.output, /belongs to a run in progress/);
  assert.notDeepEqual(await target.fieldsOf(id), original);
  run.kill('SIGTERM');
  await run.ended();
  const { interrupted, startedAt, verdict } = run.results().run;
  assert.ok(interrupted && Date.parse(startedAt) >= begun, run.output);
  assert.equal(verdict, 'inconclusive');
  assert.deepEqual(await target.fieldsOf(id), original);
  assert.deepEqual(journals(), []);
});

test('concurrent runs take turns with a configured callback, and each restores it', async () => {
  const runs = [1, 2].map(() => workspace.run(settings, '4.6', '--grep', '@callback-update.url'));
  for (const run of runs) assert.equal(await run.ended(), 0, run.output);
  assert.deepEqual(await target.fieldsOf(id), original);
  assert.deepEqual(journals(), []);
});
