import type { HttpExchange } from 'allure-js-commons';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpExchangeType } from '../../helpers/evidence/http-exchange.ts';
import { attachmentsOf, attemptsIn, testKey, type RawResult } from '../allure/raw.ts';
import type { TestResult } from '../results/results-schema.ts';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import { cut } from '../../helpers/redaction/escape-control.ts';

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

/** The evidence that the last run kept of its failed tests, from the folder of allure-playwright. */
export const evidenceIn = (folder: string): Evidence => {
  const attempts = existsSync(folder) ? attemptsIn(folder) : new Map<string, RawResult[]>();
  return (test) => {
    const result = attempts.get(testKey(test.project, test.file, test.title))?.at(-1);
    return (result ? attachmentsOf(result) : [])
      .filter(({ type }) => type === httpExchangeType)
      .slice(-last)
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
  return cut('value' in parsed ? JSON.stringify(parsed.value, null, 2) : body, enough);
};
