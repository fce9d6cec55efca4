import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { temporaryFolder } from '../../fixtures/tests/run-specs.ts';
import { check, resultsOf, run } from '../tests/sample-results.ts';
import { decide, type Evidence } from './decision.ts';
import { readReviews, stateOf } from './reviews.ts';
import { seal, signAgain, verifySeal, type Requirements } from './seal.ts';
import { sinceLast } from './since-last.ts';
import { privateKeyIn, publicKeyIn } from './signing-keys.ts';

const today = '2026-11-25';
const review = { point: 'page.understood', required: true, decision: 'yes', by: 'Ann', until: '2026-12-31' } as const;
const deviation = {
  rule: 'wallets.list',
  target: 'staging.example.com',
  differences: [],
  owner: 'payments',
  ticket: 'PAY-1',
  expires: today,
  reason: 'soon',
};

const decided = (more: Partial<Evidence> = {}): string => {
  const results = resultsOf([check('wallets.list', 'one')]);
  const evidence = {
    results,
    isProven: true,
    reviews: [review],
    deviations: [deviation],
    commit: run.commit ?? '',
    today,
  };
  const { decision, reasons } = decide({ ...evidence, ...more });
  return `${decision}: ${reasons.join(' ')}`;
};
const resultsWith = (verdict: 'fail' | 'known' | 'environment', facts = {}) =>
  resultsOf([check('wallets.list', 'one', { verdict })], facts);

test('GO needs a whole conforming run, a proof, and every required review', () => {
  assert.match(decided(), /^GO: Every must rule/);
  assert.match(decided({ results: resultsWith('known') }), /^GO: .*but for 1 known deviation/);
  assert.match(decided({ results: resultsWith('fail') }), /^NO-GO: 1 rule of the interface broken: wallets\.list/);
  assert.match(decided({ reviews: [{ ...review, decision: 'no' }] }), /^NO-GO: Ann decided no on page\.understood/);
  assert.match(decided({ today: '2026-11-26' }), /^NO-GO: The known deviation PAY-1 has expired/);
  for (const [more, reason] of [
    [{ isProven: false }, /proof of faults does not hold/],
    [{ reviews: [{ ...review, by: undefined }] }, /page\.understood needs a decision in reviews\.yaml \(open\)/],
    [{ reviews: [{ ...review, until: '2026-11-24' }] }, /\(expired\)/],
    [{ commit: 'd'.repeat(40) }, /suite changed while it ran/],
    [{ results: resultsWith('environment') }, /1 rule could not be judged/],
    [
      { results: resultsWith('known', { partial: true, limitedBy: ['--grep x'] }) },
      /Only a part of the suite ran: --grep x/,
    ],
    [{ results: resultsWith('fail', { interrupted: true }) }, /interrupted/],
    [{ results: resultsWith('known', { shards: { of: 2, missing: [2] } }) }, /The run is inconclusive/],
    [{ results: resultsWith('known', { leftBehind: ['a callback'] }) }, /left something behind/],
  ] as const)
    assert.match(decided(more), new RegExp(`^INCONCLUSIVE: .*${reason.source}`));
  assert.match(decided({ reviews: [{ ...review, required: false, decision: undefined }] }), /^GO/);
});

test('a decision of people counts until its day, and only with a name', () => {
  assert.equal(stateOf(review, today), 'yes');
  assert.equal(stateOf(review, '2027-01-01'), 'expired');
  assert.equal(stateOf({ ...review, until: undefined }, today), 'expired');
  assert.equal(stateOf({ ...review, decision: 'no', until: undefined }, today), 'no');
});

test('reviews.yaml: what is wrong is named, entry by entry', (t) => {
  const file = join(temporaryFolder(t), 'reviews.yaml');
  assert.deepEqual(readReviews(file), []);
  const written = (text: string) => () => {
    writeFileSync(file, text);
    return readReviews(file);
  };
  const entry = 'point: page.understood\n  required: true\n  by: Ann\n  until: 2026-12-31\n';
  assert.deepEqual(written(`- ${entry}  decision: no`)(), [{ ...review, decision: 'no' }]);
  assert.throws(written('- point: x'), /entry 1, point: there is no such point; npm run rules -- --find/);
  assert.throws(written(`- ${entry}- ${entry}  decision: maybe`), /entry 2, decision: write yes or no/);
  assert.throws(written('- point: page.understood\n  until: soon'), /entry 1, until: write a date/);
  assert.throws(written('- point: page.understood\n  reviewer: Ann'), /entry 1.*reviewer/);
  assert.throws(written('- point: page.understood\n  required: yes'), /entry 1, required: write true or false/);
  assert.throws(written('- {'), /is not valid YAML/);
});

const facts = {
  decision: 'GO',
  rehearsal: false,
  approver: 'Ann',
  approvals: 1,
  target: 'staging',
  host: 'staging.example.com',
  commit: 'c'.repeat(40),
  issuedAt: '2026-11-25T10:00:00.000Z',
  expiresAt: '2026-12-09T10:00:00.000Z',
} as const;
const now = Date.parse('2026-11-26T10:00:00Z');
const keys = generateKeyPairSync('ed25519');

const sealed = (t: TestContext, isSigned = true, approvals: 1 | 2 = 1) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'results.json'), '{}');
  writeFileSync(join(folder, 'index.html'), '<p>');
  seal(folder, { ...facts, approvals, reasons: ['fine'] }, isSigned ? keys.privateKey : undefined);
  return {
    folder,
    problems: (more: Partial<Requirements> = {}, at = now) =>
      verifySeal(folder, { keys: [keys.publicKey], ...more }, at).problems.join('; '),
  };
};

test('a sign-off verifies as it was issued, for its time', (t) => {
  const { folder, problems } = sealed(t);
  assert.equal(problems({ decisions: ['GO'], host: facts.host, commit: 'ccccccc' }), '');
  const at = (day: string) => verifySeal(folder, { keys: [keys.publicKey] }, Date.parse(day)).isOutOfTime;
  assert.deepEqual(['2026-11-25', '2026-11-26', '2026-12-10'].map(at), [true, false, true]);
  assert.match(problems({ decisions: ['NO-GO'] }), /the decision is GO, not NO-GO/);
  assert.match(problems({ host: 'other.example.com' }), /the target is staging\.example\.com, not other/);
  assert.match(problems({ commit: 'ddd' }), /the commit is c+, not ddd/);
});

test('a changed, missing or added file, another key and no signature are refused', (t) => {
  const { folder, problems } = sealed(t);
  assert.match(problems({ keys: [generateKeyPairSync('ed25519').publicKey] }), /not signed by the given key/);
  writeFileSync(join(folder, 'results.json'), '{"verdict":"conforming"}');
  writeFileSync(join(folder, 'more.txt'), '');
  rmSync(join(folder, 'index.html'));
  for (const name of ['results.json', 'more.txt', 'index.html'])
    assert.ok(problems().includes(`${name}: changed, missing or added`), name);
  const unsigned = sealed(t, false);
  assert.match(unsigned.problems(), /not signed by the given key/);
  assert.equal(unsigned.problems({ keys: [] }), '');
  writeFileSync(join(unsigned.folder, 'signoff.json'), '{}');
  assert.throws(() => unsigned.problems(), /holds no sign-off of this version/);
});

test('where two people sign, both have to, each with a name and a key of their own', (t) => {
  const other = generateKeyPairSync('ed25519');
  const both = { keys: [other.publicKey, keys.publicKey] };
  const { folder, problems } = sealed(t, true, 2);
  assert.match(problems(), /not signed by a second person/);
  const { manifest } = verifySeal(folder, both);
  assert.throws(() => signAgain(folder, manifest, 'ann ', other.privateKey), /A second person signs/);
  assert.throws(() => signAgain(folder, manifest, 'Bob', keys.privateKey), /A second person signs/);
  signAgain(folder, manifest, 'Bob', other.privateKey);
  assert.equal(problems(both), '');
  assert.equal(verifySeal(folder, both).second?.approver, 'Bob');
  assert.match(problems(), /whose key has to be given/);
  // Of another document, and asked for by the verifier alone.
  const signed = readFileSync(join(folder, 'signoff-second.json'), 'utf8');
  const alone = sealed(t);
  assert.match(alone.problems(both), /not signed by a second person/);
  writeFileSync(join(alone.folder, 'signoff-second.json'), signed);
  writeFileSync(join(alone.folder, 'signoff-second.sig'), readFileSync(join(folder, 'signoff-second.sig')));
  writeFileSync(join(alone.folder, 'more.txt'), '');
  seal(alone.folder, { ...facts, reasons: ['another document'] }, keys.privateKey);
  assert.match(alone.problems(both), /not signed by a second person/);
});

test('a key of another kind is refused, without showing it', (t) => {
  const folder = temporaryFolder(t);
  const pemOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const own = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  assert.equal(privateKeyIn(pemOf('own.pem', own)).asymmetricKeyType, 'ed25519');
  assert.throws(() => publicKeyIn('--public-key', pemOf('own.pem', own)), /no Ed25519 public key; make one with/);
  const other = pemOf('rsa.pem', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  assert.throws(() => privateKeyIn(other), /^Error: the signing key: \S+ contains no Ed25519 private key; make one/);
  assert.throws(() => privateKeyIn(join(folder, 'none.pem')), /cannot be read/);
});

test('what changed since an earlier sign-off is told, and a rule that is newly open is no GO', () => {
  const checks = (first: 'pass' | 'fail' | 'known', second: 'pass' | 'environment') => [
    check('wallets.list', 'one', { verdict: first }),
    check('wallets.result', 'one', { verdict: second }),
  ];
  const at = (name: string) => [{ name, at: '2026-11-25T10:00:00.000Z' }];
  const before = resultsOf(checks('pass', 'pass'), { builds: at('1.4') });
  const manifest = { decision: 'GO', issuedAt: '2026-11-11', host: 'h', approver: 'Ann' } as never;
  const { facts, changes, newlyOpen } = sinceLast(
    { manifest, results: before },
    resultsOf(checks('known', 'environment'), { builds: at('1.5'), interrupted: true }),
  );
  assert.deepEqual(changes, [
    ['Newly accepted as known deviations', ['wallets.list']],
    ['No longer judged', ['wallets.result']],
  ]);
  assert.match(
    facts.map((one) => one.join(' ')).join('; '),
    /GO of .*by Ann; Build 1\.4 → 1\.5; .*; Incomplete this run/,
  );
  assert.match(
    decided({ newlyOpen }),
    /^INCONCLUSIVE: 1 rule judged for the last sign-off, and not now: wallets\.result/,
  );
});
