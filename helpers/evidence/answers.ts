import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { kindsOf } from '../../interface/messages/form.ts';
import { placeOf } from './steps.ts';

/** An answer without its data, so that it can be stored and compared with that of another run. */
export const answer = z.object({
  request: z.string(),
  status: z.int(),
  /** The kind of each field by its path; null when the body is not JSON. */
  kinds: z.record(z.string(), z.string()).nullable(),
});
export type Answer = z.output<typeof answer>;

/** Answers stored per test. */
const maxAnswers = 10;

const fileIn = (folder: string): string => join(folder, 'answers.jsonl');

/** Stores the answers to a test, whatever its verdict. @param folder of the run */
export const keepAnswers = (folder: string, testId: string, exchanges: readonly Exchange[]): void =>
  appendFileSync(fileIn(folder), `${JSON.stringify([testId, exchanges.flatMap(answerOf).slice(0, maxAnswers)])}\n`);

/** The answers to each test so far, by test id; those of its last attempt. @param folder of the run */
export const answersIn = (folder: string): Map<string, Answer[]> => {
  if (!existsSync(fileIn(folder))) return new Map();
  // The last line may be incomplete.
  const lines = readFileSync(fileIn(folder), 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line) as [string, Answer[]]));
};

/** Exchanges without an answer of the service are omitted. */
const answerOf = ({ method, url, status, trouble, responseBody }: Exchange): Answer[] => {
  if (status === undefined || trouble) return [];
  const parsed = parseBounded(responseBody);
  return [{ request: `${method} ${placeOf(url)}`, status, kinds: 'value' in parsed ? kindsOf(parsed.value) : null }];
};
