import type { Exchange, Where } from './exchange.ts';

/** Conditions under which faults act: an endpoint, and what was sent to it. */

export const all =
  (...conditions: Where[]): Where =>
  (exchange) =>
    conditions.every((condition) => condition(exchange));

export const any =
  (...conditions: Where[]): Where =>
  (exchange) =>
    conditions.some((condition) => condition(exchange));

export const not =
  (condition: Where): Where =>
  (exchange) =>
    !condition(exchange);

const at =
  (method: string, ...routes: string[]): Where =>
  (exchange) =>
    exchange.method === method && routes.includes(exchange.route);

const asForm: Where = ({ headers }) => (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

export const initiate = at('POST', '/v1/transactions');
export const startCheckout = all(at('POST', '/v1/checkout'), not(asForm));
export const postForm = all(at('POST', '/v1/checkout'), asForm);
export const listWallets = at('GET', '/v1/wallets/list');
export const readBalance = at('GET', '/v1/wallets/balance', '/v1/wallet/balance');
export const fetchCallback = at('GET', '/v1/callback/fetch/:id');
export const updateCallback = at('PUT', '/v1/callback/update/:id');
export const deleteCallback = at('DELETE', '/v1/callback/delete/:id');
export const anyWallets = any(listWallets, readBalance);
export const anyCallback: Where = ({ route }) => /^\/v1\/callback\/(fetch|update|delete)\//.test(route);
/** Every endpoint that requires the secret key. */
export const guarded: Where = ({ route }) => route.startsWith('/v1/') && route !== '/v1/checkout';
export const anyEndpoint = any(guarded, startCheckout);

/** The payment page, also when it is shown again with errors. */
export const paymentPage: Where = (exchange) =>
  at('GET', '/checkout/:id')(exchange) || (decide(exchange) && exchange.answer.status === 400);
/** The customer's decision to pay or to cancel. */
export const decide = at('POST', '/checkout/:id');
/** The step that ends a payment. */
export const outcome = at('GET', '/checkout/:id/outcome');
export const anyPage: Where = ({ route }) => route.startsWith('/checkout/:id');

/** A field that was sent and passes a test. */
export const given =
  (name: string, test: (value: unknown) => boolean = () => true): Where =>
  ({ asked }) =>
    asked[name] !== undefined && test(asked[name]);

export const is = (name: string, value: unknown): Where => given(name, (sent) => sent === value);

/** A text that matches the expression. */
export const matching = (name: string, form: RegExp): Where =>
  given(name, (value) => typeof value === 'string' && form.test(value));

/** A body whose JSON text matches the expression. */
export const writtenLike =
  (form: RegExp): Where =>
  ({ written }) =>
    form.test(written());

/** A content type with a charset. */
export const namesCharset: Where = ({ headers }) => /;\s*charset=/i.test(headers['content-type'] ?? '');

/** A 400 for a body that is not a JSON object. */
export const unreadable: Where = ({ asked, answer }) =>
  Object.keys(asked).length === 0 && answer.json['error'] === undefined;

export const lacks = (name: string): Where => not(given(name));

/** A currency other than the default one of the sandbox. */
export const otherCurrency = matching('currency', /^(?!XTS$)[A-Z]{3}$/);

/** A checkout with the secret key in place of the publishable one. */
export const secretAsPublishable: Where = (exchange) =>
  startCheckout(exchange) && exchange.asked['publishable_key'] === exchange.settings.secretKey;

/** One address for both outcomes of a payment. */
export const oneAddress: Where = ({ asked }) =>
  asked['success_url'] !== undefined && asked['success_url'] === asked['failure_url'];

/** A value of another type, except null and numbers written as text, whose meaning the interface leaves open. */
export const mistyped = (name: string, type: 'number' | 'string'): Where =>
  given(name, (value) => {
    if (value === null || (type === 'number' && typeof value === 'string' && !Number.isNaN(Number(value))))
      return false;
    return typeof value !== type;
  });

export const typed = (name: string, type: 'array' | 'object' | 'boolean' | 'number' | 'string'): Where =>
  given(name, (value) => {
    if (Array.isArray(value)) return type === 'array';
    return value !== null && typeof value === type;
  });

/** A text that is not an address. */
export const noAddress = (name: string): Where =>
  given(name, (value) => typeof value === 'string' && value.trim() !== '' && !URL.canParse(value));

/** A date that is not written as YYYY-MM-DD. */
export const noDay = (name: string): Where => given(name, (value) => !/^\d{4}-\d{2}-\d{2}$/.test(String(value)));

export const mobileMoney = all(initiate, is('payment_method_type', 'mobile_money'));
export const hosted = all(initiate, lacks('payment_method_type'));

// The four rules whose refusal has to be at field level (`4.1`).
export const codeMissing = all(mobileMoney, lacks('payment_method_code'));
export const numberMissing = all(mobileMoney, lacks('mobile_money_number'));
export const noLeadingZero = all(mobileMoney, matching('mobile_money_number', /^(?!0)/));
export const otherMethod = all(initiate, given('payment_method_type'), not(mobileMoney), given('mobile_money_number'));
export const fieldRule = any(codeMissing, numberMissing, noLeadingZero, otherMethod);

/** A mobile money initiation with this operator. */
export const operator = (letter: 'a' | 'b' | 'c'): Where =>
  all(mobileMoney, ({ asked, settings }) => asked['payment_method_code'] === settings.operators[letter]);

/** An initiation with a requested failure. */
export const askedToFail = is('requested_response', 'failed');

/** A hosted payment, by the way it was started. */
export const startedBy =
  (start: 'initiation' | 'form' | 'json'): Where =>
  ({ transaction }) =>
    transaction?.start === start;

export const ended =
  (status: 'success' | 'failed' | 'cancelled'): Where =>
  ({ transaction }) =>
    transaction?.status === status;

/** A payment with one of the two addresses alone. */
export const addressAlone: Where = ({ transaction }) =>
  (transaction?.successUrl === undefined) !== (transaction?.failureUrl === undefined);

/** A payment whose reference the merchant did not give. */
export const referenceGenerated: Where = ({ transaction }) => transaction?.referenceGiven === false;

/** A page inside a frame, by the header Sec-Fetch-Dest. */
export const framed: Where = ({ headers }) => headers['sec-fetch-dest'] === 'iframe';

export const knownConnection: Where = (exchange) => exchange.knownConnection;

/** The key that was sent, whatever the scheme; undefined when there is no such header. */
export const keyOf = ({ headers }: Exchange): string | undefined =>
  headers.authorization === undefined ? undefined : (/^\S+\s+(\S+)\s*$/.exec(headers.authorization)?.[1] ?? '');

export const noKey: Where = (exchange) => keyOf(exchange) === undefined;

/** A key that was sent, is not the right one, and passes a test. */
export const wrongKey =
  (test: (sent: string, right: string) => boolean = () => true): Where =>
  (exchange) => {
    const sent = keyOf(exchange) ?? '';
    return sent !== '' && sent !== exchange.settings.secretKey && test(sent, exchange.settings.secretKey);
  };
export const publishableKey: Where = (exchange) => keyOf(exchange) === exchange.settings.publishableKey;

export const beginsAlike = (sent: string, right: string): boolean => sent.startsWith(right.slice(0, 8));
export const sameLength = (sent: string, right: string): boolean => sent.length === right.length;
/** For comparisons of the last characters alone, or of the first and the last ones. */
export const endsAlike = (sent: string, right: string): boolean => sent.endsWith(right.slice(-6));
export const beginsAndEndsAlike = (sent: string, right: string): boolean =>
  beginsAlike(sent, right) && endsAlike(sent, right);
export const differsInOne = (sent: string, right: string): boolean =>
  sameLength(sent, right) && [...sent].filter((letter, index) => letter !== right[index]).length === 1;
