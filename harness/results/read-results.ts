import { readFileSync } from 'node:fs';
import { parseResults, type Results } from './results-schema.ts';
import { toRun } from '../../helpers/settings/command-line/target-folder.mjs';

/**
 * The results of a run, from its file.
 *
 * @throws Error naming the file, and what to do when there is none
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
    throw new Error(`${path} is no results.json of this version of the suite.`);
  }
};
