import { readFileSync } from 'node:fs';
import { parseResults, type Results } from './results-schema.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

/**
 * Reads the results of a run from its file.
 *
 * @throws Error that names the file and, when it is missing, how to create it
 */
export const readResults = (path: string): Results => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read. Each run writes reports/results.json; start one with: ${toRun('start')}`);
  }
  try {
    return parseResults(text);
  } catch {
    throw new Error(`${path} is not a results.json of this version of the suite. Start a run with: ${toRun('start')}`);
  }
};
