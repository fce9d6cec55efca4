import { fieldsOf, type Reply } from '../messages/exchange.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { bodyOf } from './outcomes.ts';

/** A value that no answer to another transaction or checkout has. */
export interface UniqueValue {
  readonly rule: TestedRuleId;
  readonly value: string;
  /** The reference that was sent: to a repeated one a service may answer the same transaction again. Empty without. */
  readonly reference: string;
}

/** The values of an answer that are unique to its transaction or checkout (2.2, 2.5). */
export const uniqueValues = (reply: Reply): UniqueValue[] => {
  const { path, method } = reply.request;
  const endpoint = `${method} ${path}`;
  const sent = bodyOf(reply.request)?.transaction_reference;
  const fields: (readonly [TestedRuleId, string])[] =
    endpoint === 'POST /v1/transactions'
      ? [
          ['txn.id-unique', 'transaction_id'],
          ['hosted.own-page', 'hosted_url'],
          ...(sent === undefined ? [['txn.reference-distinct', 'transaction_reference'] as const] : []),
        ]
      : endpoint === 'POST /v1/checkout'
        ? [
            ['checkout.id-unique', 'transaction_id'],
            ['checkout.own-url', 'checkout_url'],
          ]
        : [];
  if (reply.status !== 200) return [];
  const reference = typeof sent === 'string' ? sent : '';
  return fields.flatMap(([rule, field]) => {
    const value = fieldsOf(reply)[field];
    return typeof value === 'string' && value !== '' ? [{ rule, value, reference }] : [];
  });
};
