import type { Capability } from '../../interface/rules/capabilities.ts';
import type { Given } from './given.ts';

/** The capabilities that a setting implies, which NOT_APPLICABLE should then not declare absent. */
const impliedBy: Partial<Record<keyof Given, readonly Capability[]>> = {
  OPERATOR_A_CODE: ['operator-a'],
  OPERATOR_B_CODE: ['operator-b'],
  OPERATOR_C_CODE: ['operator-c'],
  SECOND_CURRENCY: ['second-currency'],
  CALLBACK_CREATE_PATH: ['callbacks', 'callback-deletion'],
  CALLBACK_ID: ['callbacks'],
  DISPOSABLE_CALLBACK_IDS: ['callback-deletion'],
  WEBHOOK_URL: ['webhooks'],
};

/** The capabilities that the given settings imply, each with its setting. */
export const capabilitiesOf = (given: Given): [name: string, capability: Capability][] =>
  Object.entries(impliedBy).flatMap(([name, capabilities]) =>
    given[name as keyof Given] ? capabilities.map((one): [string, Capability] => [name, one]) : [],
  );

const entriesOf = (declaration: string): string[] =>
  declaration
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const isOf = (entry: string, capability: string): boolean => entry.split(':', 1)[0]?.trim() === capability;

/** Whether NOT_APPLICABLE explicitly names a capability. */
export const isDeclaredAbsent = ({ NOT_APPLICABLE = '' }: Given, capability: string): boolean =>
  entriesOf(NOT_APPLICABLE).some((entry) => isOf(entry, capability));

/** A note for each setting that implies a capability which NOT_APPLICABLE declares absent. */
export const notesOnAbsence = (given: Given): { found: string; mend: string }[] =>
  capabilitiesOf(given)
    .filter(([, capability]) => isDeclaredAbsent(given, capability))
    .map(([name, capability]) => ({
      found: `${name} is set, but NOT_APPLICABLE declares ${capability} absent, so its rules are not judged`,
      mend: `remove ${capability} from NOT_APPLICABLE, or empty ${name}`,
    }));

/** NOT_APPLICABLE with a capability added; existing reasons are kept. */
export const withAbsence = (declaration: string, capability: string): string =>
  isDeclaredAbsent({ NOT_APPLICABLE: declaration }, capability)
    ? declaration
    : [...entriesOf(declaration), capability].join(', ');

/** NOT_APPLICABLE without capabilities. */
export const withoutAbsences = (declaration: string, capabilities: readonly string[]): string =>
  entriesOf(declaration)
    .filter((entry) => !capabilities.some((one) => isOf(entry, one)))
    .join(', ');
