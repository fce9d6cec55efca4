import { fieldsOf, type Reply } from '../messages/exchange.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import type { Facts } from './target-facts.ts';
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
export const uniqueValues = (reply: Reply, facts: Pick<Facts, 'operators'>): UniqueValue[] => {
  if (reply.status !== 200) return [];
  const { transaction_reference: sent } = bodyOf(reply.request) ?? {};
  const reference = typeof sent === 'string' ? sent : '';
  return uniqueFieldsOf(reply, facts).flatMap(([rule, field]) => {
    const value = fieldsOf(reply)[field];
    return typeof value === 'string' && value !== '' ? [{ rule, kind: field, value, reference }] : [];
  });
};

const uniqueFieldsOf = (reply: Reply, { operators }: Pick<Facts, 'operators'>): (readonly [TestedRuleId, string])[] => {
  const { path, method } = reply.request;
  const ofCheckout = [['checkout.id-unique', 'transaction_id'] as const, ['checkout.own-url', 'checkout_url'] as const];
  if (`${method} ${path}` === 'POST /v1/checkout') return ofCheckout;
  if (`${method} ${path}` !== 'POST /v1/transactions') return [];
  const { transaction_reference: sent, payment_method_type: type, ...body } = bodyOf(reply.request) ?? {};
  const code = type === 'mobile_money' ? body['payment_method_code'] : undefined;
  const isFailure = fieldsOf(reply).result === 'error';
  return [
    ['txn.id-unique', 'transaction_id'],
    // Beside a prompt it is not shown: it may be the address of a page for everybody.
    ...(type === undefined ? [['hosted.own-page', 'hosted_url'] as const] : []),
    ...(sent === undefined ? [['txn.reference-distinct', 'transaction_reference'] as const] : []),
    ...(code === operators.A && isFailure ? [['operator-a-failure.own-checkout-id', 'checkout_id'] as const] : []),
    // How B answers a failure is not shown.
    ...(code === operators.B && !isFailure ? [['operator-b.own-checkout-id', 'checkout_id'] as const] : []),
  ];
};
