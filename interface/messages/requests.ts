export type Body = Readonly<Record<string, unknown>>;

export interface WalletQuery {
  start_date?: string;
  end_date?: string;
  limit?: string | number;
}

export type BalancePath = 'plural' | 'singular';

export type Operator = 'A' | 'B' | 'C';

export const operators: readonly Operator[] = ['A', 'B', 'C'];

/** Another address of the same mailbox, with a plus and a dot before the at sign. It is equally personal data. */
export const taggedEmailOf = (email: string): string => email.replace(/@(?=[^@]*$)/, '+first.last@');

/** The values of requested_response (2.1), and its absence. */
export const requestedResponses = [undefined, 'success', 'failed'] as const;
