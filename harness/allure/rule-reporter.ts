import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { ALLURE_RUNTIME_MESSAGE_CONTENT_TYPE, FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { AllureReporter } from 'allure-playwright';
import { recordName } from '../../helpers/evidence/check-result.ts';
import { titleOf } from '../reporter/ended-test.ts';
import { fileOf } from '../reporter/run-facts.ts';
import { testKey, testLabel } from './categories.ts';

/** Writes results without waiting for the disk each time, in which the runner could send no request: they are read after the run. */
class ResultWriter extends FileSystemWriter {
  readonly #folder: string;

  constructor(resultsDir: string) {
    super({ resultsDir });
    this.#folder = resultsDir;
    mkdirSync(resultsDir, { recursive: true });
  }

  override writeResult(result: Parameters<FileSystemWriter['writeResult']>[0]): void {
    writeFileSync(join(this.#folder, `${result.uuid}-result.json`), JSON.stringify(result));
  }

  override writeAttachment(name: string, content: Buffer): void {
    writeFileSync(join(this.#folder, name), content);
  }
}

/** Allure's reporter, with what only the end of a test tells: the broken rules as tags, and tickets of known deviations. */
export default class RuleReporter extends AllureReporter {
  /** The configuration of merged shards lists no projects at first. */
  override onConfigure(config: FullConfig): void {
    const none = { outputDir: '', snapshotDir: '' } as FullConfig['projects'][number];
    super.onConfigure({ ...config, projects: config.projects.length > 0 ? config.projects : [none] });
  }

  override onBegin(suite: Suite): void {
    super.onBegin(suite);
    const { resultsDir } = this.options;
    if (resultsDir) Object.assign(this['allureRuntime'] ?? {}, { writer: new ResultWriter(resultsDir) });
  }

  override onTestEnd(test: TestCase, result: TestResult): Promise<void> {
    const attachments = result.attachments.filter(({ name }) => name !== recordName);
    // Allure itself reads annotations as a test begins.
    return super.onTestEnd(
      test,
      Object.create(result, { attachments: { value: [...attachments, metadataOf(test, result)] } }),
    );
  }
}

/** Labels and links as a message that Allure's reporter reads from the attachments of a test. */
const metadataOf = (test: TestCase, { annotations }: TestResult): TestResult['attachments'][number] => {
  const saying = (wanted: string): string[] =>
    annotations.flatMap(({ type, description }) => (type === wanted && description ? [description] : []));
  const tickets = [...new Set(saying('ticket'))];
  const data = {
    labels: [
      { name: testLabel, value: testKey(fileOf(test), titleOf(test)) },
      ...[...saying('broken').map((rule) => `broken ${rule}`), ...tickets].map((value) => ({ name: 'tag', value })),
    ],
    links: tickets.filter((ticket) => /^https?:/.test(ticket)).map((url) => ({ type: 'issue', name: url, url })),
  };
  const body = Buffer.from(JSON.stringify({ type: 'metadata', data }));
  return { name: 'labels', contentType: ALLURE_RUNTIME_MESSAGE_CONTENT_TYPE, body };
};
