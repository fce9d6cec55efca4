import { existsSync, readFileSync } from 'node:fs';
import type { TestError, TestResult, TestStep } from '@playwright/test/reporter';
import type { Mask, Masking } from '../../helpers/redaction/secrets.ts';
import { kindOf } from '../../helpers/errors/failure-kind.ts';
import { cut, escapeControlChars, escapeControlCharsButColours } from '../../helpers/redaction/escape-control.ts';
import { withoutPicturesOfKeys } from './pictures.ts';
import { scanFile, type Removal } from './scan.ts';
import { OverBudget } from './budget.ts';
import { scrubBytes, tooLarge, unreadable } from './scrub-bytes.ts';

/** The longest text of an error, a title or an output that reports are given. */
const enough = 20_000;
/** A browser that opens these runs what stands in them. */
const active = /^(?:text\/html|text\/xml|application\/xml|application\/xhtml\+xml|image\/svg\+xml)/i;

/** Reports show it with its markup, and what an answer says may be part of it. */
const rendered = /^text\/markdown/i;

type Attachment = TestResult['attachments'][number];
type Evidence = Pick<TestResult, 'error' | 'errors' | 'attachments' | 'stdout' | 'stderr'> &
  Partial<Pick<TestResult, 'steps' | 'annotations'>>;

/**
 * Makes what a test left behind fit to be shown, in place, since later reporters and whoever reads the files get the
 * same objects: secrets are masked, steering signs are made visible, and nothing is left that a browser would run.
 *
 * @param maskFile for attached files, which are not all text
 * @returns what was removed from attached files, each by its path
 */
export const maskEvidence = (result: Evidence, mask: Mask, maskFile: Masking = mask): Removal[] => {
  for (const error of [result.error, ...result.errors]) if (error) maskError(error, mask);
  for (const step of result.steps ?? []) maskStep(step, mask);
  for (const annotation of result.annotations ?? []) {
    if (annotation.description) annotation.description = cut(escapeControlChars(mask(annotation.description)), enough);
  }
  const removed = result.attachments.flatMap((attachment) => maskAttachment(attachment, mask, maskFile));
  for (const output of [result.stdout, result.stderr]) {
    // Joined, because a value may be spread over two pieces.
    const text = output.map(String).join('');
    if (text !== '') output.splice(0, output.length, escapeControlCharsButColours(mask(text)));
  }
  return [...removed, ...withoutPicturesOfKeys(result, removed)];
};

const maskError = (error: TestError, mask: Mask): void => {
  const safe = (text: string): string => cut(escapeControlCharsButColours(mask(text)), enough);
  for (const field of ['message', 'stack', 'value', 'snippet'] as const) {
    const text = error[field];
    if (text !== undefined) error[field] = safe(text);
  }
  const { cause } = error as { cause?: TestError };
  // The verdict is read from the kind, also where a key is the same word.
  if (cause && kindOf(error) === undefined) maskError(cause, mask);
};

const maskStep = (step: TestStep, mask: Mask): void => {
  const title = cut(escapeControlChars(mask(step.title)), enough);
  if (title !== step.title) step.title = title;
  if (step.error) maskError(step.error, mask);
  for (const inner of step.steps) maskStep(inner, mask);
};

const maskAttachment = (attachment: Attachment, mask: Mask, maskFile: Masking): Removal[] => {
  attachment.name = escapeControlChars(mask(attachment.name));
  // A key that is a word could be a name in what is no plain text.
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

/** What a body is without keys; a note where it cannot be searched. */
const scrubbed = (body: Buffer, mask: Masking, found: (what: string) => void): Buffer => {
  try {
    return scrubBytes(body, mask, found);
  } catch (error) {
    const why = error instanceof OverBudget ? tooLarge : unreadable;
    found(why);
    return Buffer.from(`(removed: ${why})`);
  }
};
