import type { Condition, Exchange, Field } from './exchange.ts';

/** Conditions under which faults and variants act: on the endpoint, and on the contents of the request. */

export const always: Condition = () => true;

export function all(...conditions: Condition[]): Condition {
  return (exchange) => conditions.every((condition) => condition(exchange));
}

export function any(...conditions: Condition[]): Condition {
  return (exchange) => conditions.some((condition) => condition(exchange));
}

export function not(condition: Condition): Condition {
  return (exchange) => !condition(exchange);
}

function at(method: string, ...routes: string[]): Condition {
  return (exchange) => exchange.method === method && routes.includes(exchange.route);
}

const asForm: Condition = ({ headers }) =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

export const initiate = at('POST', '/v1/transactions');
export const startCheckout = all(at('POST', '/v1/checkout'), not(asForm));
export const postForm = all(at('POST', '/v1/checkout'), asForm);
export const listWallets = at('GET', '/v1/wallets/list');
export const readBalance = at('GET', '/v1/wallets/balance', '/v1/wallet/balance');
export const fetchCallback = at('GET', '/v1/callback/fetch/:id');
export const updateCallback = at('PUT', '/v1/callback/update/:id');
export const deleteCallback = at('DELETE', '/v1/callback/delete/:id');
export const anyWallets = any(listWallets, readBalance);
const anyCallback: Condition = ({ route }) => /^\/v1\/callback\/(fetch|update|delete)\//.test(route);
/** Every endpoint that requires the secret key. */
export const guarded: Condition = ({ route }) => route.startsWith('/v1/') && route !== '/v1/checkout';
export const anyEndpoint = any(guarded, startCheckout);

/** The payment page, also when it is shown again with errors. */
export const paymentPage: Condition = (exchange) =>
  at('GET', '/checkout/:id')(exchange) || (decide(exchange) && exchange.answer.status === 400);
/** The customer's decision to pay or to cancel. */
export const decide = at('POST', '/checkout/:id');
/** The step that ends a payment. */
export const outcome = at('GET', '/checkout/:id/outcome');
/** The page on which the customer waits. */
export const progress = at('GET', '/checkout/:id/progress');
/** The page after a payment without an address of the merchant. */
export const receipt = at('GET', '/checkout/:id/receipt');
export const anyPage: Condition = ({ route }) => route.startsWith('/checkout/:id');

/** A field that was sent and passes a test. */
export function given(name: Field, test: (value: unknown) => boolean = () => true): Condition {
  return ({ input }) => input[name] !== undefined && test(input[name]);
}

export const is = (name: Field, value: unknown): Condition => given(name, (sent) => sent === value);

/** A text that matches the expression. */
export const matching = (name: Field, form: RegExp): Condition =>
  given(name, (value) => typeof value === 'string' && form.test(value));

/** A body whose JSON text matches the expression. */
export function rawBodyMatching(form: RegExp): Condition {
  return ({ rawBody }) => form.test(rawBody());
}

/** An amount written with a decimal point or in exponent notation. */
export const withPoint = rawBodyMatching(/"amount":\s*\d+\.0/);
export const withExponent = rawBodyMatching(/"amount":\s*[\d.]+e/i);

/** A body without fields, or none at all. */
export const emptyBody: Condition = ({ input }) => Object.keys(input).length === 0;

/** An amount that a signed 16-bit number cannot hold. */
export const largeAmount = given('amount', (amount) => typeof amount === 'number' && amount > 32_767);

/** A content type with a charset. */
export const namesCharset: Condition = ({ headers }) => /;\s*charset=/i.test(headers['content-type'] ?? '');

/** An answer with one of these statuses. */
export function answeredWith(...codes: number[]): Condition {
  return ({ answer }) => codes.includes(answer.status);
}

/** A 400 for a body that is not a JSON object. */
export const unreadable: Condition = ({ input, answer }) =>
  Object.keys(input).length === 0 && answer.json['error'] === undefined;

export const lacks = (name: Field): Condition => not(given(name));

export const withReference = given('transaction_reference');
export const withoutReference = lacks('transaction_reference');

/** A currency other than the default one of the sandbox. */
export const otherCurrency = matching('currency', /^(?!XTS$)[A-Z]{3}$/);

/** A checkout with the secret key in place of the publishable one. */
export const secretAsPublishable: Condition = (exchange) =>
  startCheckout(exchange) && exchange.input['publishable_key'] === exchange.settings.secretKey;

/** One address for both outcomes of a payment. */
export const oneAddress: Condition = ({ input }) =>
  input['success_url'] !== undefined && input['success_url'] === input['failure_url'];

/** A value of another type, except null and numbers written as text, whose meaning the interface leaves open. */
export const mistyped = (name: Field, type: 'number' | 'string'): Condition =>
  given(name, (value) => {
    if (value === null || (type === 'number' && typeof value === 'string' && !Number.isNaN(Number(value))))
      return false;
    return typeof value !== type;
  });

export const typed = (name: Field, type: 'array' | 'object' | 'boolean' | 'number' | 'string'): Condition =>
  given(name, (value) => {
    if (Array.isArray(value)) return type === 'array';
    return value !== null && typeof value === type;
  });

/** A text that is not an address. */
export const noAddress = (name: Field): Condition =>
  given(name, (value) => typeof value === 'string' && value.trim() !== '' && !URL.canParse(value));

/** A date that is not written as YYYY-MM-DD. */
export const noDay = (name: Field): Condition => given(name, (value) => !/^\d{4}-\d{2}-\d{2}$/.test(String(value)));

export const mobileMoney = all(initiate, is('payment_method_type', 'mobile_money'));
export const hosted = all(initiate, lacks('payment_method_type'));

// The four rules whose refusal has to be at field level (`4.1`).
export const codeMissing = all(mobileMoney, lacks('payment_method_code'));
export const numberMissing = all(mobileMoney, lacks('mobile_money_number'));
export const noLeadingZero = all(mobileMoney, matching('mobile_money_number', /^(?!0)/));
export const otherMethod = all(initiate, given('payment_method_type'), not(mobileMoney), given('mobile_money_number'));
export const fieldRule = any(codeMissing, numberMissing, noLeadingZero, otherMethod);

/** A mobile money initiation with this operator. */
export const operator = (letter: 'a' | 'b' | 'c'): Condition =>
  all(mobileMoney, ({ input, settings }) => input['payment_method_code'] === settings.operators[letter]);

/** An initiation with a requested failure. */
export const failureRequested = is('requested_response', 'failed');

/** A hosted payment that was started by an initiation, a form post or a JSON checkout. */
export function startedBy(start: 'initiation' | 'form' | 'json'): Condition {
  return ({ transaction }) => transaction?.start === start;
}

export function ended(status: 'success' | 'failed' | 'cancelled'): Condition {
  return ({ transaction }) => transaction?.status === status;
}

/** A payment with one of the two addresses alone. */
export const addressAlone: Condition = ({ transaction }) =>
  (transaction?.successUrl === undefined) !== (transaction?.failureUrl === undefined);

/** A payment without addresses. */
export const addressless: Condition = ({ transaction }) =>
  transaction?.successUrl === undefined && transaction?.failureUrl === undefined;

/** A payment in a currency other than the default one of the sandbox. */
export const inSecondCurrency: Condition = ({ transaction }) =>
  transaction !== undefined && transaction.currency !== 'XTS';

/** A payment whose reference the merchant did not give. */
export const referenceGenerated: Condition = ({ transaction }) => transaction?.referenceGiven === false;

/** A page requested for an iframe, by the header Sec-Fetch-Dest. */
export const framed: Condition = ({ headers }) => headers['sec-fetch-dest'] === 'iframe';

export const knownConnection: Condition = (exchange) => exchange.knownConnection;

/** The key that was sent, whatever the scheme; undefined when there is no such header. */
export const keyOf = ({ headers }: Exchange): string | undefined =>
  headers.authorization === undefined ? undefined : (/^\S+\s+(\S+)\s*$/.exec(headers.authorization)?.[1] ?? '');

export const noKey: Condition = (exchange) => keyOf(exchange) === undefined;

/** A key that was sent, is not the right one, and passes a test. */
export const wrongKey =
  (test: (sent: string, right: string) => boolean = () => true): Condition =>
  (exchange) => {
    const sent = keyOf(exchange) ?? '';
    return sent !== '' && sent !== exchange.settings.secretKey && test(sent, exchange.settings.secretKey);
  };
export const publishableKey: Condition = (exchange) => keyOf(exchange) === exchange.settings.publishableKey;

type KeyTest = (sent: string, right: string) => boolean;
const begins: KeyTest = (sent, right) => sent.startsWith(right.slice(0, 8));
const ends: KeyTest = (sent, right) => sent.endsWith(right.slice(-6));
const sameLength: KeyTest = (sent, right) => sent.length === right.length;

/** What services compare that do not compare keys as a whole. */
export const alike = {
  begins,
  ends,
  beginsAndEnds: (sent, right) => begins(sent, right) && ends(sent, right),
  sameLength,
  differsInOne: (sent, right) =>
    sameLength(sent, right) && [...sent].filter((letter, index) => letter !== right[index]).length === 1,
  cutShort: (sent, right) => right.startsWith(sent),
  extended: (sent, right) => sent.startsWith(right),
} satisfies Record<string, KeyTest>;

// Groups of conditions, by the words in names of faults.

/** The flows of an initiation. */
const [byA, byB, byC] = [operator('a'), operator('b'), operator('c')];
export const flows = { hosted, 'operator-a': byA, 'operator-b': byB, 'operator-c': byC };

/** The four rules of `4.1`. */
export const fieldRules = {
  'code-missing': codeMissing,
  'number-missing': numberMissing,
  'number-zero': noLeadingZero,
  'number-method': otherMethod,
};

/** The endpoints. */
export const endpoints = {
  transactions: initiate,
  checkout: startCheckout,
  wallets: listWallets,
  balance: readBalance,
  fetch: fetchCallback,
  update: updateCallback,
  delete: deleteCallback,
};

/** The groups of endpoints that share their refusals. */
export const areas = { transactions: initiate, wallets: anyWallets, callbacks: anyCallback, checkout: startCheckout };

/** Requests of which a header, by its name in small letters, has this form. */
export const header =
  (name: string, form: RegExp): Condition =>
  ({ headers }) =>
    form.test(String(headers[name] ?? ''));
export const inFrench = header('accept-language', /^fr/);
export const ofBrowser = header('user-agent', /Mozilla/);
