import { rateOf, type UnstableTest } from '../../baselines/history/unstable.ts';
import { html, page, type Html } from '../html.ts';
import { counted, minute } from '../../results/text.ts';
import { cut } from '../../../helpers/redaction/escape-control.ts';
import { style } from './style.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The maximum number of tests shown. */
const maxTests = 100;
/** The maximum length of an error. */
const maxError = 1_000;

/** The target and the period of the page. */
interface About {
  target: string;
  days: number;
  runs: number;
}

/** A page of the unstable tests of a target, without scripts and requests. */
export const unstablePage = (tests: readonly UnstableTest[], { target, days, runs }: About): string =>
  page(
    `Unstable tests: ${target}`,
    style,
    html`<main>
      <p class="soft over">Tests that fail now and then</p>
      <h1>${target}</h1>
      <p>${counted(tests.length, 'test')} in ${counted(runs, 'complete run')} of the last ${counted(days, 'day')}.</p>
      ${tests.slice(0, maxTests).map(testOf)}
      ${tests.length > maxTests ? html`<p>And ${tests.length - maxTests} more: ${toRun('unstable')}</p>` : undefined}
    </main>`,
  );

const testOf = (test: UnstableTest): Html =>
  html`<section class="group">
    <h2>${test.sentence}${test.variant ? ` · ${test.variant}` : ''} <code>${test.rule}</code></h2>
    <p>${rateInWords(test)}; <code>${test.file}:${test.line}</code></p>
    <ul class="cells">
      ${test.outcomes.map(({ run, failed }) => {
        const label = `${minute(run.startedAt)}: ${failed ? 'failed' : 'passed'}, ${suiteOf(run)}`;
        return html`<li>
          <span class="${failed ? 'fail' : 'pass'}" role="img" title="${label}" aria-label="${label}"
            >${failed ? '✗' : '✓'}</span
          >
        </li>`;
      })}
    </ul>
    ${
      test.beside.length > 0
        ? html`<p>
            Failed in the same runs:
            ${test.beside.map(({ rule, variant, times }) => html`<code>${rule}</code>${variant ? ` ${variant}` : ''} (${times} times) `)}
          </p>`
        : undefined
    }
    <details>
      <summary>The last failure, and the suites it ran with</summary>
      <div>
        <pre>${cut(test.error, maxError)}</pre>
        <p class="soft">${ranWith(test).join('; ')}</p>
      </div>
    </details>
  </section>`;

/** For example `failed 3 of 14 times (21 %), since 2026-11-19 02:00 UTC`. */
export const rateInWords = (test: UnstableTest): string =>
  `failed ${test.failures} of ${test.outcomes.length} times (${Math.round(100 * rateOf(test))} %), ` +
  `since ${minute(test.since)}`;

/** The versions of the suite and the seeds with which the test failed. */
export const ranWith = ({ outcomes }: UnstableTest): string[] => [
  ...new Set(outcomes.flatMap(({ run, failed }) => (failed ? `${suiteOf(run)}, seed ${run.seed ?? 'not known'}` : []))),
];

const suiteOf = ({ commit, suiteVersion }: UnstableTest['outcomes'][number]['run']): string =>
  commit ? `suite ${commit.slice(0, 7)}` : `suite ${suiteVersion}`;
