import type { z } from 'zod';
import type { Capability } from '../../../interface/rules/capabilities.ts';

/** Who may see a value: `masked` values are removed from all output; both kinds are secrets in a pipeline. */
type Secrecy = 'masked' | 'pipelines';

/** The documentation of a setting. */
interface Facts {
  /** One sentence. */
  about: string;
  /** Further sentences, for .env.example. */
  more?: string;
  /** A command that helps to fill it in. */
  command?: string;
  /** The effect of an unset value, if the default value does not show it. */
  unset?: string;
  secret?: Secrecy;
  /** Required for a real target. */
  required?: true;
  /** Required for a real target, unless this capability is declared absent. */
  requiredUnless?: Capability;
  /** The former name of the variable, which is still read. */
  formerly?: string;
}

/** The declaration of a setting. */
export interface Setting<Name extends string = string, Value = unknown> extends Facts {
  variable: Name;
  type: z.ZodType<Value>;
  /** The effect of an unset value, in words; may be empty. */
  unset: string;
}

/** Settings by member of `Settings`; some members contain several. */
export interface Members {
  readonly [member: string]: Setting | Members;
}

/** The values of declared settings. */
export type ValuesOf<Declared> = { [Member in keyof Declared]: ValueOf<Declared[Member]> };
type ValueOf<Declared> = Declared extends Setting<string, infer Value> ? ReadOnly<Value> : ValuesOf<Declared>;
type ReadOnly<Value> = Value extends (infer One)[] ? readonly One[] : Value;

/** The names of the variables of declared settings. */
export type NamesOf<Declared> =
  Declared extends Setting<infer Name>
    ? Name
    : { [Member in keyof Declared]: NamesOf<Declared[Member]> }[keyof Declared];

/**
 * Declares a setting.
 *
 * @param type of a given value
 * @param facts without `default`, the value of an unset setting is undefined
 */
export function setting<const Name extends string, Value>(
  variable: Name,
  type: z.ZodType<Value>,
  facts: Facts & { default: NoInfer<Value> },
): Setting<Name, Value>;
export function setting<const Name extends string, Value>(
  variable: Name,
  type: z.ZodType<Value>,
  facts: Facts,
): Setting<Name, Value | undefined>;
export function setting(
  variable: string,
  type: z.ZodType,
  { default: value, ...facts }: Facts & { default?: unknown },
): Setting {
  const unset = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return { unset, ...facts, variable, type: value === undefined ? type.optional() : type.default(value) };
}

/** All settings of members, in the order of their declaration. */
export const settingsIn = (members: Members): Setting[] =>
  Object.values(members).flatMap((one) => (isSetting(one) ? [one] : settingsIn(one)));

/** The members with each setting replaced by its value. */
export const withValues = <Declared extends Members>(
  members: Declared,
  valueOf: (setting: Setting) => unknown,
): ValuesOf<Declared> =>
  Object.fromEntries(
    Object.entries(members).map(([name, one]) => [name, isSetting(one) ? valueOf(one) : withValues(one, valueOf)]),
  ) as ValuesOf<Declared>;

const isSetting = (one: Setting | Members): one is Setting => typeof one['variable'] === 'string';
