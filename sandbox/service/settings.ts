/** The codes of the three operators of `2.4`, which differ in behaviour. */
export type Operators = { readonly a: string; readonly b: string; readonly c: string };

/** Delays and time limits, in milliseconds. */
export type Timings = {
  /** Delay before each request is handled, as on a slow network. */
  readonly latency: number;
  /** From a mobile money prompt or code to its simulated result. */
  readonly prompt: number;
  /** From the Pay button of the hosted page to its result. */
  readonly hostedPayment: number;
  /** Time limit for the answer of a webhook receiver. */
  readonly delivery: number;
};

export type Settings = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly operators: Operators;
  /** The currency of the examples. */
  readonly currency: string;
  /** Currencies that have a wallet. Transactions accept any three-letter code. */
  readonly walletCurrencies: readonly string[];
  readonly testPhone: string;
  /** The interface defines no endpoint that creates callbacks, so the sandbox adds this one. */
  readonly callbackCreationPath: string;
  readonly timings: Timings;
};

export const defaultSettings: Settings = {
  secretKey: 'sk_test_sandbox_4f1c9a7d2e',
  publishableKey: 'pk_test_sandbox_83b6e05c1f',
  operators: { a: 'OPERATOR_A', b: 'OPERATOR_B', c: 'OPERATOR_C' },
  currency: 'XTS',
  walletCurrencies: ['XTS', 'USD', 'EUR'],
  testPhone: '0970000001',
  callbackCreationPath: '/v1/callback/create',
  timings: { latency: 0, prompt: 50, hostedPayment: 50, delivery: 2_000 },
};

/** Every operator code, in the order the hosted page offers them. */
export const operatorCodes = ({ a, b, c }: Operators): string[] => [a, b, c];
