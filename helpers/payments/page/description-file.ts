import { readFileSync } from 'node:fs';
import { NotTested } from '../../errors/errors.ts';
import { DescriptionError, readDescription, type Limits, type PageDescription } from './page-lines.ts';

/** Whether CHECKOUT_PAGE names a description rather than a module: files of pipelines have names without an ending. */
export const isDescription = (path: string): boolean => !/\.[cm]?[jt]sx?$/i.test(path);

/** Reads the file of a description. @throws NotTested that names file, line and column */
export const descriptionAt = (path: string, limits: Limits): PageDescription => {
  try {
    return readDescription(readFileSync(path, 'utf8'), limits);
  } catch (error) {
    const reason = error instanceof DescriptionError ? error.message : 'it cannot be read';
    throw new NotTested(`CHECKOUT_PAGE: ${path}: ${reason}`);
  }
};
