import { fieldsOf, type Reply } from '../messages/exchange.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import type { Facts } from './initiation-answers.ts';
import { bodyOf } from './outcomes.ts';

/** A value that no answer to another transaction or checkout has. */
export interface UniqueValue {
  readonly rule: TestedRuleId;
  /** Values of one kind differ, whatever the endpoint. */
  readonly kind: string;
  readonly value: string;
  /** The reference that was sent: to a repeated one a service may answer the same transaction again. Empty without. */
  readonly reference: string;
}

/** The values of an answer that are unique to its transaction or checkout (2.2, 2.5). */
export const uniqueValues = (reply: Reply, { operators }: Pick<Facts, 'operators'>): UniqueValue[] => {
  const { path, method } = reply.request;
  const endpoint = `${method} ${path}`;
  const { transaction_reference: sent, ...body } = bodyOf(reply.request) ?? {};
  const code = body['payment_method_type'] === 'mobile_money' ? body['payment_method_code'] : undefined;
  const isFailure = fieldsOf(reply).result === 'error';
  const fields: (readonly [TestedRuleId, string])[] =
    endpoint === 'POST /v1/transactions'
      ? [
          ['txn.id-unique', 'transaction_id'],
          // Beside a prompt it is not shown: it may be the address of a page for everybody.
          ...(body['payment_method_type'] === undefined ? [['hosted.own-page', 'hosted_url'] as const] : []),
          ...(sent === undefined ? [['txn.reference-distinct', 'transaction_reference'] as const] : []),
          ...(code === operators.A && isFailure
            ? [['operator-a-failure.own-checkout-id', 'checkout_id'] as const]
            : []),
          // How B answers a failure is not shown.
          ...(code === operators.B && !isFailure ? [['operator-b.own-checkout-id', 'checkout_id'] as const] : []),
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
    return typeof value === 'string' && value !== '' ? [{ rule, kind: field, value, reference }] : [];
  });
};
