import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';
import { faultIn, type Lanes } from '../../helpers/client/lanes.ts';
import { judgeTest } from '../../harness/results/judgement/judge-test.ts';
import type { JudgedTest } from '../../harness/results/judgement/build-results.ts';
import { ruleOfTags } from '../../interface/rules/rule.ts';

/** The output of a run over readings for the program that started it. */
export interface Encounters {
  errors: string[];
  /** The tests that ran against each service, by its name. */
  tests: Record<string, JudgedTest[]>;
}

/** Judges each test like the reporter of a conformance run, and groups the tests by service. */
export default class ReadingReporter implements Reporter {
  readonly #encounters: Encounters = { errors: [], tests: {} };

  onTestEnd(test: TestCase): void {
    const project = test.parent.project();
    const { lane } = (project?.use ?? {}) as { lane?: Lanes[number] };
    const rule = ruleOfTags(test.tags);
    const service = lane && faultIn(lane, rule?.id)?.name;
    if (!rule || !service) return;
    const place = { file: test.location.file, line: test.location.line, project: project?.name ?? '' };
    // The fixture declares failures as expected here, so the verdict is judged from the results.
    (this.#encounters.tests[service] ??= []).push({
      rule: rule.id,
      title: test.title,
      ...place,
      ...judgeTest(rule.level, test.results),
    });
  }

  onError(error: { message?: string }): void {
    this.#encounters.errors.push(error.message ?? 'unknown');
  }

  onEnd({ status }: FullResult): void {
    if (status === 'interrupted' || status === 'timedout') this.#encounters.errors.push(`the run was ${status}`);
    const file = new URL('../../reports/readings-encounters.json', import.meta.url);
    writeFileSync(file, JSON.stringify(this.#encounters));
  }

  /** Suppresses Playwright's default output: the program that started the run prints the results. */
  printsToStdio(): boolean {
    return true;
  }
}
