import { anyRule, type Lanes, type Mutant } from '../../helpers/client/lanes.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { rulesOfAreas } from './areas.ts';

/** A variant of the service that also conforms, as the sandbox lists it. */
export interface Reading {
  name: string;
  /** The open question it answers; two readings of one subject exclude each other. */
  subject: string;
  what: string;
  areas: string[];
  /** The observe rules whose observations it changes. */
  answers: string[];
  /** The settings that such a service needs, by variable name. */
  settings: Readonly<Record<string, string>>;
}

/** A service with several readings of different subjects; without readings it is the plain sandbox. */
export interface Service {
  /** The name for the sandbox: the names of the readings joined by commas, or `none`. */
  name: string;
  readings: readonly Reading[];
}

/** One pass over the specs, which runs only the named rules. */
export interface Lane {
  settings: Readonly<Record<string, string>>;
  /** Whether the tests in the browser run, too. */
  browser: boolean;
  rules: Lanes[number];
}

/** A service that has been started. */
export type Started = Service & { address: string };

export const plain: Service = { name: 'none', readings: [] };
export const alone = (reading: Reading): Service => ({ name: reading.name, readings: [reading] });

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Distributes the readings randomly among services, so that each is in one service and no service has two of a subject.
 * There are as many services as the largest subject has readings, but at least `atLeast`.
 */
export const combinations = (readings: readonly Reading[], seed: number, atLeast: number): Service[] => {
  const random = randomFrom(seed);
  const subjects = [...new Set(readings.map(({ subject }) => subject))];
  const bySubject = subjects.map((subject) => readings.filter((reading) => reading.subject === subject));
  const count = Math.max(atLeast, ...bySubject.map((list) => list.length));
  const groups = Array.from({ length: count }, (): Reading[] => []);
  for (const list of bySubject) {
    const places = shuffled([...groups.keys()], random);
    for (const [index, reading] of list.entries()) groups[places[index] ?? 0]?.push(reading);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({ name: group.map(({ name }) => name).join(','), readings: group }));
};

/** The settings that a service needs for all its readings. */
export const settingsOf = ({ readings }: Service): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const [name, value] of readings.flatMap(({ settings }) => Object.entries(settings))) {
    all[name] = name === 'NOT_APPLICABLE' && all[name] ? `${all[name]},${value}` : value;
  }
  return all;
};

/** Lanes that run the rules of each reading, those of its areas and those it answers. Readings share lanes. */
export const lanesAlone = (started: readonly Started[]): Lane[] => {
  const lanes: { settings: Record<string, string>; browser: true; rules: Record<string, Mutant> }[] = [];
  for (const service of started) {
    const settings = settingsOf(service);
    const [{ areas, answers } = { areas: [], answers: [] }] = service.readings;
    const rules = [...new Set([...rulesOfAreas(areas), ...answers])];
    const fits = (lane: (typeof lanes)[number]) =>
      JSON.stringify(lane.settings) === JSON.stringify(settings) && rules.every((rule) => !lane.rules[rule]);
    let lane = lanes.find(fits);
    if (!lane) lanes.push((lane = { settings, browser: true, rules: {} }));
    for (const rule of rules) lane.rules[rule] = planted(service, rule);
  }
  return lanes;
};

/** A lane that runs all rules against a service. */
export const laneOfAll = (service: Started, browser: boolean): Lane => ({
  settings: settingsOf(service),
  browser,
  rules: { [anyRule]: planted(service, anyRule) },
});

/** A lane that runs some rules against a service. */
export const laneOf = (service: Started, rules: readonly string[]): Lane => ({
  settings: settingsOf(service),
  browser: true,
  rules: Object.fromEntries(rules.map((rule) => [rule, planted(service, rule)])),
});

/** Lanes represent a reading in the same way as a fault. */
const planted = ({ name, address }: Started, rule: string): Mutant => ({
  name,
  rule: rule as TestedRuleId,
  what: name,
  address,
});

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
