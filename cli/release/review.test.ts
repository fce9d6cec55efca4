import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withReviews } from '../../harness/baselines/reviews/reviews.ts';
import { buildResults } from '../../harness/results/judgement/build-results.ts';
import { runInput } from '../../harness/results/judgement/tests/run-input.ts';

const program = fileURLToPath(new URL('./review.ts', import.meta.url));

test('a point is shown, then decided, then shown as decided; a wrong argument or file changes nothing', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'review-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const seen = [{ id: 'page.understood', pictures: ['review/page.understood.png'], words: ['Pay \u001b[2J now'] }];
  const results = withReviews(buildResults(runInput(), []), { required: ['page.understood'], seen });
  mkdirSync(join(folder, 'reports'));
  writeFileSync(join(folder, 'reports', 'results.json'), JSON.stringify(results));
  const review = (...args: string[]): { code: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), program, '--target', folder, ...args],
      { encoding: 'utf8', env: { PATH: process.env.PATH, FORCE_COLOR: '0' } },
    );
    return { code: status, said: stdout + stderr };
  };
  const shown = review('page.understood');
  assert.equal(shown.code, 0, shown.said);
  assert.match(
    shown.said,
    /open, required[^]*words of the page\n {4}Pay .*now[^]*Picture {2}reports\/review\/page\.und/,
  );
  assert.ok(!shown.said.includes('\u001b'));
  const unnamed = review('page.understood', '--decide', 'accepted');
  assert.deepEqual([unnamed.code, unnamed.said], [3, 'by: say who decides\n']);
  const accepted = review('page.understood', '--decide', 'accepted', '--by', 'Ada', '--days', '30');
  assert.equal(accepted.code, 0, accepted.said);
  assert.match(review().said, /^page\.understood {2}accepted by Ada on \S+, until \S+$/m);
  const file = join(folder, 'reviews.json');
  const damaged = readFileSync(file, 'utf8').replace('"Ada"', '7');
  writeFileSync(file, damaged);
  const refused = review('page.understood', '--decide', 'rejected', '--by', 'Ada', '--note', 'unclear');
  assert.equal(refused.code, 3);
  assert.match(refused.said, /reviews\.json .* cannot be used:\n {2}- decisions\.0\.by/);
  assert.equal(readFileSync(file, 'utf8'), damaged);
});
