import type { Settings } from '../../../helpers/settings/settings.ts';
import { ok, warn, type Check } from '../check.ts';

/** What no other check has a line for. */
const unchecked = ['balance', 'form', 'iframe', 'second-currency'] as const;

/**
 * What is declared not to be there, and settings that contradict it.
 *
 * @param all whether to name what is as it should be, too
 */
export const checkAbsences = ({ notApplicable, absenceReasons, absenceNotes }: Settings, all: boolean): Check[] => [
  ...absenceNotes.map(({ found, mend }) => warn('not applicable', found, mend)),
  ...unchecked
    .filter((one) => all && notApplicable.has(one))
    .map((one) =>
      ok(one.replace('-', ' '), `not applicable: ${absenceReasons.get(one) ?? 'declared not to be there'}`),
    ),
];
