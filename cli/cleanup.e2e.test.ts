import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endedJournal, settingsFor } from '../helpers/callbacks/tests/ended-run.ts';
import { HostileService } from '../helpers/callbacks/tests/hostile-service.ts';
import { Workspace } from '../helpers/callbacks/tests/suite-run.ts';
import { stagingAt } from '../helpers/callbacks/tests/target.ts';

// The clean-up itself is tested in helpers/callbacks.

const service = new HostileService();
const workspace = new Workspace();
let address: string;
before(async () => (address = await service.start()));
after(() => {
  service.stop();
  workspace.remove();
});

const cleanUp = async (settings: Record<string, string>, ...args: string[]) => {
  const run = workspace.cleanUp(settings, ...args);
  return { code: await run.ended(), output: run.output };
};

test('npm run cleanup ends with 2 while something is left, and with 0 after --forget', async () => {
  const journal = endedJournal(settingsFor(address, workspace.journals));
  journal.append({ what: 'creating', key: 'k1', url: 'https://a.example' });
  journal.append({ what: 'created', key: 'k1', id: 'cb1' });
  const sandbox = await cleanUp({});
  const named = new RegExp(`cb1 .*${new URL(address).host}$`, 'm');
  assert.deepEqual([sandbox.code, named.test(sandbox.output)], [2, true], sandbox.output);
  service.lie = () => ({ status: 403, body: { result: 'error' } });
  const tried = await cleanUp(stagingAt(address));
  assert.deepEqual([tried.code, /cb1 is not deleted: .*403/.test(tried.output)], [2, true], tried.output);
  const forgotten = await cleanUp(stagingAt(address), '--forget');
  assert.deepEqual([forgotten.code, /is forgotten/.test(forgotten.output)], [0, true], forgotten.output);
  assert.deepEqual(await cleanUp(stagingAt(address), '--dry-run'), { code: 0, output: 'Nothing is left behind.\n' });
});

test('npm run cleanup rejects wrong arguments and settings by name', async () => {
  const argument = await cleanUp({}, '--everything');
  assert.deepEqual([argument.code, /--everything/.test(argument.output)], [3, true], argument.output);
  const settings = await cleanUp({ TARGET: 'staging' });
  assert.deepEqual([settings.code, /BASE_URL/.test(settings.output)], [3, true], settings.output);
});
