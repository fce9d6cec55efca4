import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMissing } from './missing-cases.ts';

test('junit.xml lists and counts tests of missing shards as errors', () => {
  const junit = '<testsuites id="" name="" tests="2" failures="1" skipped="0" errors="0" time="1">\n</testsuites>';
  const planned = { shard: 3, rule: 'txn.body-empty', project: 'api', file: 'tests/api/a.spec.ts', line: 1 };
  const text = withMissing(junit, [{ ...planned, title: 'a "b" < c' }], 4);
  assert.match(text, /^<testsuites id="" name="" tests="3" failures="1" skipped="0" errors="1" time="1">/);
  assert.match(text, /<testsuite name="shard 3 of 4" tests="1" failures="0" skipped="0" time="0" errors="1">/);
  assert.match(text, /name="\[api\] a &quot;b&quot; &lt; c" classname="tests\/api\/a.spec.ts"/);
  assert.match(
    text,
    /<error message="shard 3 of 4 is missing">\n<\/error>\n<\/testcase>\n<\/testsuite>\n<\/testsuites>\n$/,
  );
  assert.equal(withMissing(junit, [], 4), `${junit}\n`);
});
