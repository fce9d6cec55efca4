import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The used fields of a result of allure-playwright; other fields are passed through. */
export interface RawResult {
  uuid: string;
  name: string;
  fullName: string;
  historyId?: string;
  testCaseId?: string;
  status: 'passed' | 'failed' | 'broken' | 'skipped';
  stage?: string;
  statusDetails?: { message?: string; trace?: string };
  description?: string;
  labels: { name: string; value: string }[];
  links: { name: string; url: string; type: string }[];
  parameters: { name: string; value: string }[];
  attachments: { name: string; type: string; source: string }[];
  steps: RawStep[];
  start: number;
  stop: number;
}

interface RawStep {
  attachments?: RawResult['attachments'];
  steps?: RawStep[];
}

/** All attachments of a result, including those of its steps. */
export const attachmentsOf = ({ attachments = [], steps = [] }: RawStep): RawResult['attachments'] => [
  ...attachments,
  ...steps.flatMap(attachmentsOf),
];

/** Whether an attachment is a file name in the same folder, without path traversal. */
const isPlainName = (source: string): boolean => basename(source) === source && !/^\.*$|[\\\0]/.test(source);

/** Identifies a test by project, file and title. */
export const testKey = (project: string, file: string, title: string): string => `${project}|${file} › ${title}`;

/** The `testKey` of a result. */
const keyOf = ({ parameters, fullName }: Pick<RawResult, 'parameters' | 'fullName'>): string =>
  `${parameters.find(({ name }) => name === 'Project')?.value ?? ''}|${fullName}`;

/** The results of allure-playwright by `testKey`; the attempts of each test in order. */
export const attemptsIn = (raw: string): Map<string, RawResult[]> => {
  const found = new Map<string, RawResult[]>();
  for (const name of readdirSync(raw).filter((one) => one.endsWith('-result.json'))) {
    const result = JSON.parse(readFileSync(join(raw, name), 'utf8')) as RawResult;
    const stray = attachmentsOf(result).find(({ source }) => !isPlainName(source));
    if (stray)
      throw new Error(`${name} names an attachment outside of its folder. Run the suite, or that shard, again.`);
    found.set(keyOf(result), [...(found.get(keyOf(result)) ?? []), result]);
  }
  for (const attempts of found.values()) attempts.sort((one, other) => one.start - other.start);
  return found;
};
