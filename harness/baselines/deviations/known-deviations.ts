import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { catalogue, type RuleId } from '../../../interface/rules/catalogue.ts';
import { parseHost } from '../../../helpers/settings/safety/money-guard.ts';
import { toRun } from '../../../helpers/settings/command-line/target-folder.mjs';

/** The file in the working folder that is used when the settings name no other. */
const defaultFile = 'known-deviations.json';

/** The maximum number of entries for one target: more would be the norm, not exceptions. */
const maxEntries = 20;
/** The minimum length of an error text: shorter ones would match any failure. */
const minLength = 8;

const notText = 'is missing or not a text';
const words = z.string({ error: notText }).trim().min(1, 'write something').max(300, 'write at most 300 characters');
const failure = z
  .string({ error: notText })
  .trim()
  .min(minLength, `write at least ${minLength} characters of what the failure prints`)
  .refine((text) => !/^(error: )?(expect\b[^ ]*|expected:|received:|the http status is)?$/i.test(text), {
    error: 'this is part of every failure; copy what only this one prints',
  });
const isTarget = (name: string): boolean => name === 'sandbox' || parseHost(name) !== undefined;

const entry = z.strictObject({
  rule: z.string({ error: notText }),
  target: words.refine(isTarget, { error: 'write sandbox, or a host such as staging.example.com or 127.0.0.1:4000' }),
  fails: z.strictObject(
    {
      error: z.union([failure, z.array(failure).min(1, 'write at least one text').max(10, 'write at most 10 texts')]),
      tests: z.array(words).min(1, 'name at least one test, or leave it out when all fail').optional(),
    },
    { error: 'write { "error": "part of the failure\'s text" }, and "tests" when not all tests of the rule fail' },
  ),
  owner: words,
  ticket: words,
  expires: z.iso.date({ error: 'write a date, for example 2027-01-31' }),
  reason: words,
});

/**
 * A broken rule that is accepted for a limited time on one target. `fails` describes the failure: each test of the rule
 * whose title contains one of `tests` (or all tests, when omitted) fails with all texts of `error` in its output and no
 * other finding. `expires` is the last day (UTC) on which the entry applies.
 */
export type KnownDeviation = Omit<z.output<typeof entry>, 'rule'> & { rule: RuleId };

/** An invalid file. Each of `problems` names an entry and how to correct it. */
export class DeviationsError extends Error {
  override readonly name = 'DeviationsError';
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[]) {
    super(
      `The list of known deviations does not allow a run:\n${problems.map((one) => `  - ${one}`).join('\n')}\n` +
        `Correct ${file}; docs/known-deviations.md describes it.`,
    );
    this.problems = problems;
  }
}

/**
 * The known deviations of all targets.
 *
 * @param file undefined for the default file, which need not exist
 * @throws DeviationsError with all problems of the file
 */
export const readKnownDeviations = (file: string | undefined): readonly KnownDeviation[] => {
  const path = resolve(file ?? defaultFile);
  const shown = shownPath(path);
  if (!existsSync(path)) {
    if (file === undefined) return [];
    throw new DeviationsError(shown, [`KNOWN_DEVIATIONS: there is no file ${shown}`]);
  }
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new DeviationsError(shown, [
      `${shown} is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    ]);
  }
  const problems = problemsOf(json);
  if (problems.length > 0) throw new DeviationsError(shown, problems);
  return z.array(entry).parse(json) as KnownDeviation[];
};

/** The path of the file that a run reads, for messages. */
export const deviationsFile = (file: string | undefined): string => shownPath(resolve(file ?? defaultFile));

const shownPath = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
};

const problemsOf = (json: unknown): string[] => {
  if (!Array.isArray(json)) return ['write a list of entries: [ { "rule": … }, … ]'];
  const parsed = json.map((one) => entry.safeParse(one));
  const malformed = parsed.flatMap(({ error }, index) =>
    (error?.issues ?? []).map((issue) => {
      const field = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
      return `${named(json, index)}: ${field}${wording(issue)}`;
    }),
  );
  const entries = parsed.flatMap(({ data }, index) => (data ? [{ data, name: named(json, index) }] : []));
  const repeated = entries.flatMap(({ data, name }, index) => {
    const earlier = entries.slice(0, index).find((one) => one.data.rule === data.rule && overlap(one.data, data));
    return earlier ? [`${name}: has the same rule and target as ${earlier.name}; keep one of them`] : [];
  });
  const targets = [...new Set(entries.map(({ data }) => fileName(data.target)))];
  const excessive = targets
    .map((target) => ({ target, count: entries.filter(({ data }) => fileName(data.target) === target).length }))
    .filter(({ count }) => count > maxEntries)
    .map(({ target, count }) => `${target}: has ${count} entries, at most ${maxEntries} are allowed; fix some of them`);
  const rules = json.flatMap((_, index) => wrongRule(json, index));
  return [...malformed, ...rules, ...repeated, ...excessive];
};

const wording = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return `has no field ${issue.keys.join(', ')}`;
  // Show the message of the first alternative of a union, which is the usual one.
  const inner = issue.code === 'invalid_union' ? issue.errors.flat()[0] : undefined;
  return inner?.message ?? issue.message;
};

const wrongRule = (json: readonly unknown[], index: number): string[] => {
  const id = (json[index] as { rule?: unknown } | null)?.rule;
  if (typeof id !== 'string') return [];
  if (!Object.hasOwn(catalogue, id))
    return [`${named(json, index)}: there is no such rule; ${toRun('rules')} lists them`];
  const { level } = catalogue[id as RuleId];
  return level === 'must' ? [] : [`${named(json, index)}: is no rule that can fail, its level is ${level}`];
};

const named = (json: readonly unknown[], index: number): string => {
  const id = (json[index] as { rule?: unknown } | null)?.rule;
  return `entry ${index + 1}${typeof id === 'string' ? ` (${id})` : ''}`;
};

/** Normalises like target-name.ts, so that a host and its file name compare as equal. */
const fileName = (target: string): string => target.toLowerCase().replaceAll(/[^\w.-]+/g, '-');

/** Whether two targets overlap: a host without a port includes all its ports. */
const overlap = (one: { target: string }, other: { target: string }): boolean => {
  const [a, b] = [fileName(one.target), fileName(other.target)];
  return a === b || isPortOf(a, b) || isPortOf(b, a);
};

const isPortOf = (host: string, name: string): boolean =>
  name.startsWith(`${host}-`) && /^\d+$/.test(name.slice(host.length + 1));

/** Whether an entry applies to a target. @param name from target-name.ts */
export const isFor = ({ target }: { target: string }, name: string): boolean => {
  const written = fileName(target);
  return written === name.toLowerCase() || (written !== 'sandbox' && isPortOf(written, name.toLowerCase()));
};
