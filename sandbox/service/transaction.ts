/** The reachable states of `3`: no operation of the interface reverses or refunds. */
export type TransactionStatus = 'pending' | 'success' | 'failed' | 'cancelled';
export type RequestedResponse = 'success' | 'failed';

/** What started a transaction: the merchant's server, a form on their page, or a script there. */
export type Start = 'initiation' | 'form' | 'json';

export type Transaction = {
  readonly transactionId: string;
  readonly checkoutId: string;
  readonly transactionReference: string;
  /** Whether the merchant gave the reference. */
  readonly referenceGiven: boolean;
  /** In subunits; undefined until the customer sets it on the hosted page (`2.5`). */
  amount: number | undefined;
  readonly currency: string;
  readonly successUrl: string | undefined;
  readonly failureUrl: string | undefined;
  /** Whether a customer pays it on the hosted page. */
  readonly hosted: boolean;
  readonly start: Start;
  readonly requestedResponse: RequestedResponse | undefined;
  operatorCode: string | undefined;
  status: TransactionStatus;
  readonly created: Date;
};
