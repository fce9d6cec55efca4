import { z } from 'zod';
import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import { readList } from '../../helpers/settings/read-list.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import type { Results, RuleResult } from './results-schema.ts';
import { unjudged, type Verdict } from './verdicts.ts';

/** Beside the settings. */
export const testKeysFile = 'test-keys.json';

/** The key that a rule has in a test management tool, by id. */
export type TestKeys = Readonly<Record<string, string>>;

const testKeys = z
  .record(z.string(), z.string().regex(/^[\w.-]{1,100}$/, 'write the key of one test, for example PAY-101'))
  .refine((keys) => Object.keys(keys).every((id) => Object.hasOwn(catalogue, id)), {
    error: ({ input }) =>
      `there is no rule ${Object.keys(input as object).find((id) => !Object.hasOwn(catalogue, id))}; npm run rules lists them`,
  });

/** Reads `test-keys.json`; a missing file has no keys. @throws as `readList` */
export const readTestKeys = (file: string): TestKeys =>
  readList(file, testKeys, 'Correct it; see docs/reports.md.') ?? {};

/** The results of a run as JUnit XML: a suite for each main section, a case for each rule, with its key if it has one. */
export const junitOf = ({ run, rules }: Results, keys: TestKeys = {}): string => {
  const seconds = (ms: number): string => (ms / 1000).toFixed(3);
  const countsOf = (own: readonly RuleResult[]): string => {
    const count = (...verdicts: readonly Verdict[]): number =>
      own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return `tests="${own.length}" failures="${count('fail')}" errors="${count(...unjudged)}"`;
  };
  const suites = run.sections.map(({ section }) => {
    const own = rules.filter(({ sections }) => sections[0] === section);
    const left = own.filter(({ verdict }) => skipped.includes(verdict)).length;
    return [
      `  <testsuite name="section ${section}" ${countsOf(own)} skipped="${left}" timestamp="${run.startedAt.slice(0, 19)}">`,
      ...own.map((rule) =>
        caseOf(rule, seconds(rule.tests.reduce((sum, one) => sum + one.durationMs, 0)), keys[rule.id]),
      ),
      '  </testsuite>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="payment collection conformance" ${countsOf(rules)} time="${seconds(run.durationMs)}">\n${suites.join('\n')}\n</testsuites>\n`;
};

const skipped: readonly Verdict[] = ['not-applicable', 'excluded'];

const caseOf = (
  { id, sentence, verdict, reason, cases }: RuleResult,
  time: string,
  key: string | undefined,
): string => {
  const message = cases
    .filter((one) => one.verdict === verdict && one.message !== null)
    .map((one) => `${one.case} (${one.file}:${one.line})\n${one.message}`)
    .join('\n\n');
  const said = `message="${attribute(reason ?? sentence)}"`;
  const kind = verdict === 'fail' ? 'failure' : unjudged.includes(verdict) && 'error';
  const inside = [
    ...(key === undefined ? [] : [`<properties><property name="test_key" value="${key}"/></properties>`]),
    ...(kind ? [`<${kind} ${said} type="${verdict}">${content(message)}</${kind}>`] : []),
    ...(skipped.includes(verdict) ? [`<skipped ${said}/>`] : []),
  ];
  const open = `    <testcase classname="${id}" name="${attribute(sentence)}" time="${time}"`;
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</testcase>`;
};

/** XML 1.0 allows neither most control characters nor lone surrogates. */
const content = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?'));
const attribute = (text: string): string => content(text.replace(/\s+/g, ' ').slice(0, 500));
