import { addressOf, amountOf, asJson, goTo, neededText, Refusal, textOf, type Answer, type Fields } from './replies.ts';
import { facts, type Payment, type Store } from './store.ts';

interface Asked {
  store: Store;
  fields: Fields;
  isForm: boolean;
  /** Scheme, host and port that the client has used. */
  host: string;
}

/** POST /v1/transactions (4.1). */
export const initiate = ({ store, fields, host }: Asked): Answer => {
  const amount = amountOf(fields);
  if (amount === undefined) throw new Refusal(400, 'amount is needed', 'amount');
  neededText(fields, 'email');
  const currency = neededText(fields, 'currency');
  const method = textOf(fields, 'payment_method_type');
  const number = textOf(fields, 'mobile_money_number');
  const code = textOf(fields, 'payment_method_code');
  const wanted = textOf(fields, 'requested_response');
  const start = { amount, currency, ...optional(fields) };
  if (method !== 'mobile_money') {
    if (number) throw new Refusal(400, 'A phone number goes with mobile money only', 'mobile_money_number');
    const payment = store.start(start);
    return asJson({
      ...named(payment),
      result: 'success',
      message: 'Send your customer to hosted_url',
      hosted_url: `${host}/pay/${payment.checkout}`,
    });
  }
  if (!code) throw new Refusal(400, 'The code of the operator is required', 'payment_method_code');
  if (!number) throw new Refusal(400, 'The phone number is required', 'mobile_money_number');
  if (!number.startsWith('0')) throw new Refusal(400, 'The phone number must start with a zero', 'mobile_money_number');
  if (wanted && wanted !== 'success' && wanted !== 'failed') {
    throw new Refusal(400, 'Only success and failed can be requested', 'requested_response');
  }
  const flow = operators[code];
  if (!flow) throw new Refusal(400, 'No operator has this code', 'payment_method_code');
  if (flow === simulated && !wanted) throw new Refusal(400, 'Say how it shall end', 'requested_response');
  return flow(store, store.start(start), wanted ?? 'success');
};

type Flow = (store: Store, payment: Payment, wanted: string) => Answer;

/** Operator A: nothing real ever happens. */
const simulated: Flow = (store, payment, wanted) => {
  store.end(payment, wanted === 'success' ? 'success' : 'failed');
  if (wanted === 'failed') {
    return asJson({
      ...named(payment),
      result: 'error',
      message: 'Simulated: the customer has no money',
      checkout_id: payment.checkout,
    });
  }
  const message = '<b>Paid.</b><br>No money was moved in this test.';
  const plain = 'Paid. No money was moved in this test.';
  return asJson({ ...named(payment), result: 'success', status: 'success', message, text_message: plain });
};

/** Operator B: a prompt on the phone. */
const prompted: Flow = (store, payment, wanted) => {
  setTimeout(() => store.end(payment, wanted === 'failed' ? 'failed' : 'success'), 200).unref();
  return asJson({
    ...named(payment),
    result: 'success',
    message: 'The customer is asked on the phone',
    checkout_id: payment.checkout,
  });
};

/** Operator C: a code to be entered at a till. */
const coded: Flow = (_, payment) => {
  const code = `${payment.id.slice(-3)}-${payment.id.slice(0, 3)}`;
  const text = `Enter ${code} at any till`;
  return asJson({
    ...named(payment),
    result: 'success',
    status: 'pending',
    message: text,
    text_message: text,
    qr_code: `QUICK:${code}`,
    code,
  });
};

const operators: Readonly<Record<string, Flow>> = {
  [facts.OPERATOR_A_CODE]: simulated,
  [facts.OPERATOR_B_CODE]: prompted,
  [facts.OPERATOR_C_CODE]: coded,
};

/** POST /v1/checkout (4.2), as JSON or as a form. */
export const checkout = ({ store, fields, isForm, host }: Asked): Answer => {
  if (fields.publishable_key !== facts.PUBLISHABLE_KEY)
    throw new Refusal(401, 'This publishable key is not one of ours');
  const start = { amount: amountOf(fields, isForm), currency: neededText(fields, 'currency'), ...optional(fields) };
  const payment = store.start(start);
  const address = `${host}/pay/${payment.checkout}`;
  return isForm ? goTo(address) : asJson({ result: 'success', transaction_id: payment.id, checkout_url: address });
};

const optional = (fields: Fields) => ({
  reference: textOf(fields, 'transaction_reference'),
  success: addressOf(fields, 'success_url'),
  failure: addressOf(fields, 'failure_url'),
});

const named = ({ id, reference }: Payment) => ({ transaction_id: id, transaction_reference: reference });
