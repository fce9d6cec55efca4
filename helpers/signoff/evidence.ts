import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachmentsOf, attemptsIn, testKey, type RawResult } from '../report/allure/raw.ts';
import type { TestResult } from '../report/results-schema.ts';
import { cut } from '../report/visible.ts';

/** One exchange of a test, keys masked, as a person reads it. */
export interface ShownExchange {
  asked: string;
  requestBody: string;
  answered: string;
  responseBody: string;
}

/** Finds the exchanges of a test. */
export type Evidence = (test: TestResult) => ShownExchange[];

/** Characters of a body that a document shows. */
const enough = 1_500;
/** The last exchanges of a test are those that were judged. */
const last = 2;

interface HttpAttachment {
  request: { method: string; url: string; body?: string };
  response?: { status: number; body?: string };
}

/** The evidence that the last run kept of its failed tests, from the folder of allure-playwright. */
export const evidenceIn = (folder: string): Evidence => {
  const attempts = existsSync(folder) ? attemptsIn(folder) : new Map<string, RawResult[]>();
  return (test) => {
    const result = attempts.get(testKey(test.project, test.file, test.title))?.at(-1);
    return (result ? attachmentsOf(result) : [])
      .filter(({ type }) => type === 'application/vnd.allure.http+json')
      .slice(-last)
      .map(({ source }) => shown(JSON.parse(readFileSync(join(folder, source), 'utf8')) as HttpAttachment));
  };
};

const shown = ({ request, response }: HttpAttachment): ShownExchange => ({
  asked: `${request.method} ${request.url}`,
  requestBody: pretty(request.body ?? ''),
  answered: response ? `HTTP ${response.status}` : 'no answer',
  responseBody: pretty(response?.body ?? ''),
});

const pretty = (body: string): string => {
  try {
    return cut(JSON.stringify(JSON.parse(body), null, 2), enough);
  } catch {
    return cut(body, enough);
  }
};
