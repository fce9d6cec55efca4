import { escapeHtml } from '../../../helpers/redaction/escape-html.ts';
import type { Planned } from '../../../harness/shards/part.ts';
import { named } from '../../../harness/shards/shard.mjs';

/**
 * Adds the tests of missing shards to a junit.xml as errors, so that a CI system does not show an incomplete run as
 * passed.
 *
 * @param junit the file of Playwright
 * @param tests the tests of missing shards
 */
export const withMissing = (junit: string, tests: readonly Planned[], of: number): string => {
  const suites = [...new Set(tests.map(({ shard }) => shard))].map((shard) => {
    const name = named({ index: shard, of });
    const own = tests.filter((test) => test.shard === shard);
    const cases = own.map(
      ({ project, title, file }) =>
        `<testcase name="${escapeHtml(`[${project}] ${title}`)}" classname="${escapeHtml(file)}" time="0">\n` +
        `<error message="${name} is missing">\n</error>\n</testcase>\n`,
    );
    const counts = `tests="${own.length}" failures="0" skipped="0" time="0" errors="${own.length}"`;
    return `<testsuite name="${name}" ${counts}>\n${cases.join('')}</testsuite>\n`;
  });
  const added = (head: string): string =>
    head.replaceAll(/\b(tests|errors)="(\d+)"/g, (_, what: string, count: string) => {
      return `${what}="${Number(count) + tests.length}"`;
    });
  return junit
    .replace(/^<testsuites[^>]*>/, added)
    .replace(/<\/testsuites>\s*$/, () => `${suites.join('')}</testsuites>\n`);
};
