import type { Capability } from '../../../../interface/rules/capabilities.ts';
import type { TestedRuleId } from '../../../../interface/rules/catalogue.ts';
import type { Duty } from './duty.ts';
import { pageDuties } from './page-duties.ts';
import type { Plan, Way } from '../plan.ts';
import { arrivalDuties, parameterDuties } from './redirect-duties.ts';

/** One test of a duty. */
interface Owed extends Pick<Duty, 'judge'> {
  id: TestedRuleId;
  variant: string | undefined;
  needs: Capability | undefined;
  walks: readonly (readonly Plan[])[];
}

const table = { page: pageDuties, redirect: [...arrivalDuties, ...parameterDuties] };

/** The duties of payments started in one way, test by test: on the payment page, or in the redirect to the merchant. */
export const dutiesOf = (way: Way, about: keyof typeof table): Owed[] =>
  table[about].flatMap(({ rules, variant, end: only, needs, walks, judge }) => {
    const id = rules[way];
    const ends = only ? [only] : (['success', 'failure'] as const);
    return id
      ? ends.map((end) => ({
          id,
          variant: typeof variant === 'function' ? variant(end) : variant,
          needs,
          walks: walks(way, end),
          judge,
        }))
      : [];
  });
