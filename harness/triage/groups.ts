import { normalize } from '../../helpers/redaction/placeholders.ts';
import { cut } from '../../helpers/redaction/escape-control.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { endpointOf } from '../../interface/rules/subjects/endpoints.ts';
import { fieldIn } from '../results/text.ts';
import type { Results, RuleResult, TestResult } from '../results/results-schema.ts';

/** A broken rule with its first failed test. */
export interface Failure {
  rule: RuleResult;
  test: TestResult;
}

/** The properties of a rule that the triage uses. */
export interface About {
  readonly id: string;
  readonly sections: readonly string[];
}

/** Broken rules that may have the same cause. */
export interface Group {
  /** What their failures have in common, as text of the suite. */
  common: string;
  failures: Failure[];
}

/** The number of endpoints from which the same finding forms a single group. */
const minEndpoints = 3;

/** Groups the broken rules of a run by what their failures have in common, largest group first. */
export const groupsOf = ({ rules }: Results): Group[] => {
  const broken = rules.flatMap((rule): Failure[] => {
    const test = rule.verdict === 'fail' ? rule.tests.find(({ verdict }) => verdict === 'fail') : undefined;
    return test ? [{ rule, test }] : [];
  });
  const groups = together(broken.filter((one) => !isGenerated(one)));
  for (const failure of broken.filter(isGenerated)) {
    // The first finding of a generated test is random, so it joins a group of the same endpoint.
    const same = groups.find(({ failures }) => failures.some((one) => placeOf(one) === placeOf(failure)));
    if (same) same.failures.push(failure);
    else groups.push(...together([failure]));
  }
  return groups.sort((one, other) => other.failures.length - one.failures.length);
};

export const isGenerated = ({ rule }: { rule: About }): boolean => rule.id.startsWith('generated.');

const together = (failures: readonly Failure[]): Group[] => {
  const byFinding = grouped(failures, symptomOf);
  return [...byFinding].flatMap(([finding, found]) => {
    const places = grouped(found, placeOf);
    if (places.size >= minEndpoints) return [{ common: `${places.size} endpoints: ${finding}`, failures: found }];
    return [...places].map(([place, there]) => ({ common: `${place}: ${finding}`, failures: there }));
  });
};

const grouped = (failures: readonly Failure[], keyOf: (one: Failure) => string): Map<string, Failure[]> => {
  const groups = new Map<string, Failure[]>();
  for (const one of failures) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};

/** The finding of a failure, or only the status for a server error. */
const symptomOf = ({ test }: Failure): string => {
  const status = test.exchanges?.at(-1)?.status ?? 0;
  return status >= 500 ? failedWith(status) : findingOf(test.error);
};

const failedWith = (status: number | string): string => `the HTTP status is ${status}`;

/** The endpoint of a rule, or else the last one that its test used. */
const placeOf = ({ rule, test }: Failure): string => {
  const endpoint = endpointOf(rule.id as RuleId);
  if (/^[A-Z]+ \//.test(endpoint)) return endpoint;
  return test.exchanges?.at(-1)?.request.split('?')[0] ?? endpoint;
};

/** The first finding of a judgement, without the received value. */
export const findingOf = (error: string | null): string => {
  const lines = (error ?? '').split('\n').filter((line) => line.trim() !== '');
  const finding = lines.map((line) => /^ {2}- (.*)$/.exec(line)?.[1]).find((one) => one !== undefined);
  const text = (finding ?? lines[0] ?? 'no reason was kept').replace(/^(?:answer )?\d+: /, '');
  const [, status, wanted = ''] = /^the HTTP status is (\d{3})(, not .*)?$/.exec(text) ?? [];
  // For a server error the expected status does not matter.
  if (status) return status.startsWith('5') ? failedWith(status) : `the HTTP status is ${status}${wanted}`;
  const about = fieldIn(text);
  if (about)
    return about.received === 'absent' ? `${about.field} is absent` : `${about.field} is not ${about.expected}`;
  return cut(normalize(text), 200);
};
