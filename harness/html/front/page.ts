import { minute, counted, countsInWords, duration, meaning, reviewsInShort } from '../../results/text.ts';
import type { Digest } from '../../digest/digest.ts';
import { html, page, type Html } from '../html.ts';
import type { Verdict } from '../../results/judgement/verdict.ts';
import type { Results, RuleResult } from '../../results/results-schema.ts';
import { sectionTitle } from '../../../interface/rules/sections.ts';
import { brokenRules, sinceLast, type PictureOf } from './broken.ts';
import { style } from './style.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';
import { timeCharts, type Times } from './times.ts';
import { waysAndOperators } from './ways.ts';

/** The maximum number of entries in a list. */
const maxEntries = 30;

/** A link to another report of the run. */
export interface Link {
  href: string;
  text: string;
}

/** What the front page shows in addition to the results. */
interface Extras {
  /** To reports that exist. */
  links: readonly Link[];
  times: readonly Times[];
  pictureOf: PictureOf;
}

/**
 * The front page of a run: responsive, with a dark mode, without scripts and requests.
 *
 * @param results without keys
 */
export const frontPage = (results: Results, digest: Digest, { links, times, pictureOf }: Extras): string =>
  page(
    `${results.run.verdict}: ${placeOf(results)}`,
    style,
    html`<main>
      <p class="soft over">Conformance of the payment collection service</p>
      <h1>${placeOf(results)}</h1>
      ${verdict(results, digest)}
      <nav aria-label="Reports">
        <ul>
          ${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}
        </ul>
      </nav>
      ${troubles(digest)} ${sinceLast(results)} ${brokenRules(results, pictureOf)} ${notJudged(digest)} ${known(digest)}
      ${observations(digest)} ${manualReviews(digest)} ${ledger(results)} ${coverage(results)} ${timeCharts(times)}
    </main>`,
  );

const placeOf = ({ run }: Results): string =>
  run.target === 'sandbox' ? 'The embedded sandbox' : run.host || 'staging';

const verdict = ({ run }: Results, { notJudged: open }: Digest): Html => {
  const sense = { conforming: 'good', 'non-conforming': 'bad', inconclusive: 'open' }[run.verdict];
  const { suiteVersion, commit, modified } = run;
  const suite = commit ? `commit ${commit.slice(0, 7)}${modified ? ' with changes' : ''}` : `version ${suiteVersion}`;
  return html`<div class="verdict ${sense}">
    <strong>${run.verdict}</strong>
    <p>
      ${countsInWords(run.rules)} of ${Object.values(run.rules).reduce((sum, one) => sum + one, 0)} rules;
      ${counted(
        Object.values(run.tests).reduce((sum, one) => sum + one, 0),
        'test',
      )}
      in ${duration(run.durationMs)}
    </p>
    <p class="soft">
      ${minute(run.startedAt)}, suite
      ${suite}${run.profile === 'smoke' ? '; a smoke run of one test for each section' : ''}${
        run.partial && run.profile !== 'smoke' ? `; only what was selected: ${run.limitedBy.join(' ')}` : ''
      }${run.interrupted ? '; the run was interrupted' : ''}${open.length > 0 ? '; not everything was judged' : ''}
    </p>
  </div>`;
};

const troubles = ({ errors, outage, preflight, leftBehind }: Digest): Html | undefined => {
  const all = [
    ...errors,
    ...(outage ? [`The target became unavailable: ${outage}`] : []),
    ...preflight.map(({ name, found, mend }) => `${name}: ${found}${mend ? `; ${mend}` : ''}`),
    ...leftBehind.map((one) => `Left behind at the target: ${one}`),
  ];
  return all.length === 0
    ? undefined
    : html`<h2 id="troubles">Problems to solve first</h2>
        <ul>
          ${all.slice(0, maxEntries).map((one) => html`<li>${one}</li>`)}
        </ul>`;
};

const notJudged = ({ notJudged: open }: Digest): Html | undefined =>
  open.length === 0
    ? undefined
    : html`<h2 id="open">Not judged</h2>
        <ul>
          ${open.slice(0, maxEntries).map(({ verdict, reason, rules }) => html`<li>${counted(rules, 'rule')}, ${verdict}: ${reason}</li>`)}
        </ul>`;

const known = ({ known: listed }: Digest): Html | undefined =>
  listed.length === 0
    ? undefined
    : html`<h2 id="known">Known deviations: ${listed.length}</h2>
        <ul>
          ${listed.map(
            ({ id, sentence, ticket, owner, expires, daysLeft }) =>
              html`<li>
                ${sentence} <code>${id}</code><br /><small
                  >${ticket}, ${owner}, until ${expires}:
                  ${daysLeft < 0 ? 'expired' : `${counted(daysLeft, 'day')} left`}</small
                >
              </li>`,
          )}
        </ul>`;

/** The differences from the pinned observations of the target. */
const observations = ({ observations: drift }: Digest): Html | undefined => {
  if (!drift?.pinned) return undefined;
  const changes = [
    ...drift.changed.map(({ rule, before, after }) => ({ rule, before, after })),
    ...drift.gone.map(({ rule, before }) => ({ rule, before, after: [] })),
    ...drift.new.map(({ rule, after }) => ({ rule, before: [], after })),
  ];
  if (changes.length === 0) return undefined;
  return html`<h2 id="observed">Observed differently: ${changes.length}</h2>
    ${changes.slice(0, maxEntries).map(
      ({ rule, before, after }) =>
        html`<details>
          <summary><code>${rule}</code></summary>
          <div>
            ${before.filter((one) => !after.includes(one)).map((one) => html`<p class="minus">- ${one}</p>`)}
            ${after.filter((one) => !before.includes(one)).map((one) => html`<p class="plus">+ ${one}</p>`)}
          </div>
        </details>`,
    )}`;
};

/** The points for manual review, with their decisions. */
const manualReviews = ({ reviews }: Digest): Html | undefined =>
  reviews.length === 0
    ? undefined
    : html`<h2 id="people">Manual reviews: ${reviewsInShort(reviews)}</h2>
        <ul>
          ${reviews.map(
            ({ id, sentence, said, pictures }) =>
              html`<li>
                ${sentence} <code>${id}</code><br /><small
                  >${said}${pictures.map((href) => html`, <a href="${href}">picture</a>`)}</small
                >
              </li>`,
          )}
        </ul>
        <p class="soft"><code>${toRun('review')}</code> shows the evidence and records a decision.</p>`;

const ledger = ({ run: { ledger } }: Results): Html | undefined =>
  ledger &&
  html`<h2 id="ledger">Payments</h2>
    <p>
      ${counted(ledger.intents, 'request')} that may have started a payment, ${ledger.redirects} redirects and
      ${ledger.notifications} notifications; ${counted(ledger.contradictions.length, 'contradiction')}, ${ledger.lost}
      of unknown fate.
    </p>
    <ul>
      ${ledger.contradictions.slice(0, maxEntries).map(({ what, said }) => html`<li>${what}: ${said}</li>`)}
    </ul>`;

const signs: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  known: '!',
  'not-tested': '?',
  environment: '?',
  harness: '?',
  observed: '·',
  'not-applicable': '–',
  excluded: '–',
};

/** Each rule as a cell, in the row of its main section. */
const coverage = ({ rules, run }: Results): Html =>
  html`<h2 id="coverage">Coverage</h2>
    <p class="soft">
      Each rule of the interface is a cell:
      ${(Object.keys(signs) as Verdict[])
        .filter((one) => run.rules[one] > 0)
        .map((one, index) => html`${index > 0 ? '; ' : ''}${signs[one]} ${one}, ${meaning[one]}`)}.
    </p>
    <dl class="coverage">
      ${run.sections.map(
        ({ section }) =>
          html`<dt>${sectionTitle(section)}</dt>
            <dd>
              <ul class="cells">
                ${rules.filter(({ sections }) => sections[0] === section).map(cellOf)}
              </ul>
            </dd>`,
      )}
    </dl>
    ${waysAndOperators(rules)}`;

const cellOf = ({ id, sentence, verdict, tests }: RuleResult): Html => {
  const text = `${id}: ${verdict}, ${counted(tests.length, 'test')}. ${sentence}`;
  return verdict === 'fail'
    ? html`<li><a class="fail" href="#${id}" title="${text}" aria-label="${text}">${signs.fail}</a></li>`
    : html`<li><span class="${verdict}" role="img" title="${text}" aria-label="${text}">${signs[verdict]}</span></li>`;
};
