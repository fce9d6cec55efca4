import { dirname } from 'node:path';
import { readResults } from '../../harness/results/read-results.ts';
import { reviewDecisions, type Results, type Review } from '../../harness/results/results-schema.ts';
import { coloured, minute, needsSomebody, reviewsInShort, saidOfReview } from '../../harness/results/text.ts';
import { addDecision, mostDays, readDecisions } from '../../harness/baselines/reviews/decisions.ts';
import { decided } from '../../harness/baselines/reviews/reviews.ts';
import { targetName } from '../../harness/results/target-name.ts';
import { command, type Values } from '../../helpers/processes/command.ts';
import { numberOf } from '../../helpers/settings/command-line/options.mjs';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

/** Default validity of a decision, in days. */
const usualDays = 180;

const usage = `npm run review: the points that people decide, with the evidence of the last run.

  npm run review                   every point with its state
  npm run review -- POINT          one of them with all evidence: observations, texts and pictures
  npm run review -- POINT --decide accepted --by NAME [--days ${usualDays}] [--note TEXT]

A decision is added to reviews.json of the target's folder, which belongs in version control; the latest decision about
a point counts. It is valid for ${usualDays} days, and names the run and the evidence it is based on: when a run sees
something else, the point has to be decided again. No sign-off is a GO while a point named in REQUIRED_REVIEWS is
undecided.

  --decide WORD   ${reviewDecisions.join(', ')}
  --by NAME       who decides
  --days N        for how long, at most ${mostDays}
  --note TEXT     why; required for rejected and not-needed
  --results FILE  another results.json than reports/results.json
  --json          for other programs, in the form of run.reviews of results.json

Exit codes
  0  listed or recorded
  3  there is no such point, or a file or an argument cannot be used`;

const options = {
  decide: { type: 'string' },
  by: { type: 'string' },
  days: { type: 'string' },
  note: { type: 'string' },
  results: { type: 'string', default: 'reports/results.json' },
  json: { type: 'boolean', default: false },
} as const;

const dayMs = 24 * 60 * 60 * 1000;

const listed = (reviews: readonly Review[]): string =>
  [
    ...reviews.flatMap((review) => [
      `${coloured(review.id, senseOf(review))}  ${escapeControlChars(saidOfReview(review))}`,
      `    ${review.sentence}`,
    ]),
    '',
    reviewsInShort(reviews),
    `One of them with all evidence: ${toRun('review', 'POINT')}`,
  ].join('\n');

const senseOf = (review: Review): 'good' | 'bad' | 'open' => {
  if (review.state === 'rejected') return 'bad';
  return needsSomebody(review) || review.state === 'open' ? 'open' : 'good';
};

const shown = (review: Review, folder: string): string =>
  [
    listed([review]).split('\n').slice(0, 2).join('\n'),
    `    section ${review.sections.join(', ')} of the interface`,
    ...review.evidence.flatMap(({ of, seen }) => [
      '',
      `${of}${review.changed.includes(of) ? coloured('  changed since the decision', 'open') : ''}`,
      ...seen.map((one) => `    ${escapeControlChars(one)}`),
    ]),
    ...review.pictures.flatMap((picture) => ['', `Picture  ${folder}/${picture}`]),
    ...(review.evidence.length + review.pictures.length === 0 ? ['', 'The run recorded no evidence for it.'] : []),
    '',
    `Decide it: ${toRun('review', review.id, '--decide', reviewDecisions.join('|'), '--by', 'NAME')}`,
  ].join('\n');

const record = (review: Review, { run }: Results, given: Values<typeof options>): string => {
  const now = new Date();
  const days = numberOf('--days', given.days, { from: 1, to: mostDays, of: 'days', whole: true }) ?? usualDays;
  const decision = reviewDecisions.find((one) => one === given.decide);
  if (!decision) throw new Error(`--decide: write ${reviewDecisions.join(', ')}`);
  const until = new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  const file = addDecision({
    point: review.id,
    target: targetName(run),
    decision,
    by: given.by ?? '',
    at: now.toISOString(),
    until,
    note: given.note ?? '',
    run: run.startedAt,
    evidence: Object.fromEntries(review.evidence.map(({ of, digest }) => [of, digest])),
  });
  return `${review.id}: ${decision} until ${until}, based on the run of ${minute(run.startedAt)}.\nWritten to ${file}; commit it.`;
};

await command(usage, { allowPositionals: true, options }, (given, names) => {
  const results = readResults(given.results);
  const { run } = results;
  if (!run.reviews)
    throw new Error(`${given.results} was written by an earlier version of the suite: start a run, then review.`);
  const reviews = decided(run.reviews, run, readDecisions(), new Date());
  const [name, ...more] = names;
  const review = reviews.find(({ id }) => id === name?.replace(/^@/, ''));
  if (more.length > 0 || (name !== undefined && !review))
    throw new Error(`Name one of: ${reviews.map(({ id }) => id).join(', ')}.`);
  const isDecision = (['decide', 'by', 'days', 'note'] as const).some((option) => given[option] !== undefined);
  if (isDecision && !review) throw new Error(`Name the point that is decided.\n\n${usage}`);
  if (isDecision && review) console.log(record(review, results, given));
  else if (given.json) console.log(JSON.stringify(review ?? reviews, null, 2));
  else if (review) console.log(shown(review, dirname(given.results)));
  else console.log(`Points to review for ${targetName(run)}, run of ${minute(run.startedAt)}\n\n${listed(reviews)}`);
});
