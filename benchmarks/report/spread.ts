import type { Measured } from '../timing/measure.ts';

/** Minimum, median and maximum of several measurements. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { min: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, max: at(sorted.length - 1) };
};

export const orNull = (values: readonly (number | null)[], one: (known: number[]) => number): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : one(known);
};

export const peaksOf = (measured: readonly Measured[]): Record<string, number> => {
  const peaks: Record<string, number> = {};
  for (const { memoryMb } of measured)
    for (const [kind, mb] of Object.entries(memoryMb)) peaks[kind] = Math.max(peaks[kind] ?? 0, mb);
  return peaks;
};
