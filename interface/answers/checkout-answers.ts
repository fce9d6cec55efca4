import type { Body } from '../messages/requests.ts';
import { answers } from './shown-answers.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { allowed, type FieldReading } from './combine.ts';
import { acceptedIn, isOtherCurrency, notSeenAccepted, type Facts, type IsAccepted } from './initiation-answers.ts';
import { answeredAs, open, openWhenBlocked, type Outcome } from './allowed-answer.ts';
import {
  isPlainReference,
  optionalAddress,
  optionalAmount,
  optionalText,
  requiredCode,
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
  const isAccepted = acceptedIn('checkout', facts);
  const odd = notSeenAccepted(fields, isAccepted);
  const byFields = allowed(odd, readings(fields, facts, isAccepted), [accepted], answers.checkout);
  if (key === facts.publishableKey) return byFields;
  if (mayBeBlocked({ ...odd, publishable_key: key })) return [openWhenBlocked];
  // The key is a required field (400) and a credential (401). A wrong key is only a 401, unless other fields are wrong.
  const isAnotherKey = typeof key === 'string' && key !== '' && byFields.includes(accepted);
  // The secret key may open whatever the publishable key does, and a service may ignore the case of letters.
  const known = [facts.publishableKey, facts.secretKey].map((one) => one.toLowerCase());
  if (isAnotherKey && known.includes(key.toLowerCase())) return [open(answers.checkout)];
  if (isAnotherKey) return [{ kind: 'unauthorised' }];
  const keyRule = key === undefined ? 'checkout.key-required' : 'checkout.key-type';
  if (Object.keys(body).length === 0)
    return [{ kind: 'refusal', statuses: [400, 401], rules: ['checkout.body-empty'] }];
  const rules = byFields.includes(accepted) && typeof key !== 'string' ? ([keyRule] as const) : [];
  return [{ kind: 'refusal', statuses: [400, 401], rules }];
};

const readings = (fields: Body, facts: Facts, isAccepted: IsAccepted): FieldReading[] => [
  {
    reading:
      !isOtherCurrency(fields.currency, facts, isAccepted) && isAccepted('amount', fields.amount)
        ? 'good'
        : optionalAmount(fields.amount, facts.amount),
    rule: 'checkout.amount-type',
    fields: ['amount'],
  },
  {
    reading: requiredCode(fields.currency, facts.currency, facts.secondCurrency),
    rule:
      fields.currency === undefined || fields.currency === '' ? 'checkout.currency-required' : 'checkout.currency-type',
    fields: ['currency'],
  },
  {
    reading: optionalText(
      fields.transaction_reference,
      (text) => isPlainReference(text) || isAccepted('transaction_reference', text),
    ),
    rule: 'checkout.reference-type',
    fields: ['transaction_reference'],
  },
  {
    reading: isAccepted('success_url', fields.success_url) ? 'good' : optionalAddress(fields.success_url),
    rule: addressRule(fields.success_url, 'success-url'),
    fields: ['success_url'],
  },
  {
    reading: isAccepted('failure_url', fields.failure_url) ? 'good' : optionalAddress(fields.failure_url),
    rule: addressRule(fields.failure_url, 'failure-url'),
    fields: ['failure_url'],
  },
  ...Object.keys(fields)
    .filter((name) => !checkoutFields.some((known) => known === name))
    .map((): FieldReading => ({ reading: 'open' })),
];

const addressRule = (value: unknown, field: 'success-url' | 'failure-url'): TestedRuleId =>
  typeof value === 'string' ? `checkout.${field}-format` : `checkout.${field}-type`;
