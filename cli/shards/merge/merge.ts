import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../../helpers/processes/command.ts';
import { config } from 'dotenv';
import { writeFrontPage } from '../../../harness/html/front/write.ts';
import { deliverDigest, writeDigest } from '../../../harness/digest/publish.ts';
import {
  answersFile,
  keepLastAnswers,
  lastAnswers,
  readAnswers,
  type Answers,
} from '../../../harness/baselines/answers/answers.ts';
import { History } from '../../../harness/baselines/history/history.ts';
import { lastRun, withComparison } from '../../../harness/baselines/history/since.ts';
import { withDrift } from '../../../harness/baselines/observations/drift.ts';
import { withReviews } from '../../../harness/baselines/reviews/reviews.ts';
import { summaryOf } from '../../../harness/reporter/console/summary.ts';
import { exitCodeOf } from '../../../harness/results/exit-code.ts';
import { forgetSearch, noteSearch, wasSearched } from '../../../harness/scrub/hand-on.mjs';
import { writeCtrf } from '../../../harness/results/files/ctrf.ts';
import type { Results } from '../../../harness/results/results-schema.ts';
import { writeAtomically } from '../../../harness/results/files/write-atomically.ts';
import { parseDigestSettings } from '../../../helpers/settings/settings.ts';
import { targetName } from '../../../harness/results/target-name.ts';
import { changeOf } from '../../../harness/triage/changed.ts';
import { mergedTriage } from '../../../harness/triage/merged.ts';
import { brokenSince } from '../../../harness/triage/since.ts';
import { checkThatTheyBelongTogether } from './belong-together.ts';
import { CannotMerge, collect, type Found } from './collect.ts';
import { gatherReports } from './gather-reports.ts';
import { join, reviewEvidence } from './join.ts';
import { maskingOf } from '../../../helpers/redaction/secrets.ts';

const usage = `npm run merge: merges the shards of a run into the reports that one machine would have written.

  npm run merge -- [FOLDER …]

Each FOLDER was written by a shard (reports/shards/2-of-8), or contains such folders, at most five levels deep. The
default is reports/shards. Everything is merged into reports: results.json, the digest, Playwright's report, junit.xml
and the input of npm run report. No request is sent to the target and no key is needed. Only the settings for sending
the digest apply: DIGEST_WEBHOOK_URL, DIGEST_WEBHOOK_FORMAT, DIGEST_ON, HTTPS_PROXY, HTTP_PROXY, NO_PROXY and
CA_CERTIFICATE.

A missing or killed shard makes the run inconclusive. Duplicate shards are refused, and so are shards of different
versions of the suite, targets, settings or runs.

Exit codes
  0  conforming
  1  non-conforming
  2  inconclusive
  3  nothing was merged, or the suite itself failed`;

const root = process.cwd();

const merge = async (folders: readonly string[]): Promise<number> => {
  config({ quiet: true });
  const digestSettings = parseDigestSettings(process.env);
  forgetSearch(`${root}/reports`);
  const found = collect(folders);
  checkThatTheyBelongTogether(found, suiteRoot);
  if (found.every(({ results }) => !results)) {
    throw new CannotMerge(
      `None of the shards in ${folders.join(', ')} was completed, so nothing can be merged. Run them again.`,
    );
  }
  const joined = join(found);
  const troubles = [
    ...found.flatMap(({ part, results, folder }) =>
      results ? [] : [`shard ${part.index} was not completed, and counts as missing (${folder})`],
    ),
    ...(await gatherReports(root, found, joined.run.shards?.missing ?? [])),
  ];
  const logHistory = (line: string): void => console.log(`  history  ${line}`);
  const history = new History(root, logHistory);
  history.forget(joined);
  const answers = answersOf(found, logHistory);
  const before = lastAnswers(root, joined.run, logHistory);
  const triage = mergedTriage(
    found.flatMap(({ results }) => results ?? []),
    joined,
    {
      since: brokenSince(joined, history.runs(targetName(joined.run))),
      changeOf: ({ test }) => changeOf(before, answers, test),
    },
  );
  const explained = triage ? { ...joined, run: { ...joined.run, triage } } : joined;
  const results = withReviews(
    withDrift(root, withComparison(explained, lastRun(explained, history) ?? null)),
    reviewEvidence(found),
  );
  const mask = maskingOf({ secretKey: '', publishableKey: '', customerEmail: '', ...digestSettings });
  writeAtomically(`${root}/reports/results.json`, mask(`${JSON.stringify(results, null, 2)}\n`));
  writeCtrf(results, `${root}/reports`, mask);
  history.keep(results, mask(JSON.stringify(results)));
  keepLastAnswers(root, results, answers, mask, logHistory);
  const { digest, troubles: unwritten } = writeDigest(results, root, mask);
  writeFrontPage(results, { root }, mask);
  console.log([listOf(found), ...troubles, summaryOf(results), ...unwritten].join('\n'));
  const delivered = await deliverDigest(digest, digestSettings, mask);
  if (delivered) console.log(delivered);
  // The reports contain only what was in the shards.
  if (found.every(({ results: own, folder }) => !own || wasSearched(folder))) noteSearch(`${root}/reports`);
  return exitCodeOf(results);
};

/** The recorded answers to the tests of all shards. */
const answersOf = (found: readonly Found[], log: (line: string) => void): Answers =>
  new Map(found.flatMap(({ folder }) => [...readAnswers(folder, answersFile, log)]));

const listOf = (found: readonly Found[]): string =>
  found
    .map(({ part, results }) => `  ${part.index} of ${part.of}  ${results ? inShort(results) : 'missing'}`)
    .join('\n');

const inShort = ({ run }: Results): string => `${run.verdict}, ${(run.durationMs / 1000).toFixed(1)} s`;

await command(usage, { allowPositionals: true }, (_, folders) =>
  merge(folders.length > 0 ? folders : ['reports/shards']),
);
