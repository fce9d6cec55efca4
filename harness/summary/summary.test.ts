import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { CheckResult } from '../../helpers/evidence/check-result.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { summaryOf } from '../reporter/run-summary.ts';
import { check, resultsOf } from '../tests/sample-results.ts';
import { digestOf, messageOf } from './digest.ts';
import { sendDigest } from '../reporter/write-reports.ts';
import { serve } from '../../fixtures/tests/run-specs.ts';
import { frontPageOf } from './front-page.ts';
import { paymentsPageOf, picturesIn } from './payments-page.ts';

const hostile = '</code><script>alert(1)</script> ![x](http://evil) @all `tick` [link](javascript:x)\u001b[31m';
const difference = { field: 'result', expected: '"success"', received: '"odd"' };
const broken: Partial<CheckResult> = {
  verdict: 'fail',
  message: `Expected: a list\nReceived: ${hostile}`,
  differences: [difference],
};
const results = resultsOf(
  [
    check('wallets.list', 'first near miss', broken),
    check('wallets.message', 'one', { ...broken, message: 'Expected: words' }),
    check('wallets.result', 'one', { verdict: 'not-tested', message: `no wallet: ${hostile}` }),
    check('wallets.balance', 'one', { verdict: 'known', ticket: 'PAY-1' }),
    check('wallets.limit-effect', 'one', { verdict: 'observed', observed: hostile }),
  ],
  {
    errors: [hostile],
    leftBehind: [hostile],
    preflight: [{ name: 'address', verdict: 'fail', message: hostile, fix: 'x' }],
  },
);
const drift = [{ rule: 'wallets.limit-effect', case: 'one', before: null, after: hostile }];

test('the digest names what is broken, known, open and left behind', () => {
  const digest = digestOf(results, drift);
  for (const part of [
    '# inconclusive: staging',
    '## Known deviations: 1',
    '## Not judged: 1',
    '## Left behind at the target: 1',
    'PAY-1',
    'Ref-abc123',
  ])
    assert.ok(digest.includes(part), part);
  assert.match(
    digest,
    /^#.*\n\n1\. \*\*`GET \/v1\/wallets\/list \(4\.3\)`\*\*: `result is "odd", expected "success"`; broken: .*; 2 rules, 2 cases\n/,
  );
  assert.match(digest, /Also broken by it: `wallets\.message`/);
});

test('text of the target stays in code spans of the digest', () => {
  const digest = digestOf(results, drift);
  // A block or a span ends with as many backticks as it began with.
  const rest = digest.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '').replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  assert.equal(digest.split('alert(1)').length, 6 + 1);
  for (const part of ['script', 'evil', '@all', 'javascript']) assert.ok(!rest.includes(part), part);
  assert.ok(!digest.includes('\u001b'));
  assert.deepEqual(Object.keys(JSON.parse(messageOf(digest))), ['text']);
});

test('the front page escapes text of the target, and loads and runs nothing', () => {
  const page = frontPageOf(results, drift);
  assert.ok(!/<script|<img|javascript:[^x]|src=/.test(page));
  assert.match(page, /default-src 'none'[\s\S]*&lt;script&gt;alert\(1\)/);
  for (const rule of results.rules) assert.ok(page.includes(`id="${rule.id}"`), rule.id);
});

test('the summary shows where a rule broke, and ends with the verdict', () => {
  const summary = summaryOf({ ...results, run: { ...results.run, shards: { of: 2, missing: [2] } } }, 'reports', drift);
  assert.match(summary, /Shards {4}2, missing: 2[\s\S]*Verdict {3}inconclusive$/);
  assert.match(
    summary,
    /Broken rules: 2, by 1 cause[\s\S]*tests\/api\/a\.spec\.ts:12 {2}first near miss[\s\S]*again: npm start -- --grep @wallets\.list/,
  );
  assert.match(summary, /not-tested: no wallet[^\n]*\n {2}1 rule: wallets\.result/);
});

test('the digest of a whole run is sent through the proxy, with keys masked, and its address stays secret', async (t) => {
  const received: string[] = [];
  const proxy = await serve(t, async (request, response) => {
    received.push(`${request.headers.host} ${await text(request)}`);
    response.writeHead(received.length === 1 ? 200 : 403).end();
  });
  const settings = {
    digestWebhookUrl: 'http://hooks.example.test/services/T0/secret-7f3a',
    secretKey: 'sk_test_planted_7f3a',
    publishableKey: 'pk_test_planted_99c1',
    connection: { ...parseSettings({}).connection, httpsProxy: proxy },
  };
  const said = resultsOf([check('wallets.list', 'one', { verdict: 'fail', message: settings.secretKey })]);
  assert.equal(await sendDigest(said, [], settings), undefined);
  assert.match(received[0] ?? '', /^hooks\.example\.test \{"text":"# non-conforming.*<SECRET_KEY>/);
  assert.match(
    (await sendDigest(said, [], settings)) ?? '',
    /^the digest was refused with HTTP 403; correct DIGEST_WEBHOOK_URL$/,
  );
  const nobody = { ...settings, connection: { ...settings.connection, httpsProxy: 'http://127.0.0.1:1' } };
  assert.match((await sendDigest(said, [], nobody)) ?? '', /^the digest could not be sent \(\w+\)/);
  assert.equal(await sendDigest({ ...said, run: { ...said.run, partial: true } }, [], settings), undefined);
  assert.equal(received.length, 2);
});

test('the pictures of payments stand in the order of the interface, on a page that loads and runs nothing', () => {
  const names = [
    'film: form, success, phone, 1',
    'film: redirect, success, desktop, 1',
    'curl.sh',
    'film: <b>, x, y, 1',
  ];
  const pictures = picturesIn(names.map((name) => ({ name, body: Buffer.from('a picture') })));
  const page = paymentsPageOf(resultsOf([]), pictures);
  assert.deepEqual(page.match(/(?<=<h2>)[^<]*/g), [
    '&lt;b&gt;, x',
    'Hosted page, success',
    'Form post, success, on a phone',
  ]);
  assert.doesNotMatch(page, /<script|<b>|https?:/);
});
