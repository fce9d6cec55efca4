import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of requests sent to a target, counting each attempt, and of requests shared with other tests. */
export interface Traffic {
  requests: number;
  /** The requests among them that start a payment, valid or not. */
  payments: number;
  /** Requests that were not sent because another test already had. */
  sharedRequests: number;
  sharedPayments: number;
}

const nothing: Readonly<Traffic> = { requests: 0, payments: 0, sharedRequests: 0, sharedPayments: 0 };

/** What this process has sent since the last `keepTraffic`. */
let sent: Traffic = { ...nothing };

const startsPayment = (method: string, path: string): boolean =>
  method === 'POST' && /\/v1\/(transactions|checkout)(\?|$)/.test(path);

/** Counts a request of this process. @param path with or without a query and a prefix before /v1 */
export const noteRequest = (method: string, path: string): void => {
  sent.requests += 1;
  if (startsPayment(method, path)) sent.payments += 1;
};

/** Counts a request that is not sent because another test already has. @param path likewise */
export const noteShared = (method: string, path: string): void => {
  sent.sharedRequests += 1;
  if (startsPayment(method, path)) sent.sharedPayments += 1;
};

const fileIn = (folder: string): string => join(folder, 'traffic.jsonl');

/** Attributes what this process has sent since the last call to a rule. @param folder of the run */
export const keepTraffic = (folder: string, rule: string): void => {
  if (sent.requests + sent.sharedRequests === 0) return;
  appendFileSync(fileIn(folder), `${JSON.stringify([rule, sent])}\n`);
  sent = { ...nothing };
};

/** What the tests of each rule have sent so far. @param folder of the run */
export const trafficIn = (folder: string): Map<string, Traffic> => {
  const all = new Map<string, Traffic>();
  if (!existsSync(fileIn(folder))) return all;
  // The last line may be incomplete.
  for (const line of readFileSync(fileIn(folder), 'utf8').split('\n').slice(0, -1)) {
    const [rule, more] = JSON.parse(line) as [string, Traffic];
    all.set(rule, sumOf([all.get(rule) ?? nothing, more]));
  }
  return all;
};

/** Adds up traffic. */
export const sumOf = (all: readonly Readonly<Partial<Traffic>>[]): Traffic => {
  const sum: Traffic = { ...nothing };
  for (const one of all) for (const name of Object.keys(nothing) as (keyof Traffic)[]) sum[name] += one[name] ?? 0;
  return sum;
};
