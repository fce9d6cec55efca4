import { readFileSync, writeFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { recordIn } from '../helpers/evidence/check-result.ts';
import type { ListedTest, MutantPlan, MutantProject } from './mutant-plan.ts';
import { planFile, resultsFile, type MutantResult } from './run-mutants.ts';

/** Writes what each test found at its sandbox; without meetings, the list of all tests. */
export default class ProofReporter implements Reporter {
  readonly #projects = (JSON.parse(readFileSync(planFile, 'utf8')) as MutantPlan).projects;
  readonly #results: MutantResult[] = [];
  readonly #errors: string[] = [];
  #tests: ListedTest[] = [];

  /** Leaves out the copies of tests that meet no sandbox. */
  async preprocess({ suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    if (this.#projects.length === 0) return;
    for (const test of suite.allTests()) if (!this.#projectOf(test)?.mutants[keyOf(test)]) testRun.exclude(test);
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite
      .allTests()
      .map((test) => ({ key: keyOf(test), tags: test.tags, project: nameOf(test) as ListedTest['project'] }));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const project = this.#projectOf(test);
    const mutant = project?.mutants[keyOf(test)];
    if (!mutant || result.status === 'skipped') return;
    const record = recordIn(result.attachments);
    this.#results.push({
      ...mutant,
      test: project.tests[keyOf(test)] ?? '',
      ended: result.status,
      error: result.errors[0]?.message?.slice(0, 500) ?? null,
      checks: (record?.checks ?? []).map(({ rule, case: name, verdict, message }) => ({
        rule,
        case: name,
        verdict,
        message: message?.slice(0, 500) ?? null,
      })),
      durationMs: result.duration,
    });
  }

  onError(error: { message?: string }): void {
    this.#errors.push(error.message ?? 'unknown');
  }

  onEnd(): void {
    const results = this.#projects.length === 0 ? this.#tests : this.#results;
    writeFileSync(resultsFile, JSON.stringify({ errors: this.#errors, results }));
  }

  /** Suppresses Playwright's own output. */
  printsToStdio(): boolean {
    return true;
  }

  #projectOf(test: TestCase): MutantProject | undefined {
    return this.#projects[Number(nameOf(test))];
  }
}

const nameOf = (test: TestCase): string => test.parent.project()?.name ?? '';

/** File and titles, as the fixtures see them. */
const keyOf = (test: TestCase): string => test.titlePath().slice(2).join(' › ');
