import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { TestCase } from '@playwright/test/reporter';
import { lookFor, pictureFor, wordsFor } from '../../../helpers/evidence/for-review.ts';
import { reviewIds } from '../../../interface/rules/catalogue.ts';
import { buildResults, type JudgedTest } from '../../results/judgement/build-results.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';
import { parseResults, type Results, type Review } from '../../results/results-schema.ts';
import { needsSomebody, saidOfReview } from '../../results/text.ts';
import { targetName } from '../../results/target-name.ts';
import { addDecision, readDecisions, type Decision } from './decisions.ts';
import { decided, withReviews } from './reviews.ts';
import { keepPictures, seenBy } from './seen.ts';

const point = 'webhook.authenticity';
const now = new Date('2026-11-22T12:00:00Z');

/** A target folder that the process uses until the end of the test. */
const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'reviews-'));
  const before = process.env.TARGET_FOLDER;
  process.env.TARGET_FOLDER = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TARGET_FOLDER;
    else process.env.TARGET_FOLDER = before;
    rmSync(folder, { recursive: true });
  });
  return folder;
};

const observed = (headers: string): JudgedTest => ({
  rule: 'webhook.headers',
  title: 'which headers?',
  file: 'tests/api/6-events.spec.ts',
  line: 1,
  project: 'api',
  verdict: 'observed',
  durationMs: 1,
  error: null,
  observed: [headers],
  notApplicable: undefined,
});

const ran = (headers = 'x-signature', notApplicable: string[] = []): Results =>
  withReviews(buildResults(runInput({ notApplicable }), [observed(headers)]), { required: [point], seen: [] });

const reviewIn = ({ run }: Results): Review => {
  const found = run.reviews?.find(({ id }) => id === point);
  assert.ok(found);
  return found;
};

const decision = (results: Results, more: Partial<Decision> = {}): Decision => ({
  point,
  target: targetName(results.run),
  decision: 'accepted',
  by: 'Ada',
  at: '2026-11-20T12:00:00.000Z',
  until: '2027-05-19',
  note: '',
  run: results.run.startedAt,
  evidence: Object.fromEntries(reviewIn(results).evidence.map(({ of, digest }) => [of, digest])),
  ...more,
});

const after = (results: Results, decisions: readonly Decision[]): Review => {
  const [found] = decided([reviewIn(results)], results.run, decisions, now);
  assert.ok(found);
  return found;
};

test('a decision about a point holds until it expires or the evidence changes', () => {
  const first = ran();
  const accepted = decision(first);
  assert.equal(after(first, []).state, 'open');
  assert.ok(needsSomebody(after(first, [])), 'it is required');
  assert.equal(after(first, [accepted]).state, 'accepted');
  assert.equal(after(first, [{ ...accepted, target: 'other.example.com' }]).state, 'open');
  assert.equal(after(first, [{ ...accepted, until: '2026-11-21' }]).state, 'expired');
  assert.equal(after(first, [{ ...accepted, until: '2026-11-22' }]).state, 'accepted', 'on its last day');
  const changed = after(ran('x-mac'), [accepted]);
  assert.deepEqual([changed.state, changed.changed], ['changed', ['webhook.headers']]);
  assert.match(
    saidOfReview(changed),
    /^decision needed again, required, since webhook\.headers changed: accepted by Ada/,
  );
  const rejected = { ...accepted, decision: 'rejected', note: 'no signature', until: '2026-11-20' } as const;
  assert.equal(
    after(ran('x-mac'), [accepted, rejected]).state,
    'rejected',
    'the last decision counts, and a rejection does not expire',
  );
  const unseen = { ...ran(), rules: [] };
  assert.equal(after(withReviews(unseen, { required: [], seen: [] }), [accepted]).state, 'accepted');
});

test('a run lists the points with their evidence, and they change no verdict', (t) => {
  folderOf(t);
  const results = ran();
  assert.deepEqual(
    results.run.reviews?.map(({ id }) => id),
    reviewIds,
  );
  assert.deepEqual(
    reviewIn(results).evidence.map(({ of, seen }) => [of, seen]),
    [['webhook.headers', ['x-signature']]],
  );
  const { reviews: _, ...without } = results.run;
  assert.deepEqual(without, buildResults(runInput(), [observed('x-signature')]).run);
  assert.deepEqual(parseResults(JSON.stringify(results)), results);
  assert.ok(results.rules.every(({ id }) => !reviewIds.some((one) => one === id)));
  assert.ok(!ran('', ['webhooks']).run.reviews?.some(({ id }) => id === point), 'declared as not available');
});

test('decisions are appended, and an invalid one leaves the file unchanged', (t) => {
  const folder = folderOf(t);
  const results = ran();
  addDecision(decision(results));
  addDecision(decision(results, { decision: 'not-needed', note: 'no webhooks in May' }));
  assert.deepEqual(
    readDecisions().map((one) => one.decision),
    ['accepted', 'not-needed'],
  );
  const before = readFileSync(join(folder, 'reviews.json'), 'utf8');
  for (const [wrong, why] of [
    [{ by: ' ' }, /by: say who decides/],
    [{ decision: 'rejected' }, /note: say why/],
    [{ until: '2099-01-01' }, /until: write a day at most 366 days after/],
    [{ until: '2026-11-01' }, /until: /],
    [{ note: 'two\nlines' }, /note: write one line/],
  ] as const)
    assert.throws(() => addDecision(decision(results, wrong)), why);
  assert.equal(readFileSync(join(folder, 'reviews.json'), 'utf8'), before);
});

test('an invalid file is reported with all problems and stays unchanged', (t) => {
  const folder = folderOf(t);
  const results = ran();
  const file = join(folder, 'reviews.json');
  const wrong = JSON.stringify({ version: 1, decisions: [{ ...decision(results), until: 'May', more: 1 }] });
  for (const [text, why] of [
    ['{', /cannot be used:\n {2}- it is not valid JSON .*\nCorrect it, or restore it/s],
    ['{"version":2,"decisions":[]}', /version: is not 1, /],
    [wrong, /decisions\.0\.until: write a date.*\n.*decisions\.0: Unrecognized key: "more"/],
  ] as const) {
    writeFileSync(file, text);
    assert.throws(() => readDecisions(), why);
    assert.throws(() => addDecision(decision(results)), why);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
  const { run } = ran();
  assert.equal(run.verdict, 'inconclusive', 'a file that was damaged during the run');
  assert.match(run.errors.join(), /reviews\.json contains the decisions of people and cannot be used/);
});

test('screenshots and words that tests attach belong to their point, unless they were removed', (t) => {
  const folder = folderOf(t);
  const attachments = (contentType: string) => [
    { name: pictureFor('page.understood'), contentType, body: Buffer.from('picture') },
    { name: wordsFor('page.understood'), contentType: 'text/plain', body: Buffer.from('Pay now') },
    { name: pictureFor('../../etc/passwd'), contentType: 'image/png', body: Buffer.from('elsewhere') },
  ];
  const tests = (contentType: string) => [{ results: [{ attachments: attachments(contentType) }] }] as TestCase[];
  const [seen] = seenBy(tests('image/png'));
  assert.deepEqual(seen, { id: 'page.understood', pictures: ['review/page.understood.png'], words: ['Pay now'] });
  assert.deepEqual(seenBy(tests('text/plain'))[0]?.pictures, []);
  keepPictures(folder, tests('text/plain'));
  assert.ok(!existsSync(join(folder, 'review')));
  keepPictures(folder, tests('image/png'));
  assert.equal(readFileSync(join(folder, 'review', 'page.understood.png'), 'utf8'), 'picture');
});

test('words do not depend on the payment, and a page that shows a key has no screenshot', async () => {
  const keys = { secretKey: 'sk_test_0123456789abcdef', publishableKey: 'pk_test_0123456789abcdef' };
  const look = (text: string, more = '', take = () => Promise.resolve(Buffer.from('picture'))) =>
    lookFor('page.understood', Object.assign({ text }, { more }), ['Ref-abc', 'Ref-xyz'], keys, take);
  const wordsOf = async (text: string) => (await look(text)).at(-1)?.body.toString();
  assert.equal(await wordsOf('Pay 10.00\n for Ref-abc, open for 9 min'), 'Pay # for #, open for # min');
  assert.equal(await wordsOf('Pay 2,500.00 for Ref-xyz, open for 12 min'), 'Pay # for #, open for # min');
  const names = async (looking: ReturnType<typeof look>) => (await looking).map(({ name }) => name);
  assert.deepEqual(await names(look('Pay')), [pictureFor('page.understood'), wordsFor('page.understood')]);
  for (const key of Object.values(keys)) {
    assert.deepEqual(await names(look(`Pay with ${key}`)), [wordsFor('page.understood')]);
    assert.deepEqual(await names(look('Pay', key)), [wordsFor('page.understood')]);
  }
  assert.deepEqual(await names(look('Pay', '', () => Promise.reject(new Error('late')))), [
    wordsFor('page.understood'),
  ]);
});
