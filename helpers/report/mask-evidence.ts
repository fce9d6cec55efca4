import { existsSync } from 'node:fs';
import type { TestResult } from '@playwright/test/reporter';
import type { Mask } from '../target/secrets.ts';
import { scrubBytes, scrubFile } from './scrub.ts';

/** Masks what a test left behind, in place: later reporters, and whoever reads the files, get the same objects. */
export const maskEvidence = (
  result: Pick<TestResult, 'error' | 'errors' | 'attachments' | 'stdout' | 'stderr'>,
  mask: Mask,
): void => {
  for (const error of [result.error, ...result.errors].filter((one) => one !== undefined)) {
    for (const field of ['message', 'stack', 'value', 'snippet'] as const) {
      const text = error[field];
      if (text !== undefined) error[field] = mask(text);
    }
  }
  for (const attachment of result.attachments) {
    if (attachment.body) attachment.body = scrubBytes(attachment.body, mask);
    if (attachment.path && existsSync(attachment.path)) scrubFile(attachment.path, mask);
  }
  for (const output of [result.stdout, result.stderr]) {
    output.forEach((chunk, index) => (output[index] = mask(chunk.toString())));
  }
};
