import type { Settings } from '../../../helpers/settings/settings.ts';
import { ok, warn, type Check } from '../check.ts';

/** The capabilities without a check of their own. */
const unchecked = ['balance', 'form', 'iframe', 'second-currency'] as const;

/**
 * Lists capabilities declared as not available, and settings that contradict them.
 *
 * @param all whether to list results without problems as well
 */
export const checkAbsences = ({ notApplicable, absenceReasons, absenceNotes }: Settings, all: boolean): Check[] => [
  ...absenceNotes.map(({ found, mend }) => warn('not applicable', found, mend)),
  ...unchecked
    .filter((one) => all && notApplicable.has(one))
    .map((one) =>
      ok(one.replace('-', ' '), `not applicable: ${absenceReasons.get(one) ?? 'declared as not available'}`),
    ),
];
