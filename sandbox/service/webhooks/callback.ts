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

/** The fields that a merchant may set. An update leaves absent fields unchanged (`4.6`). */
export type CallbackChange = {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
  is_active?: boolean | undefined;
};

/** Reads the fields of an update, all of which are optional. */
export type CallbackUpdates = { read(fields: Readonly<Record<string, unknown>>): CallbackChange };

/** The event names that the interface mentions (`6`). A callback created without `events` subscribes to all of them. */
export const knownEvents = [
  'payment.created',
  'payment.updated',
  'payment.completed',
  'payment.failed',
  'payout.created',
  'payout.updated',
];
