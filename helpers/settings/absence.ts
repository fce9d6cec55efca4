import type { Capability } from '../../interface/rules/capabilities.ts';
import type { Given } from './given.ts';

/** The capability that each setting provides, which NOT_APPLICABLE must then not declare absent. */
const givenBy: Partial<Record<keyof Given, readonly Capability[]>> = {
  OPERATOR_A_CODE: ['operator-a'],
  OPERATOR_B_CODE: ['operator-b'],
  OPERATOR_C_CODE: ['operator-c'],
  SECOND_CURRENCY: ['second-currency'],
  CALLBACK_CREATE_PATH: ['callbacks', 'callback-deletion'],
  CALLBACK_ID: ['callbacks'],
  DISPOSABLE_CALLBACK_IDS: ['callback-deletion'],
  WEBHOOK_URL: ['webhooks'],
};

/** The capabilities that the given settings provide, each with the setting. */
export const capabilitiesOf = (given: Given): [name: string, capability: Capability][] =>
  Object.entries(givenBy).flatMap(([name, capabilities]) =>
    given[name as keyof Given] ? capabilities.map((one): [string, Capability] => [name, one]) : [],
  );

const entriesOf = (declaration: string): string[] =>
  declaration
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const isOf = (entry: string, capability: string): boolean => entry.split(':', 1)[0]?.trim() === capability;

/** Whether NOT_APPLICABLE itself names a capability. */
export const isDeclaredAbsent = ({ NOT_APPLICABLE = '' }: Given, capability: string): boolean =>
  entriesOf(NOT_APPLICABLE).some((entry) => isOf(entry, capability));

/** A problem for each setting that contradicts NOT_APPLICABLE: one of the two is out of date. */
export const notesOnAbsence = (given: Given): { found: string; mend: string }[] =>
  capabilitiesOf(given)
    .filter(([, capability]) => isDeclaredAbsent(given, capability))
    .map(([name, capability]) => ({
      found: `${name} is set, but NOT_APPLICABLE declares ${capability} absent, so its rules are not judged`,
      mend: `take ${capability} out of NOT_APPLICABLE, or empty ${name}`,
    }));

/** NOT_APPLICABLE with an added capability; an existing reason is kept. */
export const withAbsence = (declaration: string, capability: string): string =>
  isDeclaredAbsent({ NOT_APPLICABLE: declaration }, capability)
    ? declaration
    : [...entriesOf(declaration), capability].join(', ');

/** NOT_APPLICABLE without capabilities. */
export const withoutAbsences = (declaration: string, capabilities: readonly string[]): string =>
  entriesOf(declaration)
    .filter((entry) => !capabilities.some((one) => isOf(entry, one)))
    .join(', ');
