import type { Route } from '@playwright/test';
import { failureKindOf } from '../errors/failure-kind.ts';
import { reload } from './open-address.ts';
import { readFacts } from './page/page-facts.ts';
import type { Payment } from './payment.ts';
import { brokenBy } from './payment-record.ts';

// What a customer may try on a payment page that need not take it. Where it does, the payment is judged as any other.

/** Does something that a page need not take. @returns why the payment says nothing, if the page did not go on */
export const whyNot = async (act: () => Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await act();
  } catch (error) {
    const kind = failureKindOf(error);
    if (kind !== 'not-tested' && kind !== 'payment-page') throw error;
    return 'the page took the mistake, or could not be used after it';
  }
};

/** Pays after all on a page that asks for it once the payment was cancelled. @returns whether the payment went on */
export const paysAfterAll = async (again: Payment): Promise<boolean> => {
  const reason = await whyNot(async () => {
    if (!(await again.offersAgain(true))) return 'the page asks for no payment';
    const arrival = await again.finish();
    const isRefused = !arrival && (/HTTP 4\d\d/.test(brokenBy(again.record) ?? '') || (await again.offersAgain(true)));
    // A payment that was cancelled may stay so, whatever its page asks for.
    const isCancelled = arrival?.parameters.some(([name, value]) => name === 'status' && value === 'cancelled');
    return isRefused || isCancelled ? 'the payment stays cancelled' : undefined;
  });
  return reason === undefined;
};

/** Loads a payment page in another language, and goes on in it if its words are the same. @returns the HTTP status */
export const goOnIn = async ({ page, where }: Payment, language: string, timeoutMs: number): Promise<number> => {
  const { text } = await readFacts(where);
  // A context keeps the language that it was opened with.
  const inLanguage = (route: Route) =>
    route.fallback({ headers: { ...route.request().headers(), 'accept-language': language } });
  await page.route('**', inLanguage);
  const response = await reload(where, timeoutMs);
  await where.waitForLoadState('domcontentloaded', { timeout: timeoutMs }).catch(() => undefined);
  if ((await readFacts(where)).text !== text) await page.unroute('**', inLanguage);
  return response?.status() ?? 0;
};
