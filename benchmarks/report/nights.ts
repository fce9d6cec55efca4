import type { Night, NightMeasured } from '../timing/nights.ts';
import { orNull, peaksOf, spreadOf, type Spread } from './spread.ts';
import { spread } from './markdown.ts';

/** The results of a night over all rounds. */
export interface NightFigures extends Pick<Night, 'name' | 'what' | 'aim' | 'before'> {
  seconds: Spread;
  /** Ratio to the reference night within each round, or to the time that its requests need at the rate limit. */
  ratio: Spread | null;
  /** Median times before the first test, after the last one, and of the triage, which is part of the latter. */
  beginSeconds: number;
  endSeconds: number;
  triageSeconds: number;
  /** Of all processes together; null when the system does not provide it. */
  cpuSeconds: number | null;
  requests: number;
  payments: number;
  failedTests: number;
  /** Its peak memory; undefined when the system does not provide it. */
  runnerMb: number | undefined;
}

/**
 * @param measured the measurements by the name of the night, in the order of the rounds; undefined for failed ones
 * @returns the nights that were measured at least once
 */
export const nightFiguresOf = (
  nights: readonly Night[],
  measured: Readonly<Record<string, readonly (NightMeasured | undefined)[]>>,
): NightFigures[] =>
  nights.flatMap(({ name, what, aim, before, beside }) => {
    const all = measured[name] ?? [];
    const rounds = all.filter((one) => one !== undefined);
    if (rounds.length === 0) return [];
    const medianOf = (value: (one: NightMeasured) => number): number => spreadOf(rounds.map(value)).median;
    const ratios = all.flatMap((one, round) => {
      const other = one?.neededMs ?? (beside && measured[beside]?.[round]?.ms);
      return one && other ? [one.ms / other] : [];
    });
    return {
      name,
      what,
      aim,
      before,
      seconds: spreadOf(rounds.map(({ ms }) => ms / 1000)),
      ratio: ratios.length > 0 ? spreadOf(ratios) : null,
      beginSeconds: medianOf(({ beginMs }) => beginMs) / 1000,
      endSeconds: medianOf(({ endMs }) => endMs) / 1000,
      triageSeconds: medianOf(({ triageMs }) => triageMs) / 1000,
      cpuSeconds: orNull(
        rounds.map(({ cpuMs }) => cpuMs),
        (all) => spreadOf(all).median / 1000,
      ),
      requests: medianOf(({ requests }) => requests),
      payments: medianOf(({ payments }) => payments),
      failedTests: medianOf(({ failedTests }) => failedTests),
      runnerMb: peaksOf(rounds)['runner'],
    };
  });

export const nightHead = [
  'night',
  'a run of',
  'seconds',
  'ratio',
  'at most',
  'before',
  'to the first test, s',
  'after the last, s',
  'looking for causes, s',
  'CPU s',
  'requests',
  'that start payments',
  'failed tests',
  'runner, MB',
];

export const nightRow = (one: NightFigures): string[] => [
  one.name,
  one.what,
  spread(one.seconds),
  one.ratio ? spread(one.ratio) : '',
  one.aim,
  one.before,
  one.beginSeconds.toFixed(1),
  one.endSeconds.toFixed(1),
  one.triageSeconds.toFixed(1),
  one.cpuSeconds?.toFixed(1) ?? '',
  one.requests.toLocaleString('en'),
  one.payments.toLocaleString('en'),
  String(one.failedTests),
  String(one.runnerMb ?? ''),
];
