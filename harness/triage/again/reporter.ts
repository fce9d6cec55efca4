import { dirname, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  FullProject,
  FullResult,
  Reporter,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { announced } from '../../../helpers/callbacks/journal/journal.ts';
import { leftBehind } from '../../../helpers/callbacks/clean-up/earlier-runs.ts';
import { expectNoFailure, keepWorkers } from '../../../helpers/errors/kept-worker.ts';
import { lastCurlName } from '../../../helpers/evidence/curl.ts';
import { stepsIn } from '../../../helpers/evidence/steps.ts';
import { escapeControlChars } from '../../../helpers/redaction/escape-control.ts';
import { maskFor, maskingOf, type Mask, type Masking } from '../../../helpers/redaction/secrets.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { ruleOfTags } from '../../../interface/rules/rule.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import { judgeTest } from '../../results/judgement/judge-test.ts';
import { maskEvidence } from '../../scrub/mask-evidence.ts';
import { searchable } from '../../scrub/scan.ts';
import { encountersIn, folderOfPlan, isPlanned, readPlan, type Encounters } from './plan.ts';

/** Judges each test like the reporter of a conformance run, but writes only the results of the plan. */
export default class AgainReporter implements Reporter {
  readonly #encounters: Encounters = { errors: [], leftBehind: [], isComplete: false, tests: [] };
  readonly #plan = readPlan();
  #settings: Settings | undefined;
  #mask: Mask = (text) => text;
  #maskFile: Masking = (text) => text;

  onBegin({ projects }: FullConfig): void {
    keepWorkers();
    // The keys of a sandbox are public: mask those of the target.
    const atTarget = projects.find(({ metadata }) => !metadata['sandbox']) ?? projects[0];
    this.#settings = (atTarget?.use as { settings?: Settings } | undefined)?.settings;
    if (!this.#settings) return;
    this.#mask = maskFor(this.#settings);
    this.#maskFile = maskingOf(searchable(this.#settings));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    expectNoFailure(test);
    maskEvidence(result, this.#mask, this.#maskFile);
    const rule = ruleOfTags(test.tags);
    const { question = '', project = '' } = (test.parent.project() as FullProject).metadata as Record<string, string>;
    const file = relative(dirname(this.#plan.config), test.location.file).split(sep).join('/');
    const place = { project, file, title: test.title };
    const asked = this.#plan.questions.find(({ name }) => name === question);
    if (!rule || !asked || !isPlanned(asked.tests, place) || result.status === 'interrupted') return;
    const { verdict, error } = judgeTest(rule.level, test.results);
    const curl = result.attachments.find(({ name }) => name === lastCurlName)?.body?.toString('utf8');
    const steps = stepsIn(result.attachments) ?? [];
    this.#encounters.tests.push({ question, ...place, verdict, error, steps, curl });
  }

  onError({ message, value }: TestError): void {
    this.#encounters.errors.push(
      escapeControlChars(stripVTControlCharacters(this.#mask(message ?? value ?? 'an error without a message'))),
    );
  }

  onEnd({ status }: FullResult): void {
    this.#encounters.isComplete = status !== 'interrupted' && status !== 'timedout';
    if (this.#settings?.target === 'staging') {
      this.#encounters.leftBehind = leftBehind(this.#settings, announced()).map(this.#mask);
    }
    const text = this.#maskFile(JSON.stringify(this.#encounters, null, 2));
    writeAtomically(encountersIn(folderOfPlan()), `${text}\n`);
  }

  /** Suppresses the default reporter: the program that started the run prints the results. */
  printsToStdio(): boolean {
    return true;
  }
}
