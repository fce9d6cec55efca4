import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import type { Results, RuleResult } from './results-schema.ts';

/** The results of a run as JUnit XML: a suite for each main section, a case for each rule. */
export const junitOf = ({ run, rules }: Results): string => {
  const suites = run.sections.map(({ section }) => {
    const own = rules.filter(({ sections }) => sections[0] === section);
    const count = (...verdicts: string[]): number => own.filter(({ verdict }) => verdicts.includes(verdict)).length;
    return [
      `  <testsuite name="section ${section}" tests="${own.length}" failures="${count('fail')}" errors="${count(...errors)}" skipped="${count(...skipped)}">`,
      ...own.map(caseOf),
      '  </testsuite>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="payment collection conformance" time="${run.durationMs / 1000}">\n${suites.join('\n')}\n</testsuites>\n`;
};

const errors = ['environment', 'not-tested', 'harness'];
const skipped = ['not-applicable', 'excluded'];

const caseOf = ({ id, sentence, verdict, reason, cases, tests }: RuleResult): string => {
  const seconds = tests.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const open = `    <testcase classname="${id}" name="${attribute(sentence)}" time="${seconds}"`;
  const message = cases
    .filter((one) => one.verdict === verdict && one.message !== null)
    .map((one) => `${one.case} (${one.file}:${one.line})\n${one.message}`)
    .join('\n\n');
  const kind = verdict === 'fail' ? 'failure' : errors.includes(verdict) ? 'error' : undefined;
  if (kind)
    return `${open}><${kind} message="${attribute(reason ?? sentence)}">${content(message)}</${kind}></testcase>`;
  if (skipped.includes(verdict)) return `${open}><skipped message="${attribute(reason ?? verdict)}"/></testcase>`;
  return `${open}/>`;
};

/** XML 1.0 allows neither most control characters nor lone surrogates. */
const content = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?'));
const attribute = (text: string): string => content(text.replace(/\s+/g, ' ').slice(0, 500));
