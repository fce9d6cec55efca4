import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { targetFolder } from '../../../helpers/settings/command-line/target-folder.mjs';
import { writeAtomically } from '../../results/files/write-atomically.ts';
import { reviewDecisions } from '../../results/results-schema.ts';

/** The file in the folder of the target, or in the suite when the target has no folder. */
const fileName = 'reviews.json';

/** The maximum validity of a decision, in days. */
export const mostDays = 366;
const dayMs = 24 * 60 * 60 * 1000;

const text = z
  .string()
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'write one line of plain text')
  .max(300, 'write at most 300 characters');

const schema = z
  .strictObject({
    /** A rule of level review. */
    point: z.string(),
    /** As in `reports/history`. */
    target: z.string(),
    decision: z.enum(reviewDecisions, { error: `write ${reviewDecisions.join(', ')}` }),
    by: text.trim().min(1, 'say who decides'),
    at: z.iso.datetime({ error: 'write a time such as 2026-11-21T12:00:00Z' }),
    /** The last day, UTC. */
    until: z.iso.date({ error: 'write a date such as 2027-05-20' }),
    note: text,
    /** The start of the run that the decision is based on. */
    run: z.iso.datetime({ error: 'write the start time of the run' }),
    /** The digest of each piece of evidence that the decision is based on. */
    evidence: z.record(z.string(), z.string()),
  })
  .refine(({ decision, note }) => decision === 'accepted' || note.trim() !== '', {
    path: ['note'],
    error: 'say why it is rejected, or not needed',
  })
  .refine(({ at, until }) => until >= at.slice(0, 10) && Date.parse(until) - Date.parse(at) <= mostDays * dayMs, {
    path: ['until'],
    error: `write a day at most ${mostDays} days after the decision, and not before it`,
  });

const fileSchema = z.strictObject({
  version: z.literal(1, 'is not 1, the version of this suite'),
  decisions: z.array(schema),
});

/** The decision of a person about a point. */
export type Decision = z.output<typeof schema>;

/**
 * Reads the decisions about all targets, in the order in which they were made.
 *
 * @throws Error with the problems of the file; an invalid file is never overwritten
 */
export const readDecisions = (folder = targetFolder()): readonly Decision[] => {
  let content: string;
  try {
    content = readFileSync(join(folder, fileName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unusable([`it cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw unusable([`it is not valid JSON (${error instanceof Error ? error.message : 'unreadable'})`]);
  }
  const parsed = fileSchema.safeParse(json);
  if (parsed.success) return parsed.data.decisions;
  throw unusable(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`));
};

/**
 * Adds a decision to the file.
 *
 * @returns the path of the file
 * @throws Error when the decision or the file is invalid; then nothing is written
 */
export const addDecision = (decision: Decision, folder = targetFolder()): string => {
  const all = readDecisions(folder);
  const { data, error } = schema.safeParse(decision);
  if (error) throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const file = join(folder, fileName);
  writeAtomically(file, `${JSON.stringify({ version: 1, decisions: [...all, data] }, null, 2)}\n`);
  return file;
};

const unusable = (problems: readonly string[]): Error =>
  new Error(
    [
      `${fileName} contains the decisions of people and cannot be used:`,
      ...problems.slice(0, 10).map((one) => `  - ${one}`),
      `Correct it, or restore it (git checkout -- ${fileName}); docs/reviews.md describes it.`,
    ].join('\n'),
  );
