import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was sent to a target, each attempt for itself. */
export interface Traffic {
  requests: number;
  /** Those of them that start a payment, valid or not. */
  payments: number;
}

/** What this process has sent and nobody has kept yet. */
const sent: Traffic = { requests: 0, payments: 0 };

/** Notes a request of this process. @param path with or without a query, and a path in front of /v1 */
export const noteRequest = (method: string, path: string): void => {
  sent.requests += 1;
  if (method === 'POST' && /\/v1\/(transactions|checkout)(\?|$)/.test(path)) sent.payments += 1;
};

const fileIn = (folder: string): string => join(folder, 'traffic.jsonl');

/** Keeps what this process has sent since the last time as that of a rule. @param folder of the run */
export const keepTraffic = (folder: string, rule: string): void => {
  if (sent.requests === 0) return;
  appendFileSync(fileIn(folder), `${JSON.stringify([rule, sent.requests, sent.payments])}\n`);
  sent.requests = 0;
  sent.payments = 0;
};

/** What the tests of each rule have sent so far. @param folder of the run */
export const trafficIn = (folder: string): Map<string, Traffic> => {
  const all = new Map<string, Traffic>();
  if (!existsSync(fileIn(folder))) return all;
  // The last line may still be on its way.
  for (const line of readFileSync(fileIn(folder), 'utf8').split('\n').slice(0, -1)) {
    const [rule, requests, payments] = JSON.parse(line) as [string, number, number];
    const before = all.get(rule) ?? { requests: 0, payments: 0 };
    all.set(rule, { requests: before.requests + requests, payments: before.payments + payments });
  }
  return all;
};
