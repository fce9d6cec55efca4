import type { Capability } from '../../../../interface/rules/capabilities.ts';
import type { TestedRuleId } from '../../../../interface/rules/catalogue.ts';
import type { Finding } from '../findings.ts';
import type { Journey } from '../record.ts';
import type { Way } from '../plan.ts';
import type { Outcome, WalksFor } from './walks-for.ts';

/** A requirement on a payment, by the way in which it was started and by its end. */
export interface Duty {
  /** Its rule for each way; ways without a rule are omitted. */
  rules: Readonly<Partial<Record<Way, TestedRuleId>>>;
  /** Distinguishes its tests from others of the rule. */
  variant?: string | ((end: Outcome) => string);
  /** The end to which it applies; by default both. */
  end?: Outcome;
  /** A capability that the target needs in addition to those of the rule. */
  needs?: Capability;
  /** The payments that are judged. */
  walks: WalksFor;
  judge: (...journeys: Journey[]) => Finding;
}
