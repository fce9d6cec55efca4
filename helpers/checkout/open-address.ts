import type { Frame, Page } from '@playwright/test';
import { EnvironmentFault } from '../verdict/faults.ts';
import { verdictOfError } from '../verdict/verdict.ts';
import { firstLine } from './checkout-page.ts';
import { PageFault } from './page-fault.ts';

/**
 * Opens an address of the service as far as its first document, which may already be on its way to another one.
 *
 * @throws PageFault when the browser cannot open it although the service is there
 * @throws EnvironmentFault when nothing answers in time
 */
export const openAddress = async (page: Page, address: string, timeout: number): Promise<void> => {
  try {
    await page.goto(address, { waitUntil: 'commit', timeout });
  } catch (error) {
    const reason = firstLine(error);
    // A page that sends the browser on at once is none of ours to complain about.
    if (/interrupted by another navigation/.test(reason)) return;
    if (/Timeout \d+ms exceeded/.test(reason)) throw new EnvironmentFault('the payment page did not answer in time');
    if (verdictOfError(reason) === 'environment') throw new EnvironmentFault(`the payment page: ${codeOf(reason)}`);
    if (/net::ERR_|invalid URL/.test(reason)) throw new PageFault('a page that a browser can open', codeOf(reason));
    throw error;
  }
};

/**
 * Presses the one button of the merchant's form and follows it to the first document of the service.
 *
 * @returns the HTTP status of the answer to the form, and whether the browser has left the merchant's page
 * @throws EnvironmentFault when no answer comes in time
 */
export const submitForm = async (page: Page, timeout: number): Promise<{ status: number; left: boolean }> => {
  const form = page.url();
  const answering = page.waitForResponse((answer) => answer.request().method() === 'POST', { timeout });
  const leaving = page
    .waitForURL((url) => url.href !== form, { waitUntil: 'commit', timeout })
    .then(
      () => true,
      () => false,
    );
  await Promise.all([answering.catch(() => undefined), page.getByRole('button').click({ noWaitAfter: true })]);
  const answer = await answering.catch(() => undefined);
  if (!answer) throw new EnvironmentFault('the form post was not answered in time');
  const status = answer.status();
  // These two tell a browser to stay where it is.
  const stays = status === 204 || status === 205;
  return { status, left: !stays && (await leaving) };
};

/** Opens a page of the merchant and returns the one frame on it, in which nothing needs to have loaded yet. */
export const openFrame = async (page: Page, address: string): Promise<Frame> => {
  await page.goto(address, { waitUntil: 'commit' });
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("the merchant's page has no frame");
  return frame;
};

/** An error of the browser without the address, which may carry ids. */
const codeOf = (reason: string): string => /net::ERR_\w+|invalid URL/.exec(reason)?.[0] ?? 'unknown reason';
