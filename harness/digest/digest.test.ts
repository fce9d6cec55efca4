import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { digestOf } from './digest.ts';
import { code, escaped } from '../../helpers/redaction/escape-markdown.ts';
import { markdownOf } from './markdown.ts';
import { messageOf } from './messages.ts';
import { facts, headline } from './parts.ts';
import { writeDigest } from './publish.ts';
import { exampleRun, hostile } from './tests/example-run.ts';

const digest = digestOf(exampleRun(), 'https://ci.example.com/runs/1');

test('the digest of a smoke run says so in its headline', () => {
  const digest = digestOf(exampleRun({ profile: 'smoke', partial: true, limitedBy: ['--profile smoke'] }), null);
  assert.match(headline(digest), / \(smoke run\)$/);
  assert.match(facts(digest).join('\n'), /^Smoke: one test for each section/m);
  assert.doesNotMatch(facts(digest).join('\n'), /Partial/);
});

test('the digest summarises the findings of a run', () => {
  assert.equal(digest.verdict, 'non-conforming');
  const [broken] = digest.broken;
  assert.equal(broken?.id, 'txn.amount-required');
  assert.ok(broken?.received.startsWith('Received: ``'));
  assert.equal(broken?.place, 'tests/api/4.1-transactions.spec.ts:14');
  assert.equal(digest.known[0]?.daysLeft, 10);
  assert.deepEqual(digest.notJudged.map(({ verdict, rules }) => [verdict, rules > 0]).sort(), [
    ['environment', true],
    ['not-tested', true],
  ]);
});

test('the Markdown is readable and renders nothing from answers', () => {
  const markdown = markdownOf(digest);
  for (const part of [
    '# non-conforming: staging at staging.example.com',
    '- 2026-11-21 07:00 UTC, 1 min 1 s, suite 04e6ee5',
    '[this run](<https://ci.example.com/runs/1>)',
    '## Broken rules: 1\n\n- `txn.amount-required` an initiation without amount is refused',
    '- `txn.email-required` PAY-1, @<!---->payments, until 2026-12-01 (10 days left)',
    '## Observed differently: 1\n\n- `balance.singular-path` does the singular path answer as well?\\\n  `- HTTP 404`\\\n  ```+ HTTP 410',
  ]) {
    assert.ok(markdown.includes(part), `${part}\nis not in\n${markdown}`);
  }
  // Text in code spans is never rendered; the rest must contain no markup of the target.
  const rendered = markdown.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
  assert.doesNotMatch(rendered, /evil|@channel|<img|<\/code>|\*\*b/);
  assert.doesNotMatch(markdown, /\u202e/);
});

test('a code fence is longer than any fence in the code, and other text is escaped', () => {
  assert.equal(code('a `` b'), '```a `` b```');
  assert.equal(code('`a`\nb'), '`` `a` b ``');
  assert.equal(
    escaped('a_b <c> [d](e) @f https://g & #1'),
    'a\\_b &lt;c\\> \\[d\\](e) @<!---->f https://<!---->g &amp; \\#1',
  );
});

test('a Slack message consists of plain text within the limits of Slack', () => {
  const { text, blocks } = JSON.parse(messageOf(digest, 'slack'));
  assert.equal(text, 'non-conforming: staging at staging.example.com');
  for (const block of blocks.filter(({ type }: { type: string }) => type !== 'actions')) {
    assert.ok(['header', 'section'].includes(block.type));
    assert.equal(block.text.type, 'plain_text');
    assert.ok(block.text.text.length <= 3000);
  }
  assert.ok(blocks.some((block: { text?: { text: string } }) => block.text?.text.includes('txn.amount-required')));
  assert.equal(blocks.at(-1).elements[0].url, 'https://ci.example.com/runs/1');
});

test('a Teams message is an Adaptive Card that consists of text runs', () => {
  const message = JSON.parse(messageOf(digest, 'teams'));
  assert.equal(message.type, 'message');
  const [{ contentType, content }] = message.attachments;
  assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
  assert.equal(content.type, 'AdaptiveCard');
  for (const block of content.body) {
    assert.equal(block.type, 'RichTextBlock');
    for (const run of block.inlines) assert.equal(run.type, 'TextRun');
  }
});

test('a message stays small even when many rules are broken', () => {
  const errors = Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(3000)}`);
  const notJudged = errors.map((reason) => ({ verdict: 'harness', reason, rules: 1 }));
  for (const format of ['slack', 'teams'] as const) {
    const body = messageOf({ ...digest, errors, notJudged, leftBehind: errors }, format);
    assert.ok(Buffer.byteLength(body) <= 24_000);
    assert.match(body, /and 5\d more/);
  }
});

test('it is written masked to both files and to the job summary', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'digest-'));
  const summary = join(root, 'summary.md');
  const before = process.env.GITHUB_STEP_SUMMARY;
  t.after(() => {
    rmSync(root, { recursive: true, force: true });
    if (before === undefined) delete process.env.GITHUB_STEP_SUMMARY;
    else process.env.GITHUB_STEP_SUMMARY = before;
  });
  writeFileSync(summary, 'before\n');
  process.env.GITHUB_STEP_SUMMARY = summary;
  const mask = (text: string): string => text.replaceAll('evil.example', '<SECRET_KEY>');
  assert.deepEqual(writeDigest(exampleRun(), root, mask).troubles, []);
  const markdown = readFileSync(join(root, 'reports', 'digest.md'), 'utf8');
  const json = readFileSync(join(root, 'reports', 'digest.json'), 'utf8');
  for (const text of [markdown, json]) assert.doesNotMatch(text, /evil\.example/);
  assert.equal(JSON.parse(json).version, 1);
  const link = '- [the front page of the run](index.html)\n';
  assert.ok(markdown.includes(link));
  assert.equal(readFileSync(summary, 'utf8'), `before\n${markdown.replace(link, '')}\n`);
  process.env.GITHUB_STEP_SUMMARY = join(root, 'no', 'such', 'folder');
  assert.match(writeDigest(exampleRun(), root, mask).troubles.join(), /^the job summary could not be written/);
  assert.ok(hostile.includes('evil.example'));
});

test('the digest lists open reviews as plain text', () => {
  const review = { id: 'page.understood', sentence: 'it is understood', sections: ['4.1'], changed: [], evidence: [] };
  const reviews = (['open', 'rejected'] as const).map((state, index) => {
    const decision = { decision: 'rejected', by: hostile, at: '2026-11-20T00:00:00Z', until: '2027-01-01' } as const;
    const made = state === 'open' ? null : { ...decision, note: hostile, run: '2026-11-19T00:00:00Z' };
    return { ...review, id: `page.${index}`, state, required: index > 0, decision: made, pictures: [] };
  });
  const markdown = markdownOf(digestOf(exampleRun({ reviews }), null));
  assert.match(markdown, /^- Manual reviews: 2 points: 1 open · 1 rejected$/m);
  const [, said = ''] = /## Manual reviews to decide \(npm run review\): 1\n\n- `page\.1` (.*)/.exec(markdown) ?? [];
  assert.match(said, /^rejected by /);
  assert.doesNotMatch(said, /@channel|<img|[^\\]\]\(/);
});
