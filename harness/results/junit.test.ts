import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check, resultsOf } from '../tests/sample-results.ts';
import { junitOf, readTestKeys } from './junit.ts';

test('JUnit has a case for each rule, and text of the target cannot break it', () => {
  const message = 'got </failure> & "quotes" \u0000 \uD800';
  const xml = junitOf(
    resultsOf([
      check('wallets.list', 'one', { verdict: 'fail', message }),
      check('wallets.message', 'one', { verdict: 'not-tested', message: 'no wallet' }),
      check('wallets.result', 'one', { verdict: 'not-applicable', message: 'absent' }),
      check('wallets.balance', 'one', { verdict: 'known', ticket: 'PAY-1' }),
      check('wallets.currency', 'one'),
    ]),
    { 'wallets.currency': 'PAY-101' },
  );
  assert.match(
    xml,
    /classname="wallets\.list"[^>]*><failure message="[^"<]+" type="fail">one \(tests\/api\/a\.spec\.ts:12\)\ngot &lt;\/failure&gt; &amp; &quot;quotes&quot; \? \?</,
  );
  assert.match(xml, /classname="wallets\.message"[^>]*><error message="no wallet" type="not-tested">/);
  assert.match(xml, /classname="wallets\.result"[^>]*><skipped message="absent"\/>/);
  assert.match(xml, /classname="wallets\.currency"[^>]*><properties><property name="test_key" value="PAY-101"\/><\/p/);
  assert.equal(xml.match(/<testcase /g)?.length, 5);
});

test('keys of a test management tool are of rules that exist', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'test-keys.json');
  assert.deepEqual(readTestKeys(file), {});
  writeFileSync(file, '{ "wallets.lists": "PAY-1" }');
  assert.throws(() => readTestKeys(file), /no rule wallets\.lists/);
});
