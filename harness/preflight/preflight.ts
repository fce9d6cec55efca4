import type { LaunchOptions } from '@playwright/test';
import type { Settings } from '../../helpers/settings/settings.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import { checkAbsences } from './checks/absence.ts';
import { checkAddress } from './checks/address.ts';
import { checkAnswers, checkWrongKey } from './checks/answers.ts';
import { checkBrowser, type Shop } from './checks/browser.ts';
import { checkCallbacks } from './checks/callbacks.ts';
import { blocking, type Check } from './check.ts';
import { checkPage } from './checks/page.ts';
import { Patience, startUpMs } from './patience.ts';
import { checkPayments } from './checks/payments.ts';
import { askWith, probe } from './probes.ts';
import { checkWebhook } from './checks/webhook.ts';

interface Extent {
  /** The launch options of the browser; undefined when none is needed. */
  browser: LaunchOptions | undefined;
  /** Whether to send requests that start payments or should be refused: keys, operators, notifications, hosted page. */
  thorough: boolean;
  /** False to start no payments at all; a callback is tried nevertheless. */
  mayPay?: boolean;
  /** Called with the duration of each response, in milliseconds. */
  took?: (ms: number) => void;
  /** How long to wait for a target that is starting up, in milliseconds; 30 seconds by default. */
  patienceMs?: number;
  /** Called once with a message before waiting. */
  tell?: (line: string) => void;
}

/**
 * Checks everything a run depends on. Unless it is thorough, it sends only valid requests, so that the rules meet the
 * service unchanged, and starts no payment as long as an endpoint that costs nothing answers. It deletes what it
 * creates, and sends the target nothing more after a failed check.
 */
export const preflight = async (settings: Settings, extent: Extent): Promise<Check[]> => {
  const { browser, thorough, mayPay = true, took, patienceMs = startUpMs, tell = () => {} } = extent;
  const mask = maskFor(settings);
  const patience = new Patience(patienceMs, (why) =>
    tell(`Waiting up to ${Math.round(patienceMs / 1000)} s for the target: ${mask(why)}`),
  );
  const ask = askWith(settings, took, patience);
  const answers = async (): Promise<Check[]> => {
    const probes = await probe(settings, ask, mayPay);
    const found = checkAnswers(settings, probes);
    const further = thorough && blocking(found).length === 0;
    return further ? [...found, await checkWrongKey(settings, probes, ask)] : found;
  };
  const groups: (() => Promise<Check[]>)[] = [
    async () => checkAbsences(settings, thorough || !mayPay),
    () => checkAddress(settings, patience),
    answers,
    ...(thorough ? [() => checkPayments(settings, ask)] : []),
    () => checkCallbacks(settings, ask, thorough || !mayPay),
    ...(thorough ? [async () => [await checkWebhook(settings, ask)]] : []),
  ];
  const checks: Check[] = [];
  for (const group of groups) if (blocking(checks).length === 0) checks.push(...(await group()));
  const isReady = blocking(checks).length === 0;
  if (browser && (isReady || thorough)) {
    const further = thorough && isReady ? (shop: Shop) => checkPage(settings, ask, shop) : undefined;
    checks.push(...(await checkBrowser(settings, browser, further)));
  }
  return checks.map((check) => ({ ...check, found: mask(check.found) }));
};
