import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Results } from '../../results/results-schema.ts';
import { decide } from '../decision.ts';
import type { SignOff } from '../document/facts.ts';
import { signOffPage } from '../document/page.ts';
import { verifySignOff } from '../verify.ts';
import { writeSignOff } from '../write.ts';
import { commit, ended, known, one } from './ended.ts';
import { manifestOf } from './manifest.ts';

const issuedAt = new Date('2026-11-21T12:30:00Z');

/** The sign-off of a run. */
const signOffOf = (results: Results, more: Partial<SignOff> = {}): SignOff => ({
  decided: decide(results, commit, '2026-11-21'),
  results,
  certificate: { suite: 'a'.repeat(64), packages: 'b'.repeat(64), provenAt: issuedAt.toISOString(), faults: 1356 },
  manifest: manifestOf(issuedAt),
  evidence: () => [],
  absenceReasons: new Map(),
  ...more,
});

/** The text of its page, with single spaces. */
const wordsOf = (results: Results, more: Partial<SignOff> = {}): string =>
  signOffPage(signOffOf(results, more))
    .replace(/<style>[^]*<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('the page of a GO shows its basis', () => {
  const words = wordsOf(ended());
  for (const said of [
    'staging.example.com GO ',
    'Issued 21 November 2026, 12:30 UTC Valid until 5 December 2026, 12:30 UTC',
    'Against 1356 sandboxes with one fault each',
    'Nothing to compare with: observations are not pinned.',
    'The decision is taken by: Name Date Signature',
    'SECRET_KEY set',
  ])
    assert.ok(words.includes(said), said);
  assert.doesNotMatch(words, /Deviations|Not judged|Declared as not available|Rehearsal/);
});

test('a broken rule is shown with its evidence, and answers are escaped', () => {
  const error = 'expect(reply).toBeRefused()\n\nExpected: HTTP 400\nReceived: <img src=x>\n    at somewhere.ts:1';
  const results = ended('fail', {}, { error });
  const page = signOffPage(
    signOffOf(results, {
      evidence: () => [
        {
          asked: 'POST /v1/transactions',
          requestBody: '{"a":1}',
          answered: 'HTTP 200',
          responseBody: '<script>1</script>',
        },
      ],
    }),
  );
  for (const shown of [
    'NO-GO',
    'Deviations from the interface: 1',
    `<code>${one}</code>`,
    'Expected: HTTP 400\nReceived: &lt;img src=x&gt;</pre>',
    '<code>POST /v1/transactions</code> → HTTP 200',
    '&lt;script&gt;1&lt;/script&gt;',
    `npm start -- --grep @${one}`,
  ])
    assert.ok(page.includes(shown), shown);
  assert.doesNotMatch(page, /<script|<img|somewhere\.ts/);
});

test('the page shows known deviations, rules without judgement and absent capabilities', () => {
  assert.match(wordsOf(known('2026-12-01')), /GO with one known deviation .* later Ada PAY-1 2026-12-01/);
  assert.match(
    wordsOf(ended('not-tested', {}, { error: 'no callback could be made' })),
    new RegExp(`INCONCLUSIVE .* Not judged: 1 rule no callback could be made 1 rule: ${one} `),
  );
  const absent = ended('not-applicable', { notApplicable: ['iframe'] });
  assert.match(wordsOf(absent), /Declared as not available .* iframe no reason was given 1 rule: /);
  assert.match(wordsOf(absent, { absenceReasons: new Map([['iframe', 'not before May']]) }), /iframe not before May/);
  const rehearsal = wordsOf(ended(), { manifest: manifestOf(issuedAt, { rehearsal: true }) });
  assert.match(rehearsal, /no basis for a release\. .* The embedded sandbox /);
});

test('differences from the pinned observations are listed', () => {
  const pins = { file: 'observations.json', pinned: true, new: [], changed: [], gone: [] };
  assert.match(wordsOf(ended('pass', { observations: pins })), /all as pinned in observations\.json/);
  assert.match(
    wordsOf(ended('pass', { observations: { ...pins, pinned: false } })),
    /nothing is pinned for this target/,
  );
  const changed = [{ rule: 'page.opens', before: ['before'], after: ['now', 'and now'] }];
  const added = [{ rule: 'page.understood', after: ['added'] }];
  assert.match(
    wordsOf(ended('pass', { observations: { ...pins, changed, new: added } })),
    /2 answers differ .* page\.opens before now; and now .* page\.understood · added /,
  );
});

test('a sign-off is written completely, masked and sealed, or not at all', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const signOff = signOffOf(ended('fail', {}, { error: 'Received: key-1234' }));
  const mask = (text: string): string => text.replaceAll('key-1234', '<KEY>');
  const written = join(folder, 'reports', 'one');
  await writeSignOff(written, signOff, undefined, mask);
  assert.deepEqual(readdirSync(written).sort(), [
    'SHA256SUMS',
    'index.html',
    'results.json',
    'signoff.json',
    'signoff.pdf',
  ]);
  assert.deepEqual(verifySignOff(written, undefined).changes, []);
  assert.equal(readFileSync(join(written, 'signoff.pdf'), 'latin1').slice(0, 5), '%PDF-');
  for (const name of ['index.html', 'results.json'])
    assert.doesNotMatch(readFileSync(join(written, name), 'utf8'), /key-1234/, name);

  const unprinted = join(folder, 'two');
  await assert.rejects(writeSignOff(unprinted, signOff, undefined, mask, 'ws://127.0.0.1:1/'));
  assert.deepEqual([existsSync(unprinted), existsSync(`${unprinted}.part`)], [false, false]);
});
