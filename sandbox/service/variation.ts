import type { Ids } from './identifiers.ts';
import type { ReturnAddresses } from './redirect-address.ts';
import type { CallbackUpdates } from './webhooks/callback.ts';
import type { Callbacks } from './webhooks/callbacks.ts';

/** The parts of a service that a variation can replace. */
type Parts = {
  ids: Ids;
  callbacks: Callbacks;
  callbackUpdates: CallbackUpdates;
  returnAddresses: ReturnAddresses;
};

/**
 * How one sandbox differs from the default one. Faults and readings plug in here; the service imports neither.
 * Each function receives the default part, once for each sandbox, and returns the methods that replace its own.
 */
export type Variation = { [Name in keyof Parts]?: (plain: Parts[Name]) => Partial<Parts[Name]> };

/** Applies all variations to one part of the service; later ones override earlier ones. */
export function vary<Name extends keyof Parts>(
  name: Name,
  plain: Parts[Name],
  variations: readonly Variation[],
): Parts[Name] {
  let part = plain;
  for (const { [name]: change } of variations) if (change) part = { ...part, ...change(part) };
  return part;
}

/** Options of the service itself. All of them conform to the interface. */
type Option =
  // Requests
  | 'key-asked-for-last'
  | 'content-type-not-looked-at'
  | 'addresses-without-version'
  | 'references-only-once'
  | 'references-only-once-409'
  // Answers
  | 'answers-gzipped'
  | 'answers-deflated'
  | 'answers-in-brotli'
  | 'answers-in-chunks'
  | 'answers-in-slow-pieces'
  | 'answers-take-a-while'
  | 'connections-kept-briefly'
  | 'operator-b-fails-later'
  // The hosted page
  | 'form-answered-with-the-page'
  | 'form-answered-by-307'
  | 'return-at-once'
  | 'return-in-two-hops'
  // Notifications
  | 'no-deliveries'
  | 'greetings-alone'
  | 'deliveries-at-once-then-paused'
  | 'deliveries-retried'
  | 'deliveries-repeated-count-once'
  | 'deliveries-late'
  | 'notifications-as-forms'
  | 'notifications-within-data'
  | 'payments-paid-out-at-once'
  | 'new-addresses-are-greeted'
  | 'new-addresses-are-checked';

/** Whether the sandbox was started with an option. */
export type HasOption = (option: Option) => boolean;
