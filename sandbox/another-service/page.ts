import { asPage, escaped, goTo, type Answer, type Fields } from './replies.ts';
import { facts, type Payment, type Store } from './store.ts';

const operators = [facts.OPERATOR_A_CODE, facts.OPERATOR_B_CODE, facts.OPERATOR_C_CODE];

/** The first step of the hosted page: how much, and from which phone. */
export const show = (store: Store, checkout: string): Answer => {
  const payment = store.payments.get(checkout);
  if (!payment) return asPage('No such order', '<p>Not found: ask the shop for another link.</p>', 404);
  return payment.status === 'pending' ? firstStep(payment) : over(payment);
};

/** A step that was sent: on to the next one, or back to the shop. */
export const pay = (store: Store, checkout: string, fields: Fields): Answer => {
  const payment = store.payments.get(checkout);
  if (!payment || payment.status !== 'pending') return show(store, checkout);
  if (fields.step === 'phone') {
    const sum = payment.amount ?? Number(fields.sum);
    if (!(sum > 0)) return firstStep(payment, 'Please check the sum.');
    if (!/^0\d+$/.test(String(fields.phone))) return firstStep(payment, 'Please check the phone number.');
    payment.amount = sum;
    return secondStep(payment);
  }
  const decision = { yes: 'success', no: 'failed', never: 'cancelled' } as const;
  const status: Payment['status'] = decision[fields.decision as keyof typeof decision] ?? 'cancelled';
  store.end(payment, status);
  const shop = status === 'success' ? payment.success : payment.failure;
  return shop ? goTo(withResult(shop, payment)) : over(payment);
};

const firstStep = (payment: Payment, problem = ''): Answer =>
  form(payment, 'Your order', 'phone', [
    problem && `<p role="alert">${problem}</p>`,
    payment.amount
      ? `<p>You pay ${payment.amount} hundredths of ${escaped(payment.currency)}.</p>`
      : `<p><label>Sum in hundredths of ${escaped(payment.currency)} <input name="sum" inputmode="numeric"></label></p>`,
    `<fieldset><legend>Network</legend>${operators
      .map(
        (code, index) =>
          `<label><input type="radio" name="network" value="${code}"${index ? '' : ' checked'}> ${code}</label>`,
      )
      .join('')}</fieldset>`,
    '<p><label>Phone number <input name="phone" type="tel"></label></p><button>Next</button>',
  ]);

const secondStep = (payment: Payment): Answer =>
  form(payment, 'This is a test', 'decision', [
    '<p>On a real phone you would be asked now. What would you answer?</p>',
    '<button name="decision" value="yes">Approve</button> <button name="decision" value="no">Decline</button> ',
    '<button name="decision" value="never">Cancel the order</button>',
  ]);

const form = (payment: Payment, title: string, step: string, content: readonly string[]): Answer =>
  asPage(
    title,
    `<p>Order ${escaped(payment.reference)}</p><form method="post" action="/pay/${payment.checkout}">` +
      `<input type="hidden" name="step" value="${step}">${content.join('')}</form>`,
  );

const over = ({ status }: Payment): Answer => {
  const words = { success: 'Thank you, your payment was successful.', failed: 'The payment has failed.' };
  return asPage('The end', `<p>${words[status as keyof typeof words] ?? 'The order was cancelled.'}</p>`);
};

/** The merchant's address with the parameters of 2.3 after its own. */
const withResult = (shop: string, payment: Payment): string => {
  const address = new URL(shop);
  const result = {
    status: payment.status,
    checkout_id: payment.checkout,
    transaction_id: payment.id,
    transaction_reference: payment.reference,
  };
  const added = Object.entries(result).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  address.search = [address.search.slice(1), ...added].filter(Boolean).join('&');
  return address.href;
};
