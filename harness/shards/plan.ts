import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Traffic } from '../../helpers/client/network/traffic.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { capabilitiesOfTags, ruleOfTags } from '../../interface/rules/rule.ts';
import { writeAtomically } from '../results/files/write-atomically.ts';
import type { Results } from '../results/results-schema.ts';
import { counted, duration } from '../results/text.ts';
import { isRepeatable, mostAttempts } from '../triage/questions.ts';

/** Recorded on a whole run against the sandbox. */
const file = fileURLToPath(new URL('../../durations/requests.json', import.meta.url));

const schema = z.object({
  generatedRuns: z.number().positive().describe('how many cases each generated test tried'),
  rules: z.record(
    z.string(),
    z.tuple([z.number(), z.number()]).describe('requests and payments of a test, on average'),
  ),
});
type Recorded = z.infer<typeof schema>;

/** What a run will send: about so much, since answers decide what follows them. */
interface Plan extends Traffic {
  tests: number;
  /** Tests that the settings declare not applicable. */
  notApplicable: number;
}

type Test = { tags: readonly string[] };

/** Records what the tests of a whole run sent. @param path elsewhere than in the suite */
export const writeRequests = ({ run, rules }: Results, path = file): void => {
  const average = (sum: number, tests: number): number => Math.round((10 * sum) / tests) / 10;
  const recorded: Recorded = {
    generatedRuns: run.generatedRuns ?? 1,
    rules: Object.fromEntries(
      rules
        .flatMap(({ id, sent, tests }): [string, [number, number]][] =>
          sent ? [[id, [average(sent.requests, tests.length), average(sent.payments, tests.length)]]] : [],
        )
        .sort(([id], [other]) => (id < other ? -1 : 1)),
    ),
  };
  // A line for each rule.
  const text = JSON.stringify(recorded, null, 2).replace(/\[\s+([\d.]+),\s+([\d.]+)\s+\]/g, '[$1, $2]');
  writeAtomically(path, `${text}\n`);
};

/** What tests will send. @param path of what was recorded, where that is not in the suite */
export const planOf = (
  tests: readonly Test[],
  { notApplicable, generatedRuns }: Pick<Settings, 'notApplicable' | 'generatedRuns'>,
  path = file,
): Plan => {
  const recorded = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const absent: ReadonlySet<string> = notApplicable;
  const applicable = tests.filter(({ tags }) => !capabilitiesOfTags(tags).some((name) => absent.has(name)));
  let [requests, payments] = [0, 0];
  for (const { tags } of applicable) {
    const [ownRequests = 0, ownPayments = 0] = recorded.rules[ruleOfTags(tags)?.id ?? ''] ?? [];
    const isGenerated = tags.some((tag) => tag.startsWith('@generated.'));
    const times = isGenerated ? generatedRuns / recorded.generatedRuns : 1;
    requests += ownRequests * times;
    payments += ownPayments * times;
  }
  return {
    tests: applicable.length,
    notApplicable: tests.length - applicable.length,
    requests: Math.ceil(requests),
    payments: Math.ceil(payments),
  };
};

/**
 * What may be sent to find out why rules are broken: where those are broken whose tests send the most.
 *
 * @param path of what was recorded, where that is not in the suite
 */
export const mostOfTriage = (tests: readonly (Test & { project: string })[], path = file): Traffic => {
  const recorded = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const repeatable = tests.flatMap(({ tags, project }) => {
    const rule = ruleOfTags(tags);
    return rule?.level === 'must' && isRepeatable({ rule, test: { project } }) ? [rule.id] : [];
  });
  const sent = [...new Set(repeatable)].map((id) => recorded.rules[id] ?? ([0, 0] as const));
  const most = (which: 0 | 1): number => {
    const heaviest = sent.map((one) => Math.ceil(one[which])).sort((one, other) => other - one);
    return mostAttempts().reduce((sum, attempts, nth) => sum + attempts * (heaviest[nth] ?? 0), 0);
  };
  return { requests: most(0), payments: most(1) };
};

/** What tests will send, in one line. */
export const planInWords = (tests: readonly Test[], settings: Settings): string => {
  const plan = planOf(tests, settings);
  const { maxRequestsPerSecond: perSecond } = settings;
  return [
    counted(plan.tests, 'test') + (plan.notApplicable > 0 ? ` (${plan.notApplicable} more are not applicable)` : ''),
    `about ${counted(plan.requests, 'request')}, ${plan.payments} of which start a payment`,
    ...(perSecond ? [`at least ${duration((plan.requests / perSecond) * 1000)} at ${perSecond} a second`] : []),
  ].join(', ');
};
