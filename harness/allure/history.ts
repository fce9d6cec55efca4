import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../results/files/write-atomically.ts';

// Allure keeps one line for each report it has made. Each is marked with its run, so that a report that is made anew
// takes the place of the earlier one instead of counting the run twice.

type Point = Record<string, unknown> & {
  run?: string;
  testResults?: Record<string, Record<string, unknown> & { message?: string }>;
};

/**
 * Takes the point of a run out of a history, where there is one, and what is no point at all: a line that was cut off.
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
 * Marks what Allure has just added to a history as the point of a run. Labels and traces go: every result of a report
 * shows all of its history, and would repeat them thirty times.
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

/** A line that was cut off, when the power went, is no loss worth losing the others for. */
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
