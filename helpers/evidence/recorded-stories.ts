import { appendFileSync, readFileSync } from 'node:fs';
import type { Exchange } from '../../interface/messages/exchange.ts';

/** A request of a test, keys masked, and the earlier ones of the test that were answered before it was asked for. */
export interface RecordedRequest extends Pick<Exchange, 'method' | 'url' | 'requestHeaders' | 'requestBody'> {
  readonly after: readonly number[];
}

/** For npm run bench: adds the requests of a test to the file that RECORD_STORIES names. */
export const recordStory = (exchanges: readonly Exchange[]): void => {
  const { RECORD_STORIES: file } = process.env;
  if (!file || exchanges.length === 0) return;
  const ends = exchanges.map(({ startedAt, durationMs }) => startedAt + durationMs);
  const story = exchanges.map(({ method, url, requestHeaders, requestBody, startedAt, waitedMs = 0 }) => {
    const after = [...ends.keys()].filter((index) => (ends[index] ?? Infinity) <= startedAt - waitedMs);
    return { method, url, requestHeaders, requestBody, after };
  });
  appendFileSync(file, `${JSON.stringify(story)}\n`);
};

/** The stories of a file, one for each test. */
export const storiesIn = (file: string): RecordedRequest[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedRequest[]);
