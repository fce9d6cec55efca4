import type { Facts } from '../../interface/answers/judge-exchange.ts';
import type { Settings } from './settings.ts';

/** What the judgement of an exchange takes from the settings. */
export const factsOf = (settings: Settings): Facts => ({
  amount: settings.amount,
  currency: settings.currency,
  secondCurrency: settings.secondCurrency,
  customerEmail: settings.customerEmail,
  operatorNumbers: settings.operatorNumbers,
  operators: settings.operators,
  publishableKey: settings.publishableKey,
  secretKey: settings.secretKey,
});
