import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { kindsOf } from '../../interface/messages/form.ts';
import { placeOf } from './steps.ts';

/** An answer without its data, so that it can be kept, and compared with that of another run. */
export const answer = z.object({
  request: z.string(),
  status: z.int(),
  /** By the path of a field, what it is; null when the body is no JSON. */
  kinds: z.record(z.string(), z.string()).nullable(),
});
export type Answer = z.output<typeof answer>;

/** Answers that are kept of one test. */
const kept = 10;

const fileIn = (folder: string): string => join(folder, 'answers.jsonl');

/** Keeps what a test was answered, whatever becomes of it. @param folder of the run */
export const keepAnswers = (folder: string, testId: string, exchanges: readonly Exchange[]): void =>
  appendFileSync(fileIn(folder), `${JSON.stringify([testId, exchanges.flatMap(answerOf).slice(0, kept)])}\n`);

/** What tests were answered so far, by their ids; of several attempts at a test the last one. @param folder of the run */
export const answersIn = (folder: string): Map<string, Answer[]> => {
  if (!existsSync(fileIn(folder))) return new Map();
  // The last line may still be on its way.
  const lines = readFileSync(fileIn(folder), 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line) as [string, Answer[]]));
};

/** What never reached the service, or is to be sent again, is no answer of it. */
const answerOf = ({ method, url, status, trouble, responseBody }: Exchange): Answer[] => {
  if (status === undefined || trouble) return [];
  const parsed = parseBounded(responseBody);
  return [{ request: `${method} ${placeOf(url)}`, status, kinds: 'value' in parsed ? kindsOf(parsed.value) : null }];
};
