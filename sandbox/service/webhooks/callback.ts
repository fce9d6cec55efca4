/** A callback as stored and returned (`2.7`). Timestamps are ISO 8601 in UTC. */
export type Callback = {
  id: string;
  url: string;
  description: string;
  events: string[];
  is_active: boolean;
  failure_count: number;
  /** Null until the first notification was attempted. */
  last_triggered: string | null;
  date_created: string;
  date_updated: string;
};

/** What a merchant may set. On an update, what is left out stays as it is (`4.6`). */
export type CallbackChange = {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
  is_active?: boolean | undefined;
};

/** Reads the fields of an update, all of which are optional. */
export type CallbackUpdates = { read(fields: Readonly<Record<string, unknown>>): CallbackChange };

/** The event names the interface mentions (`6`); a callback created without `events` gets them all. */
export const knownEvents = [
  'payment.created',
  'payment.updated',
  'payment.completed',
  'payment.failed',
  'payout.created',
  'payout.updated',
];
