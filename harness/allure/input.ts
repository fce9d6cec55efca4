import { groupOf } from '../results/text.ts';
import { copyFileSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFailuresName } from '../results/all-failures.ts';
import { code } from '../../helpers/redaction/escape-markdown.ts';
import type { Results, RuleResult } from '../results/results-schema.ts';
import { durationsByEndpoint, metricsOf } from './durations.ts';
import { exchangesName, parseList } from '../../helpers/evidence/exchange-list.ts';
import { asProperties, environmentOf } from './environment.ts';
import { attachmentsOf, attemptsIn, testKey, type RawResult } from './raw.ts';
import { knownPrefix, toAllureResult, unstarted } from './shown.ts';

/**
 * Writes the input of Allure: the scrubbed results of the run with the verdicts, metrics and facts of results.json. The
 * files of the run stay unchanged.
 *
 * @param raw the folder that allure-playwright wrote
 * @param folder the output folder; emptied first
 * @returns the part of the configuration that allurerc.mjs adds
 */
export const makeInput = (raw: string, folder: string, results: Results) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

  const attempts = attemptsIn(raw);
  for (const rule of results.rules) {
    for (const test of rule.tests) {
      const own = attempts.get(testKey(test.project, test.file, test.title)) ?? [
        unstarted(rule, test, Date.parse(results.run.startedAt)),
      ];
      for (const [index, attempt] of own.entries()) {
        const isLast = index === own.length - 1;
        const judged = isLast ? test : (test.attempts?.[index] ?? test);
        const remarks = {
          failures: textOf(raw, attempt, allFailuresName),
          drift: driftOf(results, rule),
          group: groupOf(results, rule.id),
        };
        write(`${attempt.uuid}-result.json`, toAllureResult(attempt, rule, judged, remarks));
      }
    }
  }
  for (const name of readdirSync(raw)) {
    if (!/-result\.json$|^environment\.|^performance\.json$/.test(name)) link(join(raw, name), join(folder, name));
  }

  const { run } = results;
  const start = Date.parse(run.startedAt);
  const exchanges = [...attempts.values()].flat().flatMap((one) => parseList(textOf(raw, one, exchangesName) ?? ''));
  const metrics = metricsOf(durationsByEndpoint(exchanges), start, start + run.durationMs);
  write('performance.json', metrics.results);
  write('environment.properties', asProperties(environmentOf(run)));
  const errors = [...run.errors, ...(run.outage ? [run.outage] : []), ...(run.leftBehind ?? [])];
  if (errors.length > 0)
    write('run-globals.json', { errors: errors.map((message) => ({ message, timestamp: start })) });
  return {
    resultsDir: [folder],
    performance: metrics.config,
    // Allure rewrites this file, by default next to the suite.
    resolutions: { rules: resolutionsOf(results.rules), knownIssuesPath: join(folder, 'known-issues.json') },
  };
};

const textOf = (raw: string, result: RawResult, name: string): string | undefined => {
  const attachment = attachmentsOf(result).find((one) => one.name === name);
  return attachment && readFileSync(join(raw, attachment.source), 'utf8');
};

const driftOf = ({ run: { observations } }: Results, { id }: RuleResult): string | undefined => {
  const listed = (values: readonly string[]): string => values.map(code).join('; ') || 'nothing';
  const changed = observations?.changed.find(({ rule }) => rule === id);
  if (changed) return `Observed ${listed(changed.after)}; pinned for this target is ${listed(changed.before)}.`;
  const added = observations?.pinned ? observations.new.find(({ rule }) => rule === id) : undefined;
  if (added) return `Observed ${listed(added.after)}; nothing is pinned for this target yet.`;
  const gone = observations?.gone.find(({ rule }) => rule === id);
  return gone && `Observed nothing; pinned for this target is ${listed(gone.before)}.`;
};

/** Declares known deviations as resolved, so that Allure counts them separately from other failures. */
const resolutionsOf = (rules: readonly RuleResult[]) => {
  const known = rules.flatMap((rule) => (rule.verdict === 'known' && rule.known ? [rule.known] : []));
  return [...new Map(known.map((one) => [one.ticket, one])).values()].map(({ ticket, owner, expires, reason }) => ({
    resolution: 'accepted',
    messageRegexp: `^${knownPrefix(ticket).replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}`,
    comment: `${ticket}: ${reason}. ${owner} is to fix it by ${expires}.`,
  }));
};

/** Links instead of copying, because files may be large and are only read. */
const link = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
};
