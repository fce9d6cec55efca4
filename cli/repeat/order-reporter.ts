import { dirname, join } from 'node:path';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { hasFolder, targetFolder } from '../../helpers/settings/command-line/target-folder.mjs';
import { relativeTo } from '../../harness/results/files/place.ts';
import { writeAtomically } from '../../harness/results/files/write-atomically.ts';
import { orderFile, type Begun } from './order.ts';

/** Writes down in which order tests began, and on which worker. It stands beside the suite's own reporters. */
export default class OrderReporter implements Reporter {
  readonly #begun: Begun[] = [];
  #root = '';

  onBegin(config: FullConfig): void {
    this.#root = hasFolder() ? targetFolder() : dirname(config.configFile ?? join(process.cwd(), 'none'));
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    const file = relativeTo(this.#root, test.location.file);
    const project = test.parent.project()?.name ?? '';
    this.#begun.push({ worker: result.parallelIndex, project, file, line: test.location.line, title: test.title });
  }

  onEnd(): void {
    const [folder, name] = [dirname(orderFile), orderFile.slice(dirname(orderFile).length + 1)];
    writeAtomically(join(this.#root, folder, name), JSON.stringify(this.#begun));
  }

  printsToStdio(): boolean {
    return false;
  }
}
