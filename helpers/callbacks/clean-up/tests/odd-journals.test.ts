import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { nameRunFolder } from '../../../client/network/run-folder.ts';
import { beginJournal } from '../../journal/journal.ts';
import { cleanUpAfterOthers, leftBehind } from '../earlier-runs.ts';
import { endedJournal, settingsFor, textOf } from '../../tests/ended-run.ts';
import { HostileService } from '../../tests/hostile-service.ts';
import { Workspace } from '../../tests/suite-run.ts';
import { stagingAt } from '../../tests/target.ts';

// Journals that were truncated, edited by hand, forged, or written by another version.

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
const service = new HostileService();
let address: string;
before(async () => {
  nameRunFolder();
  address = await service.start();
});
after(() => {
  service.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  service.reset();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});

const oddLines = [
  '{"what":"created","key":"k1","id":"\\ud800x"}',
  '{"what":"created","key":"k1","id":".."}',
  '{"what":"created","key":"k1","id":{"toString":1}}',
  '{"what":"claimed","key":"k1","ids":["a/../b"]}',
  '{"what":"borrowed","key":"../../v1/transactions","fields":{},"disposable":false}',
  '{"what":"merged","key":"k1"}',
  '{"what":"created"}',
  'null',
  '[[[[',
  'not a record',
];

for (const line of oddLines) {
  test(`an invalid line is reported once and does not stop the clean-up: ${line}`, async () => {
    const settings = settingsFor(address, folder);
    const journal = endedJournal(settings);
    appendFileSync(journal.path, `\n${line}`);
    journal.append({ what: 'creating', key: 'k2', url: 'https://merchant.example/k2' });
    journal.append({ what: 'created', key: 'k2', id: service.keep({}) });
    const kept = textOf(journal);
    const found = await cleanUpAfterOthers(settings);
    assert.deepEqual([found.removed, found.left], [1, []]);
    assert.match(found.notices.join(), /has invalid lines: 1; it is now .*\.odd$/);
    assert.ok(readFileSync(`${journal.path}.odd`, 'utf8').startsWith(kept), 'the renamed file keeps all lines');
    assert.deepEqual(await cleanUpAfterOthers(settings), {
      removed: 0,
      restored: 0,
      deactivated: 0,
      left: [],
      notices: [],
    });
    assert.deepEqual(service.changes, ['DELETE cb-3']);
  });
}

const garbage: Record<string, (path: string) => void> = {
  'is empty': (path) => writeFileSync(path, ''),
  'holds bytes': (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 10, 0x80])),
  'is a folder': (path) => mkdirSync(path),
  'is of a later version': (path) => writeFileSync(path, '{"what":"run","version":2,"run":"x"}\n{"what":"created"}'),
  'is nested deeply': (path) => writeFileSync(path, '['.repeat(1_000_000)),
};

for (const [name, make] of Object.entries(garbage)) {
  test(`a journal that ${name} is reported once and renamed`, async () => {
    const settings = settingsFor(address, folder);
    make(join(folder, '2020.jsonl'));
    assert.deepEqual(leftBehind(settings, beginJournal(settings)), []);
    assert.match((await cleanUpAfterOthers(settings)).notices.join(), /2020\.jsonl is not a journal .*\.odd/);
    assert.doesNotMatch((await cleanUpAfterOthers(settings)).notices.join(), /2020/);
    assert.ok(existsSync(join(folder, '2020.jsonl.odd')));
  });
}

test('the journal of a running later version is kept', async () => {
  const settings = settingsFor(address, folder);
  const { path, header } = beginJournal(settings);
  writeFileSync(path, JSON.stringify({ ...header, version: 2 }));
  assert.match((await cleanUpAfterOthers(settings)).notices.join(), /in progress/);
  assert.ok(existsSync(path));
});

test('--forget works with invalid lines and files, and while the target is down', async () => {
  const workspace = new Workspace();
  mkdirSync(workspace.journals);
  const settings = settingsFor('http://127.0.0.1:9', workspace.journals);
  const journal = endedJournal(settings);
  appendFileSync(journal.path, oddLines.map((line) => `\n${line}`).join(''));
  journal.append({ what: 'creating', key: 'k2', url: 'https://merchant.example/k2\u001b[2J' });
  journal.append({ what: 'created', key: 'k2', id: 'cb1' });
  for (const [index, make] of Object.values(garbage).entries()) make(join(workspace.journals, `${index}.jsonl`));
  const run = workspace.cleanUp(stagingAt('http://127.0.0.1:9'), '--forget');
  assert.deepEqual([await run.ended(), run.output.includes('\u001b[2J')], [0, false], run.output);
  assert.match(run.output, /callback cb1 is not deleted: .*ECONNREFUSED/);
  assert.deepEqual(readdirSync(workspace.journals), []);
  workspace.remove();
});
