import type { Measurements } from '../timing/rounds.ts';
import type { NightFigures } from './nights.ts';
import { orNull, peaksOf, spreadOf, type Spread } from './spread.ts';

/** The results of one contender. */
export interface Figures {
  name: string;
  seconds: Spread;
  /** Median time of one check or journey, everything included, in milliseconds. */
  msEach: number;
  /** Ratio to the limit within each round. */
  ratio: Spread;
  /** Of all processes together; null when the system does not provide it. */
  cpuSeconds: number | null;
  /** The largest memory of each kind of process, in MB. */
  memoryMb: Readonly<Record<string, number>>;
  /** Maximum load of the sandbox, as a share of one core. */
  sandboxBusy: number | null;
}

interface Growth {
  checks: number;
  seconds: number;
  msEach: number;
  memoryMb: Readonly<Record<string, number>>;
  bareSeconds: number;
}

/** The results of a benchmark: the content of reports/bench.json. */
export interface Bench {
  /** The load is that of all programs, including the benchmark. */
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

/**
 * The figures of all contenders. Ratios compare measurements of the same round, so that other load affects both sides.
 *
 * @param limit the name of the contender that the others are compared with
 * @param count the number of checks or journeys of each contender
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

/** The time of a number of checks, compared with the bare limit. */
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
