import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What is used of a result as allure-playwright writes it; what else stands in it is kept. */
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

/** Every attachment of a result, those of its steps included. */
export const attachmentsOf = ({ attachments = [], steps = [] }: RawStep): RawResult['attachments'] => [
  ...attachments,
  ...steps.flatMap(attachmentsOf),
];

/** Whether the source of an attachment is the name of a file of the same folder, and no way out of it. */
const isPlainName = (source: string): boolean => basename(source) === source && !/^\.*$|[\\\0]/.test(source);

/** What tells the results of one test from all others: its project, its file and its title. */
export const testKey = (project: string, file: string, title: string): string => `${project}|${file} › ${title}`;

/** The same, of a result. */
const keyOf = ({ parameters, fullName }: Pick<RawResult, 'parameters' | 'fullName'>): string =>
  `${parameters.find(({ name }) => name === 'Project')?.value ?? ''}|${fullName}`;

/** The results in the folder of allure-playwright by `testKey`, of each test its first attempt first. */
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
