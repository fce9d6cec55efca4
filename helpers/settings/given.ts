import { declared, type VariableName } from './declarations/declarations.ts';
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

/** A sentence for each former name in use. */
export const notesOn = (environment: Environment): string[] =>
  givenFormerly(environment).map(({ variable, formerly }) => `${formerly} is now called ${variable}`);

/** A problem for each former name whose value differs from that of the current one. */
export const contradictions = (environment: Environment): string[] =>
  givenFormerly(environment)
    .filter(({ variable, formerly }) => {
      const value = textOf(environment, variable);
      return value !== undefined && value !== textOf(environment, formerly);
    })
    .map(({ variable, formerly }) => `${formerly}: is now called ${variable} and differs from it; empty ${formerly}`);
