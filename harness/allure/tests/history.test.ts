import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { forget, mark } from '../history.ts';
import { packed } from '../page/packed.ts';

test('a rebuilt report replaces the earlier one of the same run and keeps the other runs', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'allure.jsonl');
  const report = (run: string, uuid: string): void => {
    forget(file, run);
    appendFileSync(
      file,
      `${JSON.stringify({ uuid, testResults: { a: { status: 'failed', labels: [1], trace: 'x' } } })}\n`,
    );
    mark(file, run);
  };
  report('monday', '1');
  report('tuesday', '2');
  report('tuesday', '3');
  appendFileSync(file, '{"uuid":"cut o');
  report('wednesday', '4');
  const points = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    points.map(({ uuid }) => uuid),
    ['1', '3', '4'],
  );
  assert.deepEqual(points[0]?.['testResults'], { a: { status: 'failed', labels: [] } });
});

test('a packed page holds the same data, and a page of unknown structure stays unchanged', () => {
  const binary = Buffer.from([0xff, 0xfe]).toString('base64');
  const text = Buffer.from('{"name":"·"}').toString('base64');
  const page = `<html><script defer>\n      Promise.allSettled([d("a.json","${text}"),d("b.png","${binary}")]).then()</script></html>`;
  const archive = /id="packed-data">([^<]+)</.exec(packed(page))?.[1] ?? '';
  const data = JSON.parse(gunzipSync(Buffer.from(archive, 'base64')).toString()) as unknown;
  assert.deepEqual(data, { 'a.json': { text: '{"name":"·"}' }, 'b.png': { binary } });
  assert.equal(packed('<html></html>'), '<html></html>');
});
