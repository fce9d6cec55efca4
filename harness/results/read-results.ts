import { readFileSync } from 'node:fs';
import { resultsSchema, resultsVersion, type Results } from './results-schema.ts';

/**
 * Reads the results of a run from its file.
 *
 * @throws Error that names the file, what is wrong with it and how to get a right one
 */
export const readResults = (path: string): Results => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read. Each run writes reports/results.json; start one with: npm start`);
  }
  try {
    return resultsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is not a results.json of version ${resultsVersion}. Start a run with: npm start`);
  }
};
