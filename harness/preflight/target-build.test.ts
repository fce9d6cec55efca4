import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../fixtures/tests/run-specs.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { sandboxAsStaging } from '../../helpers/settings/sandbox-account.ts';
import { buildsInWords, isOtherBuild, readBuild } from './target-build.ts';

test('a build is read from a field or a header; one that cannot be read is told', async (t) => {
  const address = await serve(t, (_, response) =>
    response.writeHead(200, { 'x-version': '7' }).end(JSON.stringify({ app: { commit: 'abc\u001b[31m' } })),
  );
  const read = async (BUILD_URL: string) => {
    const seen = await readBuild(parseSettings({ ...sandboxAsStaging(address), BUILD_URL }));
    return typeof seen === 'object' ? seen.name : seen;
  };
  assert.match(String(await read(`${address}/version#app.commit`)), /^abc/);
  assert.ok(!String(await read(`${address}/version#app.commit`)).includes('\u001b'));
  assert.equal(await read(`${address}/version#header:X-Version`), '7');
  assert.equal(await read(`${address}/version#app`), 'the answer has no app, which stands after #');
  assert.match(String(await read('http://127.0.0.1:1/version#x')), /refused/);
});

test('a change of the build is told with the time between', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 25) + seconds * 1000).toISOString();
  const [one, same, other] = [0, 60, 125].map((seconds, index) => ({
    name: index < 2 ? '1.4' : '1.5',
    at: at(seconds),
  }));
  assert.ok(one && same && other);
  assert.deepEqual([buildsInWords([one, same]), isOtherBuild([one, same])], ['1.4', false]);
  assert.equal(buildsInWords([one, same, other]), '1.4, then 1.5 1 min 5 s later');
  assert.ok(isOtherBuild([one, same, other]));
});
