import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../results/files/write-atomically.ts';

// Allure appends one line for each report. Each line is marked with its run, so that a rebuilt report replaces the
// earlier line instead of counting the run twice.

type Point = Record<string, unknown> & {
  run?: string;
  testResults?: Record<string, Record<string, unknown> & { message?: string }>;
};

/**
 * Removes the point of a run from a history, and any truncated line.
 *
 * @param run when the run started, as in results.json
 */
export const forget = (file: string, run: string): void => {
  if (!existsSync(file)) return;
  write(
    file,
    pointsOf(file).filter((point) => point.run !== run),
  );
};

/**
 * Marks the last point of a history with its run. Removes labels and traces, because every result of a report contains
 * its whole history and would repeat them up to thirty times.
 */
export const mark = (file: string, run: string): void => {
  const points = pointsOf(file);
  write(file, [...points.slice(0, -1), ...points.slice(-1).map((point) => ({ ...slim(point), run }))]);
};

const slim = (point: Point): Point => ({
  ...point,
  testResults: Object.fromEntries(
    Object.entries(point.testResults ?? {}).map(([id, { message, ...result }]) => [
      id,
      { ...result, trace: undefined, message: message?.slice(0, 300), labels: [] },
    ]),
  ),
});

/** Skips lines that are not JSON, for example one that a power failure truncated. */
const pointsOf = (file: string): Point[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').flatMap((line) => {
    try {
      return line.trim() === '' ? [] : [JSON.parse(line) as Point];
    } catch {
      return [];
    }
  });

const write = (file: string, points: readonly Point[]): void =>
  writeAtomically(file, points.map((point) => `${JSON.stringify(point)}\n`).join(''));
