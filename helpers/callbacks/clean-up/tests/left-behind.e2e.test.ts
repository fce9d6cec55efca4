import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Relay } from '../../tests/relay.ts';
import { Workspace } from '../../tests/suite-run.ts';
import { stagingAt, Target } from '../../tests/target.ts';

// Real runs that report what they could not clean up.

const created = { CALLBACK_CREATE_PATH: '/v1/callback/create' };

let target: Target;
let relay: Relay;
let address: string;
before(async () => {
  target = await Target.start('--fault', 'delete-does-nothing');
  relay = new Relay(target.address);
  address = await relay.start();
});
after(async () => {
  relay.stop();
  await target.stop();
});

test('a callback that cannot be deleted makes the run inconclusive, is listed and stays in the journal', async () => {
  const workspace = new Workspace();
  const run = workspace.run({ ...stagingAt(address), ...created }, '4.5', '--grep', '@callback-fetch.accepted');
  assert.equal(await run.ended(), 2, run.output);
  const { verdict, rules, leftBehind } = run.results().run;
  assert.deepEqual([verdict, rules.pass, leftBehind?.length], ['inconclusive', 1, 1]);
  const [id = ''] = await target.ids();
  assert.match(leftBehind?.[0] ?? '', new RegExp(`callback ${id} is not deleted: .* still there`));
  assert.match(run.output, new RegExp(`Left behind at the target: 1 callback\n +callback ${id}`));
  assert.equal(readdirSync(workspace.journals).length, 1);
  workspace.remove();
});

test('a lost creation request is listed, and the repeated test is judged', async () => {
  const healthy = await Target.start();
  const lossy = new Relay(healthy.address);
  let lost = 0;
  lossy.drops = (asked) => asked.startsWith('POST /v1/callback/create') && ++lost === 1;
  const workspace = new Workspace();
  const run = workspace.run(
    { ...stagingAt(await lossy.start()), ...created },
    '4.5',
    '--grep',
    '@callback-fetch.accepted',
  );
  assert.equal(await run.ended(), 0, run.output);
  const { verdict, leftBehind, mayExist } = run.results().run;
  assert.deepEqual([verdict, leftBehind, mayExist?.length], ['conforming', undefined, 1]);
  assert.match(run.output, /Lost on the way: a callback with the url \S+ may exist/);
  lossy.stop();
  await healthy.stop();
  workspace.remove();
});

test('a callback whose creation got no answer is listed as one that may exist, and describes its run', async () => {
  const workspace = new Workspace();
  relay.keepsBack = (asked) => asked.startsWith('POST /v1/callback/create');
  const impatient = { ...stagingAt(address), ...created, REQUEST_TIMEOUT_MS: '500' };
  const run = workspace.run(impatient, '4.5', '--grep', '@callback-fetch.accepted');
  assert.equal(await run.ended(), 2, run.output);
  const { mayExist } = run.results().run;
  const [, url, name] = /url (\S+) may exist: .* \(run (\S+)\)/.exec(mayExist?.join() ?? '') ?? [];
  const made = await Promise.all((await target.ids()).map((id) => target.fieldsOf(id)));
  const found = made.map((fields) => fields as { url: string; description: string }).find((one) => one.url === url);
  assert.ok(found?.description.startsWith(`made by the conformance suite, run ${name} (`));
  workspace.remove();
});
