import { dirname, join } from 'node:path';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { hasFolder, targetFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { relativeTo } from '../../harness/results/files/place.ts';
import { writeAtomically } from '../../harness/results/files/write-atomically.ts';
import { orderFile, type StartedTest } from './order.ts';

/** Records the order in which tests began, and their workers. It is added to the suite's own reporters. */
export default class OrderReporter implements Reporter {
  readonly #started: StartedTest[] = [];
  #root = '';

  onBegin(config: FullConfig): void {
    this.#root = hasFolder() ? targetFolder() : dirname(config.configFile ?? join(process.cwd(), 'none'));
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    const file = relativeTo(this.#root, test.location.file);
    const project = test.parent.project()?.name ?? '';
    this.#started.push({ worker: result.parallelIndex, project, file, line: test.location.line, title: test.title });
  }

  onEnd(): void {
    const [folder, name] = [dirname(orderFile), orderFile.slice(dirname(orderFile).length + 1)];
    writeAtomically(join(this.#root, folder, name), JSON.stringify(this.#started));
  }

  printsToStdio(): boolean {
    return false;
  }
}
