import type { Body } from '../messages/requests.ts';
import { answers } from './answers.ts';
import { allowed, type Finding } from './findings.ts';
import type { Facts } from './initiation.ts';
import { answeredAs, openWhenBlocked, type Outcome } from './outcome.ts';
import {
  isPlainReference,
  optionalAddress,
  optionalAmount,
  optionalText,
  requiredText,
  mayBeBlocked,
} from './values.ts';

export const checkoutFields = [
  'publishable_key',
  'amount',
  'transaction_reference',
  'currency',
  'success_url',
  'failure_url',
] as const;

/** The allowed answers to POST /v1/checkout with a JSON body (2.5, 4.2, 5). */
export const checkoutOutcomes = (body: Body, facts: Facts): readonly Outcome[] => {
  const { publishable_key: key, ...fields } = body;
  const accepted = answeredAs(answers.checkout);
  const byFields = allowed(fields, findings(fields, facts), [accepted], answers.checkout);
  if (key === facts.publishableKey) return byFields;
  if (mayBeBlocked(body)) return [openWhenBlocked];
  // The key is a required field (400) and a credential (401). A wrong key is only a 401, unless other fields are wrong.
  const isAnotherKey = typeof key === 'string' && key !== '' && byFields.includes(accepted);
  return isAnotherKey ? [{ kind: 'unauthorised' }] : [{ kind: 'refusal', statuses: [400, 401] }];
};

const findings = (fields: Body, facts: Facts): Finding[] => [
  { reading: optionalAmount(fields.amount, facts.amount) },
  { reading: requiredText(fields.currency, facts.currency, facts.secondCurrency) },
  { reading: optionalText(fields.transaction_reference, isPlainReference) },
  { reading: optionalAddress(fields.success_url) },
  { reading: optionalAddress(fields.failure_url) },
  ...Object.keys(fields)
    .filter((name) => !checkoutFields.some((known) => known === name))
    .map((): Finding => ({ reading: 'open' })),
];
