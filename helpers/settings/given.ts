import { declared, knownNames, type VariableName } from './declarations/declarations.ts';
import type { Setting } from './declarations/setting.ts';

/** Variables of a process, usually `process.env` with `.env` merged in. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** The settings that are given, as text. */
export type Given = Partial<Record<VariableName, string>>;

const textOf = (environment: Environment, name: string | undefined): string | undefined =>
  (name && environment[name]?.trim()) || undefined;

/** The settings that are set and not empty. A former name counts if the current one is not set. */
export const givenIn = (environment: Environment): Given =>
  Object.fromEntries(
    declared
      .map(({ variable, formerly }) => [variable, textOf(environment, variable) ?? textOf(environment, formerly)])
      .filter(([, value]) => value),
  ) as Given;

/** The variable name by which a setting is given. */
export const nameIn = (environment: Environment, { variable, formerly }: Setting): string =>
  formerly && textOf(environment, formerly) && !textOf(environment, variable) ? formerly : variable;

const givenFormerly = (environment: Environment): Setting[] =>
  declared.filter(({ formerly }) => textOf(environment, formerly));

/**
 * What is wrong with a name, for each that is outdated, or in `.env` but not a setting, such as a misspelt one. Other
 * programs may read the latter, so it is no error, and unknown names in the environment are not mentioned.
 *
 * @param file the variables of `.env`
 */
export const notesOn = (environment: Environment, file: Environment = {}): { found: string; mend: string }[] => [
  ...givenFormerly(environment).map(({ variable, formerly }) => ({
    found: `${formerly} is now called ${variable}`,
    mend: 'use the new name',
  })),
  ...Object.keys(file)
    .filter((name) => !knownNames.has(name))
    .map((name) => ({
      found: `${name} in .env is not a setting and has no effect`,
      mend: 'correct or remove it; docs/settings.md lists the settings',
    })),
];

/** A problem for each former name whose value differs from that of the current one. */
export const contradictions = (environment: Environment): string[] =>
  givenFormerly(environment)
    .filter(({ variable, formerly }) => {
      const value = textOf(environment, variable);
      return value !== undefined && value !== textOf(environment, formerly);
    })
    .map(({ variable, formerly }) => `${formerly}: is now called ${variable} and differs from it; empty ${formerly}`);
