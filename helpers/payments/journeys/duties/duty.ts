import type { Capability } from '../../../../interface/rules/capabilities.ts';
import type { TestedRuleId } from '../../../../interface/rules/catalogue.ts';
import type { Finding } from '../findings.ts';
import type { Journey } from '../journey.ts';
import type { Way } from '../plan.ts';
import type { Outcome, WalksFor } from './walks-for.ts';

/** Something that a payment owes, by the way it was started in and by its end. */
export interface Duty {
  /** Its rule, for each way that has one. */
  rules: Readonly<Partial<Record<Way, TestedRuleId>>>;
  /** What tells its tests from others of the rule. */
  variant?: string | ((end: Outcome) => string);
  /** The end at which it is owed; both unless told otherwise. */
  end?: Outcome;
  /** What the target must have, when the rule alone does not tell. */
  needs?: Capability;
  /** The payments that are judged. */
  walks: WalksFor;
  judge: (...journeys: Journey[]) => Finding;
}
