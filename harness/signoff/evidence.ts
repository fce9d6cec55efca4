import type { HttpExchange } from 'allure-js-commons';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpExchangeType } from '../../helpers/evidence/http-exchange.ts';
import { attachmentsOf, attemptsIn, testKey, type RawResult } from '../allure/raw.ts';
import type { TestResult } from '../results/results-schema.ts';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import { cut } from '../../helpers/redaction/escape-control.ts';

/** An exchange of a test for display, with keys masked. */
export interface ShownExchange {
  asked: string;
  requestBody: string;
  answered: string;
  responseBody: string;
}

/** Finds the exchanges of a test. */
export type Evidence = (test: TestResult) => ShownExchange[];

/** The maximum length of a body in a document. */
const maxBody = 1_500;
/** The number of exchanges shown; the last ones of a test are those it judged. */
const shownExchanges = 2;

/** The evidence of failed tests in the last run, from the folder of allure-playwright. */
export const evidenceIn = (folder: string): Evidence => {
  const attempts = existsSync(folder) ? attemptsIn(folder) : new Map<string, RawResult[]>();
  return (test) => {
    const result = attempts.get(testKey(test.project, test.file, test.title))?.at(-1);
    return (result ? attachmentsOf(result) : [])
      .filter(({ type }) => type === httpExchangeType)
      .slice(-shownExchanges)
      .map(({ source }) => shown(JSON.parse(readFileSync(join(folder, source), 'utf8')) as HttpExchange));
  };
};

const shown = ({ request, response }: HttpExchange): ShownExchange => ({
  asked: `${request.method} ${request.url}`,
  requestBody: pretty(request.body?.value ?? ''),
  answered: response ? `HTTP ${response.status}` : 'no answer',
  responseBody: pretty(response?.body?.value ?? ''),
});

const pretty = (body: string): string => {
  const parsed = parseBounded(body);
  return cut('value' in parsed ? JSON.stringify(parsed.value, null, 2) : body, maxBody);
};
