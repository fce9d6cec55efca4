import { rmSync } from 'node:fs';
import type { FullResult } from '@playwright/test/reporter';
import { beginLedger } from '../../helpers/evidence/ledger/book.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { answersFile, keepLastAnswers, lastAnswers, writeAnswers } from '../baselines/answers/answers.ts';
import { keepCounterexamples } from '../baselines/history/corpus.ts';
import { History, type KeptRun } from '../baselines/history/history.ts';
import { lastRun, withComparison } from '../baselines/history/since.ts';
import { withDrift } from '../baselines/observations/drift.ts';
import { withReviews } from '../baselines/reviews/reviews.ts';
import { keepPictures, pictureFolder, seenBy } from '../baselines/reviews/seen.ts';
import { deliverDigest, writeDigest } from '../digest/publish.ts';
import { writeFrontPage } from '../html/front/write.ts';
import { ledgerFacts } from '../html/ledger/facts.ts';
import { writeLedgerPage } from '../html/ledger/write.ts';
import { pace } from '../preflight/pace.ts';
import { decideExitCode, exitCodeOf } from '../results/exit-code.ts';
import { ctrfFile, writeCtrf } from '../results/files/ctrf.ts';
import { frontPageFile } from '../results/files/place.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Results } from '../results/results-schema.ts';
import { targetName } from '../results/target-name.ts';
import { noteSearch } from '../scrub/hand-on.mjs';
import { partFile, type Part } from '../shards/part.ts';
import { reportsFolder } from '../shards/shard.mjs';
import { changeOf } from '../triage/changed.ts';
import { withTriage } from '../triage/triage.ts';
import type { CleanReports } from './clean-reports.ts';
import type { Disk } from './disk.ts';
import { summaryOf } from './console/summary.ts';
import type { JudgedRun } from './judged-run.ts';

interface Reported {
  run: JudgedRun;
  settings: Settings | undefined;
  /** The folder that contains `reports`. */
  root: string;
  /** The shard of the run; undefined for a complete run. */
  part: Part | undefined;
  /** The failures of the suite itself so far. */
  errors: string[];
  clean: CleanReports;
  disk: Disk;
  print: (...lines: readonly string[]) => void;
}

/** Writes the reports of a run, from its start to its end. */
export class RunReports {
  readonly #of: Reported;
  readonly #history: History;
  /** The folder of the reports of this run. */
  readonly #folder: string;
  #triage: Pick<Results['run'], 'triage' | 'leftBehind'> = {};
  /** The run to compare with; null when there is none, undefined until it is known. */
  #last: KeptRun | null | undefined;

  readonly #warnOfHistory = (line: string): void => this.#of.print(`  history  ${line}`);

  constructor(of: Reported) {
    this.#of = of;
    this.#folder = reportsFolder(of.part);
    this.#history = new History(of.root, this.#warnOfHistory);
  }

  /** Removes the reports of the last run, so that they cannot be mistaken for those of this run. */
  begin(): void {
    const { root, part, disk } = this.#of;
    disk.attempt(() => {
      const digests = ['digest.md', 'digest.json'];
      const stale = ['results.json', ctrfFile, frontPageFile, ...digests, 'allure-results', pictureFolder];
      const paths = part
        ? ['reports/results.json', `reports/${frontPageFile}`, this.#folder]
        : stale.map((name) => `reports/${name}`);
      for (const path of paths) rmSync(`${root}/${path}`, { recursive: true, force: true });
      this.#writePart(false);
      beginLedger(this.#ledger);
    });
  }

  /** Writes results.json and decides the exit code. */
  conclude(ended: FullResult): Results | undefined {
    return this.#of.disk.attempt(() => this.#conclude(ended));
  }

  /**
   * Runs some tests of broken rules again to find the causes.
   *
   * @param config the path of the configuration of the run
   */
  async triageFailures(ended: FullResult, config: string): Promise<void> {
    const { run, settings, errors, clean, print, root } = this.#of;
    const found = run.results(ended, errors, clean.found());
    if (found.run.rules.fail === 0) return;
    print('', 'Looking for the causes of broken rules (TRIAGE=off skips this)');
    try {
      const answers = run.answers();
      const before = lastAnswers(root, found.run, this.#warnOfHistory);
      const { triage, leftBehind } = (
        await withTriage(found, {
          config,
          folder: `${root}/${this.#folder}/triage`,
          maxRequestsPerSecond: settings?.maxRequestsPerSecond,
          // The response time of the sandbox is not measured.
          answerMs: found.run.target === 'sandbox' ? 0 : pace.answerMs,
          history: () => this.#history.runs(targetName(found.run)),
          hadTrouble: (test) => run.hadTrouble(test),
          changeOf: ({ test }) => changeOf(before, answers, test),
        })
      ).run;
      this.#triage = { ...(triage && { triage }), ...(leftBehind && { leftBehind }) };
    } catch (error) {
      // A failed triage does not change the verdict.
      print(`  The causes could not be determined: ${clean.mask(String(error))}`);
    }
  }

  /** Scans the reports for keys, then writes and prints the summaries and delivers the digest. */
  async publish(ended: FullResult): Promise<void> {
    const { run, settings, root, errors, clean, disk, print } = this.#of;
    let isSearched = false;
    disk.attempt(() => keepPictures(`${root}/${this.#folder}`, run.tests));
    try {
      clean.search();
      isSearched = true;
    } catch (error) {
      errors.push(clean.mask(String(error)));
    }
    const results = disk.attempt(() => {
      const concluded = this.#conclude(ended);
      this.#writePart(true);
      return concluded;
    });
    if (!results) return;
    this.#history.keep(results, clean.maskFile(JSON.stringify(results)));
    this.#keepAnswers(results);
    disk.attempt(() => keepCounterexamples(root, results.run, run.tests));
    const { digest, troubles } = writeDigest(results, root, clean.maskFile, this.#folder);
    disk.attempt(() => writeCtrf(results, `${root}/${this.#folder}`, clean.maskFile));
    disk.attempt(() => writeLedgerPage(this.#ledger, clean.maskFile));
    disk.attempt(() => writeFrontPage(results, { root, reports: this.#folder }, clean.maskFile));
    print(clean.maskFile(summaryOf(results)), ...troubles);
    const delivered = await deliverDigest(digest, settings, clean.maskFile);
    if (delivered) print(delivered);
    // Last, so that reports of an aborted run cannot be handed on.
    if (isSearched) noteSearch(`${root}/${this.#folder}`);
  }

  #conclude(ended: FullResult): Results {
    const { run, settings, root, part, errors, clean } = this.#of;
    const ledger = ledgerFacts(this.#ledger);
    const judged = run.results(ended, errors, clean.found());
    const found = { ...judged, run: { ...judged.run, ...this.#triage, ...(ledger && { ledger }) } };
    // Only the merged run can be compared, because the tests of a rule may be in different shards.
    if (this.#last === undefined) this.#last = (part ? undefined : lastRun(found, this.#history)) ?? null;
    const known = { required: settings?.requiredReviews ?? [], seen: seenBy(run.tests) };
    const results = withReviews(withDrift(root, withComparison(found, this.#last)), known);
    const text = clean.maskFile(`${JSON.stringify(results, null, 2)}\n`);
    // The results of the last run, even of a shard, are always in reports/ as well.
    for (const folder of new Set(['reports', this.#folder])) writeAtomically(`${root}/${folder}/results.json`, text);
    decideExitCode(exitCodeOf(results));
    return results;
  }

  /** A shard only writes its answers; the merge keeps them if the complete run conforms. */
  #keepAnswers(results: Results): void {
    const { run, root, part, clean } = this.#of;
    const to = [clean.maskFile, this.#warnOfHistory] as const;
    if (part) writeAnswers(`${root}/${this.#folder}/${answersFile}`, run.answers(), results.run, ...to);
    else keepLastAnswers(root, results, run.answers(), ...to);
  }

  #writePart(ended: boolean): void {
    const { root, part, clean } = this.#of;
    if (!part) return;
    writeAtomically(`${root}/${this.#folder}/${partFile}`, clean.maskFile(JSON.stringify({ ...part, ended })));
  }

  get #ledger(): string {
    return `${this.#of.root}/${this.#folder}/ledger`;
  }
}
