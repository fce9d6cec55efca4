import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, resultsOf } from '../tests/sample-results.ts';
import { junitOf } from './junit.ts';

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
  );
  assert.match(
    xml,
    /classname="wallets\.list"[^>]*><failure message="[^"<]+">one \(tests\/api\/a\.spec\.ts:12\)\ngot &lt;\/failure&gt; &amp; &quot;quotes&quot; \? \?</,
  );
  assert.match(xml, /classname="wallets\.message"[^>]*><error message="no wallet">/);
  assert.match(xml, /classname="wallets\.result"[^>]*><skipped message="absent"\/>/);
  for (const rule of ['balance', 'currency']) assert.match(xml, new RegExp(`classname="wallets\\.${rule}"[^>]*/>`));
  assert.equal(xml.match(/<testcase /g)?.length, 5);
});
