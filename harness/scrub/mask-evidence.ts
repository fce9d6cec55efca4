import { existsSync, readFileSync } from 'node:fs';
import type { TestError, TestResult, TestStep } from '@playwright/test/reporter';
import type { Mask, Masking } from '../../helpers/redaction/secrets.ts';
import { kindOf } from '../../helpers/errors/failure-kind.ts';
import { cut, escapeControlChars, escapeControlCharsButColours } from '../../helpers/redaction/escape-control.ts';
import { withoutPicturesOfKeys } from './pictures.ts';
import { scanFile, type Removal } from './scan.ts';
import { OverBudget } from './budget.ts';
import { scrubBytes, tooLarge, unreadable } from './scrub-bytes.ts';

/** The maximum length of an error, a title or an annotation in reports. */
const maxLength = 20_000;
/** Content types with active content, which a browser would execute. */
const active = /^(?:text\/html|text\/xml|application\/xml|application\/xhtml\+xml|image\/svg\+xml)/i;

/** Content types that reports render although they may contain text of the target. */
const rendered = /^text\/markdown/i;

type Attachment = TestResult['attachments'][number];
type Evidence = Pick<TestResult, 'error' | 'errors' | 'attachments' | 'stdout' | 'stderr'> &
  Partial<Pick<TestResult, 'steps' | 'annotations'>>;

/**
 * Makes the artefacts of a test safe to show, in place, because later reporters get the same objects: masks secrets,
 * escapes control characters, and disables active content.
 *
 * @param maskFile for attached files, which may be binary
 * @returns the removals from attached files, with their paths
 */
export const maskEvidence = (result: Evidence, mask: Mask, maskFile: Masking = mask): Removal[] => {
  for (const error of [result.error, ...result.errors]) if (error) maskError(error, mask);
  for (const step of result.steps ?? []) maskStep(step, mask);
  for (const annotation of result.annotations ?? []) {
    if (annotation.description)
      annotation.description = cut(escapeControlChars(mask(annotation.description)), maxLength);
  }
  const removed = result.attachments.flatMap((attachment) => maskAttachment(attachment, mask, maskFile));
  for (const output of [result.stdout, result.stderr]) {
    // Joined, because a value may be split between two chunks.
    const text = output.map(String).join('');
    if (text !== '') output.splice(0, output.length, escapeControlCharsButColours(mask(text)));
  }
  return [...removed, ...withoutPicturesOfKeys(result, removed)];
};

const maskError = (error: TestError, mask: Mask): void => {
  const safe = (text: string): string => cut(escapeControlCharsButColours(mask(text)), maxLength);
  for (const field of ['message', 'stack', 'value', 'snippet'] as const) {
    const text = error[field];
    if (text !== undefined) error[field] = safe(text);
  }
  const { cause } = error as { cause?: TestError };
  // Do not mask the kind of the failure, which decides the verdict, even if a key is the same word.
  if (cause && kindOf(error) === undefined) maskError(cause, mask);
};

const maskStep = (step: TestStep, mask: Mask): void => {
  const title = cut(escapeControlChars(mask(step.title)), maxLength);
  if (title !== step.title) step.title = title;
  if (step.error) maskError(step.error, mask);
  for (const inner of step.steps) maskStep(inner, mask);
};

const maskAttachment = (attachment: Attachment, mask: Mask, maskFile: Masking): Removal[] => {
  attachment.name = escapeControlChars(mask(attachment.name));
  // In other formats than plain text, a key that is a word could be an identifier.
  const maskBody = attachment.contentType.startsWith('text/') ? mask : maskFile;
  const unsearched: Removal[] = [];
  if (attachment.body) {
    const tell = (what: string): void => {
      if (what === unreadable || what === tooLarge) unsearched.push({ file: attachment.name, what: [what] });
    };
    attachment.body = scrubbed(attachment.body, maskBody, tell);
  }
  const { path } = attachment;
  const removed = path && existsSync(path) ? scanFile(path, path, maskFile) : [];
  if (rendered.test(attachment.contentType)) attachment.contentType = 'text/plain';
  if (active.test(attachment.contentType)) {
    attachment.contentType = 'text/plain';
    if (path && existsSync(path)) {
      attachment.body = readFileSync(path);
      delete attachment.path;
    }
  }
  return [...unsearched, ...removed];
};

/** A body without keys; a note when it cannot be searched. */
const scrubbed = (body: Buffer, mask: Masking, found: (what: string) => void): Buffer => {
  try {
    return scrubBytes(body, mask, found);
  } catch (error) {
    const why = error instanceof OverBudget ? tooLarge : unreadable;
    found(why);
    return Buffer.from(`(removed: ${why})`);
  }
};
