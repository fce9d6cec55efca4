import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';
import { command } from '../../../helpers/processes/command.ts';
import { config } from 'dotenv';
import { writeFrontPage } from '../../../harness/front/write.ts';
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
import { join, knownForPeople } from './join.ts';
import { maskingOf } from '../../../helpers/redaction/secrets.ts';

const usage = `npm run merge: joins the shards of a run into what one machine would have written.

  npm run merge -- [FOLDER …]

Each FOLDER is what a shard wrote (reports/shards/2-of-8), or holds such folders, at any depth down to five. Without
one, reports/shards is meant. Everything is merged into reports: results.json, the digest, Playwright's report,
junit.xml and what npm run report reads. No request is sent to the target and no key is needed; of the settings only
those of the digest and its way count: DIGEST_WEBHOOK_URL, DIGEST_WEBHOOK_FORMAT, DIGEST_ON, HTTPS_PROXY, HTTP_PROXY,
NO_PROXY and CA_CERTIFICATE.

A shard that is absent, or was killed, makes the run inconclusive. A shard that is there twice, and shards of another
version of the suite, another target, other settings or another run are refused.

Exit codes
  0  conforming
  1  non-conforming
  2  inconclusive
  3  nothing was merged, or the suite is at fault`;

const root = process.cwd();

const merge = async (folders: readonly string[]): Promise<number> => {
  config({ quiet: true });
  const digestSettings = parseDigestSettings(process.env);
  forgetSearch(`${root}/reports`);
  const found = collect(folders);
  checkThatTheyBelongTogether(found, suiteRoot);
  if (found.every(({ results }) => !results)) {
    throw new CannotMerge(`None of the shards in ${folders.join(', ')} came to its end, so nothing can be merged.`);
  }
  const joined = join(found);
  const troubles = [
    ...found.flatMap(({ part, results, folder }) =>
      results ? [] : [`shard ${part.index} did not come to its end, and counts as missing (${folder})`],
    ),
    ...(await gatherReports(root, found, joined.run.shards?.missing ?? [])),
  ];
  const tellHistory = (line: string): void => console.log(`  history  ${line}`);
  const history = new History(root, tellHistory);
  history.forget(joined);
  const answers = answersOf(found, tellHistory);
  const before = lastAnswers(root, joined.run, tellHistory);
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
    knownForPeople(found),
  );
  const mask = maskingOf({ secretKey: '', publishableKey: '', customerEmail: '', ...digestSettings });
  writeAtomically(`${root}/reports/results.json`, mask(`${JSON.stringify(results, null, 2)}\n`));
  writeCtrf(results, `${root}/reports`, mask);
  history.keep(results, mask(JSON.stringify(results)));
  keepLastAnswers(root, results, answers, mask, tellHistory);
  const { digest, troubles: unwritten } = writeDigest(results, root, mask);
  writeFrontPage(results, { root }, mask);
  console.log([listOf(found), ...troubles, summaryOf(results), ...unwritten].join('\n'));
  const delivered = await deliverDigest(digest, digestSettings, mask);
  if (delivered) console.log(delivered);
  // Nothing is in them but what the shards have searched.
  if (found.every(({ results: own, folder }) => !own || wasSearched(folder))) noteSearch(`${root}/reports`);
  return exitCodeOf(results);
};

/** What the tests of all shards were answered, as far as they could keep it. */
const answersOf = (found: readonly Found[], tell: (line: string) => void): Answers =>
  new Map(found.flatMap(({ folder }) => [...readAnswers(folder, answersFile, tell)]));

const listOf = (found: readonly Found[]): string =>
  found
    .map(({ part, results }) => `  ${part.index} of ${part.of}  ${results ? inShort(results) : 'missing'}`)
    .join('\n');

const inShort = ({ run }: Results): string => `${run.verdict}, ${(run.durationMs / 1000).toFixed(1)} s`;

await command(usage, { allowPositionals: true }, (_, folders) =>
  merge(folders.length > 0 ? folders : ['reports/shards']),
);
