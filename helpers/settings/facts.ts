import type { Facts } from '../../interface/answers/target-facts.ts';
import type { AcceptedForms } from '../values/forms.ts';
import { acceptedValues } from '../values/rotation.ts';
import type { Settings } from './settings.ts';

/**
 * What the judgement of an exchange takes from the settings.
 *
 * @param accepted the forms of values that the target was seen to accept
 */
export const factsOf = (settings: Settings, accepted: AcceptedForms = {}): Facts => ({
  amount: settings.amount,
  currency: settings.currency,
  secondCurrency: settings.secondCurrency,
  customerEmail: settings.customerEmail,
  operatorNumbers: settings.operatorNumbers,
  operators: settings.operators,
  publishableKey: settings.publishableKey,
  secretKey: settings.secretKey,
  accepts: acceptedValues(settings, accepted),
});
