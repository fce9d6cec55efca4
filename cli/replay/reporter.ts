import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { announced } from '../../helpers/callbacks/journal/journal.ts';
import { leftBehind } from '../../helpers/callbacks/clean-up/earlier-runs.ts';
import { judgeTest } from '../../harness/results/judgement/judge-test.ts';
import { maskEvidence } from '../../harness/scrub/mask-evidence.ts';
import { searchable } from '../../harness/scrub/scan.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { ruleOfTags } from '../../interface/rules/rule.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { stepsIn } from '../../helpers/evidence/steps.ts';
import { maskFor, maskingOf, type Mask, type Masking } from '../../helpers/redaction/secrets.ts';
import type { Replayed } from './comparison.ts';
import { encounterFile, isPlanned, planFile, replayFolder, type Planned } from './plan.ts';
import { root } from '../setup/setup.mjs';

/** What a replay leaves behind for the program that started it. */
export interface Encounters {
  errors: string[];
  leftBehind: string[];
  isComplete: boolean;
  tests: Replayed[];
}

/** Judges each test as the reporter of a conformance run does, and writes no report of one. */
export default class ReplayReporter implements Reporter {
  readonly #encounters: Encounters = { errors: [], leftBehind: [], isComplete: false, tests: [] };
  readonly #plan = JSON.parse(readFileSync(planFile, 'utf8')) as Planned[];
  #settings: Settings | undefined;
  #mask: Mask = (text) => text;
  #maskFile: Masking = (text) => text;
  #root = '';

  onBegin(config: FullConfig): void {
    this.#settings = (config.projects[0]?.use as { settings?: Settings } | undefined)?.settings;
    this.#root = root;
    if (!this.#settings) return;
    this.#mask = maskFor(this.#settings);
    this.#maskFile = maskingOf(searchable(this.#settings));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    maskEvidence(result, this.#mask, this.#maskFile);
    const rule = ruleOfTags(test.tags);
    const file = relative(this.#root, test.location.file).split(sep).join('/');
    const place = { project: test.parent.project()?.name ?? '', file, title: test.title };
    if (!rule || !isPlanned(this.#plan, place)) return;
    const { verdict, error } = judgeTest(rule.level, test.results);
    this.#encounters.tests.push({ ...place, verdict, error, steps: stepsIn(result.attachments) ?? [] });
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
    mkdirSync(replayFolder, { recursive: true });
    writeFileSync(encounterFile, `${this.#maskFile(JSON.stringify(this.#encounters, null, 2))}\n`);
  }

  /** Quiet: the program that started the run prints what came of it. */
  printsToStdio(): boolean {
    return true;
  }
}
