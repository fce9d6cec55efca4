import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was sent to a target, each attempt for itself, and what was judged of what others had sent. */
export interface Traffic {
  requests: number;
  /** Those of them that start a payment, valid or not. */
  payments: number;
  /** Requests that were sent for other tests already, so that these sent none. */
  sharedRequests: number;
  sharedPayments: number;
}

const nothing: Readonly<Traffic> = { requests: 0, payments: 0, sharedRequests: 0, sharedPayments: 0 };

/** What this process has sent and nobody has kept yet. */
let sent: Traffic = { ...nothing };

const startsPayment = (method: string, path: string): boolean =>
  method === 'POST' && /\/v1\/(transactions|checkout)(\?|$)/.test(path);

/** Notes a request of this process. @param path with or without a query, and a path in front of /v1 */
export const noteRequest = (method: string, path: string): void => {
  sent.requests += 1;
  if (startsPayment(method, path)) sent.payments += 1;
};

/** Notes a request that need not be sent, since another test has. @param path likewise */
export const noteShared = (method: string, path: string): void => {
  sent.sharedRequests += 1;
  if (startsPayment(method, path)) sent.sharedPayments += 1;
};

const fileIn = (folder: string): string => join(folder, 'traffic.jsonl');

/** Keeps what this process has sent since the last time as that of a rule. @param folder of the run */
export const keepTraffic = (folder: string, rule: string): void => {
  if (sent.requests + sent.sharedRequests === 0) return;
  appendFileSync(fileIn(folder), `${JSON.stringify([rule, sent])}\n`);
  sent = { ...nothing };
};

/** What the tests of each rule have sent so far. @param folder of the run */
export const trafficIn = (folder: string): Map<string, Traffic> => {
  const all = new Map<string, Traffic>();
  if (!existsSync(fileIn(folder))) return all;
  // The last line may still be on its way.
  for (const line of readFileSync(fileIn(folder), 'utf8').split('\n').slice(0, -1)) {
    const [rule, more] = JSON.parse(line) as [string, Traffic];
    all.set(rule, sumOf([all.get(rule) ?? nothing, more]));
  }
  return all;
};

/** Adds up what was sent. */
export const sumOf = (all: readonly Readonly<Partial<Traffic>>[]): Traffic => {
  const sum: Traffic = { ...nothing };
  for (const one of all) for (const name of Object.keys(nothing) as (keyof Traffic)[]) sum[name] += one[name] ?? 0;
  return sum;
};
