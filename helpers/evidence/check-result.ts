import { z } from 'zod';

/** The verdict of a check. Only `fail` means that the service violates its interface. */
export const checkVerdicts = [
  'pass',
  'fail',
  'known',
  'observed',
  'not-tested',
  'not-applicable',
  'environment',
  'harness',
] as const;

export type CheckVerdict = (typeof checkVerdicts)[number];

const difference = z.object({ field: z.string(), expected: z.string(), received: z.string() });

const evidence = z.object({
  /** The request line, and its body if it has one. */
  sent: z.string(),
  /** Status, content type and body of the answer. */
  came: z.string(),
  /** A command that sends the request again, with the names of settings for keys. */
  curl: z.string(),
});

/** The exchange that shows a broken rule, keys masked and long bodies cut. */
export type Evidence = z.output<typeof evidence>;

const checkResult = z.object({
  rule: z.string(),
  /** Which near miss or circumstance; `each exchange` for an invariant. Unique together with the rule. */
  case: z.string(),
  verdict: z.enum(checkVerdicts),
  /** What was expected, what came and where to look, keys masked; null when there is nothing to say. */
  message: z.string().nullable(),
  /** How it fails, without ids, times and data; empty unless it fails. */
  differences: z.array(difference),
  /** The observation, in words that are the same in every run; null for other checks. */
  observed: z.string().nullable(),
  /** The ticket of the known deviation that covers the failure; null without one. */
  ticket: z.string().nullable(),
  /** The exchange that shows the failure; absent where a check failed on something else. */
  evidence: evidence.optional(),
});

export type CheckResult = z.output<typeof checkResult>;

/** The result of a check; what is not given has nothing to say. */
export const checkResultOf = (
  given: Pick<CheckResult, 'rule' | 'case' | 'verdict' | 'message'> & Partial<CheckResult>,
): CheckResult => ({ differences: [], observed: null, ticket: null, ...given });

/** A case that does not apply to this target or payment. */
export const leftOut = (rule: string, name: string, message: string): CheckResult =>
  checkResultOf({ rule, case: name, verdict: 'not-applicable', message });

/** How an answer differs from the interface, as data that is the same in every run. */
export type Difference = z.output<typeof difference>;

const testRecord = z.object({
  checks: z.array(checkResult),
  /** What the test sent to the target; `payments` are requests that start one. */
  sent: z.object({
    requests: z.number(),
    payments: z.number(),
    /** The forms of the values of each accepted request. */
    combinations: z.array(z.array(z.string())).default([]),
  }),
  /** How long each answer took, in milliseconds, by endpoint and status, for example `GET /v1/wallets/list 200`. */
  times: z.record(z.string(), z.array(z.number())).optional(),
  /** What ended the test although each of its rules had a result; absent where nothing did. */
  endedBy: z.object({ verdict: z.enum(['not-tested', 'environment', 'harness']), message: z.string() }).optional(),
});

/** What a test leaves for the reports. */
export type TestRecord = z.output<typeof testRecord>;

/** The name of the attachment with the record of a test. */
export const recordName = 'checks';

/** The case of an invariant. */
export const eachExchange = 'each exchange';

/** The case of a rule that the judgement of a payment in the browser judges. */
export const eachPayment = 'each payment';

/** The case of a rule whose test ended before its check. */
export const beforeCheck = 'the test ended early';

/** The record of a test in its attachments; undefined when it left none. */
export const recordIn = (
  attachments: readonly { name: string; body?: Buffer | undefined }[],
): TestRecord | undefined => {
  const body = attachments.find(({ name }) => name === recordName)?.body;
  return body && testRecord.parse(JSON.parse(body.toString('utf8')));
};

interface WithAttachments {
  readonly attachments: { name: string }[];
  readonly steps: readonly WithAttachments[];
}

/** Takes the record of a test out of its attachments, and out of those of its steps. */
export const dropRecord = ({ attachments, steps }: WithAttachments): void => {
  const at = attachments.findIndex(({ name }) => name === recordName);
  if (at !== -1) attachments.splice(at, 1);
  steps.forEach(dropRecord);
};
