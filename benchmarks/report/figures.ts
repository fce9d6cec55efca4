import type { Measured } from '../timing/measure.ts';
import type { Measurements } from '../timing/rounds.ts';
import type { NightFigures } from './nights.ts';

/** Least, middle and greatest of several measurements. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** What came of one contender. */
export interface Figures {
  name: string;
  seconds: Spread;
  /** Of one check or journey, everything included, in milliseconds; the median. */
  msEach: number;
  /** To the limit, round by round. */
  ratio: Spread;
  /** Of all processes together; null where the system does not tell. */
  cpuSeconds: number | null;
  /** The largest memory of each kind of process, in MB. */
  memoryMb: Readonly<Record<string, number>>;
  /** How busy the sandbox was at most, as a share of one core. */
  sandboxBusy: number | null;
}

interface Growth {
  checks: number;
  seconds: number;
  msEach: number;
  memoryMb: Readonly<Record<string, number>>;
  bareSeconds: number;
}

/** All that a benchmark found; reports/bench.json. */
export interface Bench {
  /** The load is that of all programs, those of the benchmark included. */
  machine: { cores: number; processor: string; node: string; loadBefore: number; loadAfter: number };
  commit: string;
  measuredOn: string;
  checks: number;
  journeys: number;
  rounds: number;
  api: { latencyMs: number; figures: Figures[] }[];
  browser: { latencyMs: number; figures: Figures[] }[];
  reporters: Figures[];
  growth: Growth[];
  nights: NightFigures[];
}

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { min: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, max: at(sorted.length - 1) };
};

/**
 * The figures of all contenders. Ratios are taken within a round, so that what else the machine did counts for both.
 *
 * @param limit the name of the one that the others are compared with
 * @param count how many checks or journeys each made
 */
export const figuresOf = (measurements: Measurements, limit: string, count: number): Figures[] =>
  Object.entries(measurements).map(([name, measured]) => {
    const seconds = spreadOf(measured.map(({ ms }) => ms / 1000));
    const ratios = measured.map(({ ms }, round) => ms / (measurements[limit]?.[round]?.ms ?? Number.NaN));
    return {
      name,
      seconds,
      msEach: (seconds.median * 1000) / count,
      ratio: spreadOf(ratios),
      cpuSeconds: orNull(
        measured.map(({ cpuMs }) => cpuMs),
        (all) => spreadOf(all).median / 1000,
      ),
      memoryMb: peaksOf(measured),
      sandboxBusy: orNull(
        measured.map(({ sandboxBusy }) => sandboxBusy),
        (all) => Math.max(...all),
      ),
    };
  });

/** How long so many checks took, beside the bare limit. */
export const growthOf = (measurements: Measurements, checks: number): Growth => {
  const [limit = [], suite = []] = Object.values(measurements);
  const seconds = (suite[0]?.ms ?? Number.NaN) / 1000;
  return {
    checks,
    seconds,
    msEach: (seconds * 1000) / checks,
    memoryMb: peaksOf(suite),
    bareSeconds: (limit[0]?.ms ?? Number.NaN) / 1000,
  };
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
