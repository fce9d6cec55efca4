import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import type { TestResult } from '@playwright/test/reporter';
import { Budget } from './budget.ts';
import type { Removal } from './scan.ts';
import { unzipped } from './unpack.ts';

/** The values that no screenshot may show. Payment pages may show the customer's e-mail address and number. */
const keys = ['SECRET_KEY', 'PUBLISHABLE_KEY'];
const picture = /\.(png|jpe?g|webp|webm)$/i;

/**
 * Removes the pictures of a test, including those of its trace, when another artefact contained a key: keys cannot be
 * masked in pixels.
 *
 * @param found the removals from the attachments of the test
 * @returns the removed pictures, with their paths
 */
export const withoutPicturesOfKeys = (
  result: Pick<TestResult, 'attachments'>,
  found: readonly Removal[],
): Removal[] => {
  if (!found.some(({ what }) => what.some((one) => keys.includes(one)))) return [];
  const taken = result.attachments.flatMap((attachment) => {
    const { path, contentType, name } = attachment;
    if (path?.endsWith('.zip')) return emptied(path) ? [path] : [];
    if (!/^(image|video)\//.test(contentType)) return [];
    // Keep the attachment itself, because other reporters expect every attachment that a step refers to.
    if (path) rmSync(path, { force: true });
    delete attachment.path;
    Object.assign(attachment, {
      contentType: 'text/plain',
      body: Buffer.from('It may show a key, so it was removed.'),
    });
    return [path ?? name];
  });
  return taken.map((file) => ({ file, what: ['pictures of a page that may show a key'] }));
};

/** Removes the pictures from an archive. @returns whether there were any */
const emptied = (path: string): boolean => {
  const before = Object.fromEntries(contentOf(path));
  const after = Object.fromEntries(Object.entries(before).filter(([name]) => !picture.test(name)));
  if (Object.keys(after).length === Object.keys(before).length) return false;
  writeFileSync(path, zipSync(after));
  return true;
};

/** The files of an archive; none for an archive that was emptied because it could not be searched. */
const contentOf = (path: string): [name: string, content: Buffer][] => {
  const bytes = readFileSync(path);
  return bytes.length === 0 ? [] : unzipped(bytes, Budget.forFile(bytes.length));
};
