import type { Body } from '../messages/requests.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import type { IsAccepted } from './target-facts.ts';
import { isPlainReference, optionalAddress, optionalText, type Reading } from './values.ts';

/** The consequence of one or two fields of a request for its answer. */
export interface FieldReading {
  readonly reading: Reading;
  /** The fields it is about, which a refusal may name. */
  readonly fields?: readonly string[];
  /** For `bad`: the rule that refuses it. */
  readonly rule?: TestedRuleId;
  /** For `bad`: the refusal is a field-level one (4.1) that names one of these; without them it has either form. */
  readonly naming?: readonly string[];
}

/** The reference and the addresses, which an initiation and a checkout have alike (2.1, 2.5). */
export const referenceAndAddresses = (
  subject: 'txn' | 'checkout',
  body: Body,
  isAccepted: IsAccepted,
  addressReading = optionalAddress,
): FieldReading[] => [
  {
    reading: optionalText(
      body.transaction_reference,
      (text) => isPlainReference(text) || isAccepted('transaction_reference', text),
    ),
    rule: `${subject}.reference-type`,
    fields: ['transaction_reference'],
  },
  ...(['success', 'failure'] as const).map((end): FieldReading => {
    const field = `${end}_url`;
    const value = body[field];
    return {
      reading: isAccepted(field, value) ? 'good' : addressReading(value),
      rule: `${subject}.${end}-url-${typeof value === 'string' ? 'format' : 'type'}`,
      fields: [field],
    };
  }),
];

/** Fields that the interface does not show: whether a service refuses them is open. */
export const furtherFields = (request: object, shown: readonly string[]): FieldReading[] =>
  Object.keys(request).flatMap((name): FieldReading[] => (shown.includes(name) ? [] : [{ reading: 'open' }]));
