import type { TestResult } from '@playwright/test/reporter';
import { stripVTControlCharacters } from 'node:util';

/** The name of the attachment with all failures of a test that had several. */
export const allFailuresName = 'all failures';

/** Attaches all failures of a test that had several, because some reports show only the first error. */
export const attachAllFailures = ({ errors, attachments }: Pick<TestResult, 'errors' | 'attachments'>): void => {
  if (errors.length < 2) return;
  const texts = errors.map(
    ({ message, value }, index) =>
      `${index + 1} of ${errors.length}\n${stripVTControlCharacters(message ?? value ?? 'no message')}`,
  );
  attachments.push({ name: allFailuresName, contentType: 'text/plain', body: Buffer.from(texts.join('\n\n')) });
};
