import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';
import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';
import type { Results } from '../../results/results-schema.ts';
import { exampleRun } from '../tests/example-run.ts';
import { TrackerStandIn } from '../tests/tracker-stand-in.ts';
import { keepIssue } from './issue.ts';
import { Tracker } from './tracker.ts';

const token = 'ghs_a1b2c3d4e5f6';
const runUrl = 'https://ci.example/runs/1';

/** A run with these rules broken, and these not judged. */
const runWith = (
  broken: readonly string[],
  open: readonly string[] = [],
  more: Partial<Results['run']> = {},
): Results => {
  const { run, rules, version } = exampleRun();
  const verdictOf = (id: string) => (broken.includes(id) ? 'fail' : open.includes(id) ? 'environment' : 'pass');
  const verdict = broken.length > 0 ? 'non-conforming' : open.length > 0 ? 'inconclusive' : 'conforming';
  return {
    version,
    run: { ...run, partial: false, interrupted: false, verdict, ...more },
    rules: rules.map((rule) => ({ ...rule, verdict: verdictOf(rule.id) })),
  };
};

const standIn = async (t: TestContext) => {
  const tracker = new TrackerStandIn(token);
  t.after(() => tracker.stop());
  return { tracker, ...(await tracker.start()) };
};

for (const kind of ['github', 'gitlab'] as const) {
  test(`one issue is opened, updated, commented on and closed at ${kind}`, async (t) => {
    const { tracker, ...places } = await standIn(t);
    const after = (results: Results) => keepIssue(results, runUrl, new Tracker(places[kind], token, {}));
    const [first, second] = ['txn.amount-required', 'txn.amount-type'];
    assert.equal(await after(runWith([])), 'The run conforms, and no issue was open.');
    assert.equal(await after(runWith([first])), 'Issue 7 was opened.');
    const [issue] = tracker.issues;
    assert.ok(issue);
    assert.equal(issue.title, 'Not conforming: staging at staging.example.com');
    assert.match(issue.text, /txn\.amount-required/);
    assert.match(issue.text, /\[this run\]\(<https:\/\/ci\.example\/runs\/1>\)/);
    // Text of the target must not become a mention, a link or a command of the tracker.
    assert.doesNotMatch(issue.text.replaceAll(/(`+)[^]*?\1/g, ''), /@channel|\]\(https:\/\/evil|^ *\//m);

    assert.equal(await after(runWith([first])), 'Issue 7 was updated.');
    assert.deepEqual(issue.comments, []);
    assert.match(await after(runWith([first, second])), /updated, with a comment/);
    assert.match(issue.comments[0] ?? '', /- Broken now: `txn\.amount-type`$/);
    // A rule that could not be judged does not count as fixed.
    assert.equal(await after(runWith([second], [first])), 'Issue 7 was updated.');
    assert.match(await after(runWith([second])), /updated, with a comment/);
    assert.match(issue.comments[1] ?? '', /- Fixed: `txn\.amount-required`$/);

    assert.match(await after(runWith([], [second])), /inconclusive: no issue was touched/);
    assert.match(await after(runWith([], [], { partial: true })), /partial: no issue was touched/);
    assert.match(await after(runWith([first], [], { interrupted: true })), /interrupted: no issue was touched/);
    assert.ok(issue.isOpen);
    assert.match(await after(runWith([first], [], { host: 'other.example:443' })), /Issue 8 was opened/);
    assert.equal(await after(runWith([])), 'Issue 7 was closed.');
    assert.deepEqual([issue.isOpen, tracker.issues[1]?.isOpen, issue.comments.length], [false, true, 3]);
    assert.match(await after(runWith([first])), /Issue 9 was opened/);
  });

  test(`errors and invalid responses of ${kind} are reported`, async (t) => {
    const { tracker, ...places } = await standIn(t);
    const failure = (sent: string, waitMs?: number): Promise<string> =>
      keepIssue(runWith(['txn.amount-required']), null, new Tracker(places[kind], sent, {}, waitMs)).catch(String);
    assert.match(await failure('wrong-t0ken'), /could not find the issue: HTTP 401: check ISSUE_TOKEN/);
    const wrong: [(typeof tracker)['instead'], RegExp, number?][] = [
      [(reply) => reply.writeHead(500).end('secret page'), /: HTTP 500$/],
      [(reply) => reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), /: HTTP 302$/],
      [(reply) => reply.end('<html>'), /neither a list of issues/],
      [(reply) => reply.end('{"message":"no"}'), /neither a list of issues/],
      [(reply) => reply.end('[{"number":"../../x","iid":-1}]'), /neither a list of issues/],
      [(reply) => reply.end(' '.repeat(9_000_000)), /the answer is too large/],
      [(reply) => reply.socket?.destroy(), /UND_ERR_SOCKET/],
      [() => {}, /no answer within 0\.2 s/, 200],
    ];
    for (const [instead, expected, waitMs] of wrong) {
      tracker.instead = instead;
      const said = await failure(token, waitMs);
      assert.match(said, expected);
      assert.doesNotMatch(said, /ghs_|secret page/);
    }
    assert.equal(tracker.issues.length, 0);
  });
}

test('a token is sent only over HTTPS, and only in a pipeline', () => {
  const given = { GITHUB_API_URL: 'http://api.example', GITHUB_REPOSITORY: 'a/b' };
  assert.throws(() => new Tracker(given, token, {}), /GITHUB_API_URL: is not an https address/);
  assert.throws(
    () => new Tracker({ ...given, GITHUB_API_URL: 'https://api.example', GITHUB_REPOSITORY: '../x/y' }, token, {}),
  );
  assert.throws(() => new Tracker({}, token, {}), /run it in a pipeline/);
});

test('npm run issue opens an issue for the run in a folder, and reports missing input', async (t) => {
  const { tracker, github } = await standIn(t);
  const folder = mkdtempSync(join(tmpdir(), 'issue-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const run = async (environment: Record<string, string>) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'cli/documents/issue.ts', '--target', folder], {
      cwd: suiteRoot,
      env: { ...process.env, ...noSettings, ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return `${code} ${output.trim()}`;
  };
  const given = { ...github, ISSUE_TOKEN: token };
  const [without, early] = await Promise.all([run(github), run(given)]);
  assert.equal(without, '3 ISSUE_TOKEN: set it to a token that may write issues');
  assert.match(early, /^3 reports\/results\.json cannot be read/);
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports', 'results.json'), JSON.stringify(runWith(['txn.amount-required'])));
  assert.equal(await run(given), '0 Issue 7 was opened.');
  assert.equal(tracker.issues.length, 1);
});
