import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildResults } from './judgement/build-results.ts';
import { parseResults, resultsJsonSchema } from './results-schema.ts';
import { runInput } from './judgement/tests/run-input.ts';

const results = buildResults(runInput({ target: 'sandbox', host: '127.0.0.1:4000' }), []);

test('the committed JSON Schema is up to date; npm run schema updates it', () => {
  const committed: unknown = JSON.parse(readFileSync(new URL('results.schema.json', import.meta.url), 'utf8'));
  assert.deepEqual(committed, JSON.parse(resultsJsonSchema()));
});

test('built results can be parsed', () => {
  assert.deepEqual(parseResults(JSON.stringify(results)), results);
});

test('unknown fields of later versions are accepted', () => {
  assert.doesNotThrow(() => parseResults(JSON.stringify({ ...results, later: 1, run: { ...results.run, later: 2 } })));
});

test('another version, a missing field and an unknown verdict are refused', () => {
  const { verdict: _verdict, ...incomplete } = results.run;
  const unknown = { ...results, rules: results.rules.map((rule) => ({ ...rule, verdict: 'fine' })) };
  for (const wrong of [{ ...results, version: 2 }, { ...results, run: incomplete }, unknown]) {
    assert.throws(() => parseResults(JSON.stringify(wrong)));
  }
});
