import type { FullConfig } from '@playwright/test/reporter';
import { AllureReporter } from 'allure-playwright';

/** Allure's reporter over the blob reports of shards, whose configuration lists no projects at first. */
export default class MergedReporter extends AllureReporter {
  override onConfigure(config: FullConfig): void {
    const none = { outputDir: '', snapshotDir: '' } as FullConfig['projects'][number];
    super.onConfigure({ ...config, projects: config.projects.length > 0 ? config.projects : [none] });
  }
}
