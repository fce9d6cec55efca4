/** The three operators of `2.4`, by the behaviour they have. */
export type Operators = { readonly a: string; readonly b: string; readonly c: string };

/** How long things take, in milliseconds. */
export type Timings = {
  /** Before anything is done about a request, as on a long way to the service. */
  readonly latency: number;
  /** From a mobile money prompt or code to its simulated result. */
  readonly prompt: number;
  /** From the Pay button of the hosted page to its result. */
  readonly hostedPayment: number;
  /** A webhook receiver that has not answered by then has failed. */
  readonly delivery: number;
  /** A client has this long to send a whole request. */
  readonly request: number;
};

/** Limits that bound the use of memory. */
export type Limits = {
  /** Transactions remembered; beyond it the oldest are forgotten. */
  readonly transactions: number;
  /** Live callbacks; beyond it the oldest are forgotten. */
  readonly callbacks: number;
  readonly bodyBytes: number;
  readonly deliveriesAtOnce: number;
  /** Notifications waiting for one callback; beyond it they count as failed. */
  readonly deliveriesWaiting: number;
};

export type Settings = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly operators: Operators;
  /** The currency of the examples. */
  readonly currency: string;
  /** Currencies that have a wallet. Transactions take any three-letter code. */
  readonly walletCurrencies: readonly string[];
  readonly testPhone: string;
  /** The interface shows no way to create a callback; this one is ours. */
  readonly callbackCreationPath: string;
  readonly timings: Timings;
  readonly limits: Limits;
};

export const defaultSettings: Settings = {
  secretKey: 'sk_test_sandbox_4f1c9a7d2e',
  publishableKey: 'pk_test_sandbox_83b6e05c1f',
  operators: { a: 'OPERATOR_A', b: 'OPERATOR_B', c: 'OPERATOR_C' },
  currency: 'XTS',
  walletCurrencies: ['XTS', 'USD', 'EUR'],
  testPhone: '0970000001',
  callbackCreationPath: '/v1/callback/create',
  timings: { latency: 0, prompt: 100, hostedPayment: 150, delivery: 2_000, request: 10_000 },
  limits: {
    transactions: 50_000,
    callbacks: 1_000,
    bodyBytes: 64 * 1024,
    deliveriesAtOnce: 32,
    deliveriesWaiting: 1_000,
  },
};

/** Every operator code, in the order the hosted page offers them. */
export function operatorCodes(operators: Operators): string[] {
  return [operators.a, operators.b, operators.c];
}
