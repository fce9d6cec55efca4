import type { Body } from '../messages/requests.ts';
import { answers } from './shown-answers.ts';
import { allowed } from './combine.ts';
import { furtherFields, referenceAndAddresses, type FieldReading } from './field-readings.ts';
import { answeredAs, open, openWhenBlocked, type Outcome } from './allowed-answer.ts';
import { acceptedIn, isOtherCurrency, notSeenAccepted, type Facts, type IsAccepted } from './target-facts.ts';
import { mayBeBlocked, optionalAmount, requiredCode } from './values.ts';

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
  ...referenceAndAddresses('checkout', fields, isAccepted),
  ...furtherFields(fields, checkoutFields),
];
