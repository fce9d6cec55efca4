import { operators, type Body, type Operator } from '../messages/requests.ts';

/** What a service may check in its own way: the flows of an initiation (4.1), and a checkout as JSON or as a form (4.2). */
export type Flow = 'hosted page' | 'operator A' | 'operator B' | 'operator C' | 'checkout' | 'form post';

/** The settings of a target that the judgement of an exchange needs. Amounts are in the subunit. */
export interface Facts {
  amount: number;
  currency: string;
  /** A second currency that the hosted page and the checkout accept. */
  secondCurrency?: string | undefined;
  customerEmail: string;
  /** A valid number of each operator. */
  operatorNumbers: Record<Operator, string>;
  operators: Record<Operator, string>;
  publishableKey: string;
  secretKey: string;
  /** Whether a flow was seen to accept values like this one of a field. */
  accepts?: (flow: Flow, field: string, value: unknown) => boolean;
}

/** Whether a field has a value that its flow was seen to accept. */
export type IsAccepted = (field: string, value: unknown) => boolean;

/** Asks what a flow was seen to accept; nothing where that was not learned. */
export const acceptedIn =
  (flow: Flow, { accepts }: Facts): IsAccepted =>
  (field, value) =>
    accepts?.(flow, field, value) ?? false;

/** The same for an initiation. One with a method, but of no known operator, may be refused for any value that not all operators accept. */
export const acceptedForInitiation = (body: Body, facts: Facts): IsAccepted => {
  const flow = flowOf(body, facts);
  if (flow !== 'hosted page' || body.payment_method_type === undefined) return acceptedIn(flow, facts);
  const known = operators.filter((letter) => facts.operators[letter] !== '');
  return (field, value) =>
    known.length > 0 && known.every((letter) => acceptedIn(`operator ${letter}`, facts)(field, value));
};

/** The fields of a body without the values that were seen to pass. */
export const notSeenAccepted = (body: Body, isAccepted: IsAccepted): Body =>
  Object.fromEntries(Object.entries(body).filter(([field, value]) => !isAccepted(field, value)));

/** The flow of an initiation with this body. */
export const flowOf = ({ payment_method_type: type, payment_method_code: code }: Body, facts: Facts): Flow => {
  const operator = type === 'mobile_money' ? operatorOf(code, facts) : undefined;
  return operator === undefined ? 'hosted page' : `operator ${operator}`;
};

/** The operator of a code; undefined for any other value. */
export const operatorOf = (given: unknown, { operators: codes }: Facts): Operator | undefined =>
  operators.find((letter) => codes[letter] !== '' && codes[letter] === given);

/** Whether a code is not the first currency of the settings, and was not seen to go with each amount that goes with that. */
export const isOtherCurrency = (code: unknown, { currency }: Facts, isAccepted: IsAccepted): boolean =>
  typeof code === 'string' && code !== '' && code !== currency && !isAccepted('currency', code);
