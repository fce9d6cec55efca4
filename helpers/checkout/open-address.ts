import { errors, type Frame, type Page } from '@playwright/test';
import { isUnreachable } from '../target/way/unreachable.ts';
import { EnvironmentFault } from '../verdict/faults.ts';
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
    if (error instanceof errors.TimeoutError) throw new EnvironmentFault('the payment page did not answer in time');
    const said = saidOf(error);
    // A page that sends the browser on at once is none of ours to complain about.
    if (said === 'Navigation') return;
    if (isUnreachable(said)) throw new EnvironmentFault(`the payment page: ${said}`);
    const reason = said.startsWith('net::ERR_') ? said : unopened[said];
    if (reason !== undefined) throw new PageFault('a page that a browser can open', reason);
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

/**
 * Opens a page of the merchant.
 *
 * @throws EnvironmentFault when the browser cannot reach the merchant
 */
export const openMerchantPage = async (page: Page, address: string): Promise<void> => {
  try {
    await page.goto(address, { waitUntil: 'commit' });
  } catch (error) {
    const said = saidOf(error);
    throw isUnreachable(said) ? new EnvironmentFault(`the merchant's page: ${said}`) : error;
  }
};

/** Opens a page of the merchant and returns the one frame on it, in which nothing needs to have loaded yet. */
export const openFrame = async (page: Page, address: string): Promise<Frame> => {
  await openMerchantPage(page, address);
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("the merchant's page has no frame");
  return frame;
};

/**
 * The first word of what Playwright says about a navigation: the browser's code, or a word of Playwright's own. Addresses,
 * which are not to be trusted, come later.
 */
const saidOf = (error: unknown): string => {
  const start = 'page.goto: ';
  const message = error instanceof Error ? error.message : '';
  return message.startsWith(start) ? (message.slice(start.length).split(/\s/, 1)[0] ?? '') : '';
};

/** Why a browser opens no page, by that first word where it is no code. */
const unopened: Readonly<Record<string, string | undefined>> = { Protocol: 'invalid URL', Download: 'a download' };
