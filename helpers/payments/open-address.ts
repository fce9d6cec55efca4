import { errors, type Frame, type Page } from '@playwright/test';
import { Hold } from '../guard/hold.ts';
import { isUnreachable } from '../client/network/unreachable.ts';
import { EnvironmentFault, NotTested } from '../errors/errors.ts';
import { PageFault } from './page-fault.ts';

/** What an address is and how long it may take, in milliseconds. */
interface Opening {
  /** The field or header it comes from. */
  what: string;
  timeout: number;
}

/**
 * Opens an address of the service as far as its first document, which may already be on its way to another one.
 *
 * @throws PageFault when the browser cannot open it although the service is there
 * @throws EnvironmentFault when nothing answers in time
 * @throws NotTested when it leads, at once or by redirects, to a host that is not listed
 */
export const openAddress = async (page: Page, address: string, { what, timeout }: Opening): Promise<void> => {
  const hold = Hold.of(page.context());
  const url = openable(hold, address, what);
  try {
    await page.goto(url, { waitUntil: 'commit', timeout });
  } catch (error) {
    hold.excuse();
    if (error instanceof errors.TimeoutError) throw new EnvironmentFault('the payment page did not answer in time');
    const said = saidOf(error);
    // A page that sends the browser on at once is none of ours to complain about.
    if (said === 'Navigation') return;
    if (isUnreachable(said)) throw new EnvironmentFault(`the payment page: ${said}`);
    const reason = said.startsWith('net::ERR_') ? said : unopened[said];
    if (reason !== undefined) throw new PageFault('a page that a browser can open', reason);
    throw error;
  }
  hold.excuse();
};

/** An address as the browser is given it: the one that was looked at. */
const openable = (hold: Hold, address: string, what: string): string => {
  if (!URL.canParse(address)) throw new PageFault('a page that a browser can open', 'invalid URL');
  hold.check(address, what);
  return new URL(address).href;
};

/**
 * Presses the one button of the merchant's form and follows it to the first document of the service.
 *
 * @returns the HTTP status of the answer to the form, and whether the browser has left the merchant's page
 * @throws EnvironmentFault when no answer comes in time
 * @throws NotTested when it leads to a host that is not listed
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
  if (!answer) {
    Hold.of(page.context()).excuse();
    throw new EnvironmentFault('the form post was not answered in time');
  }
  const status = answer.status();
  // These two tell a browser to stay where it is.
  const stays = status === 204 || status === 205;
  return { status, left: !stays && (await Hold.of(page.context()).unlessStopped(leaving)) };
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

/**
 * Opens a page of the merchant with a frame, in which nothing needs to have loaded yet.
 *
 * @param publish puts the page up and returns its address
 * @param address what the frame shows, a checkout_url
 * @throws NotTested when that is on a host that is not listed
 */
export const openFrame = async (page: Page, publish: (address: string) => string, address: string): Promise<Frame> => {
  const framed = openable(Hold.of(page.context()), address, 'checkout_url');
  await openMerchantPage(page, publish(framed));
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("the merchant's page has no frame");
  return frame;
};

/**
 * From the next document on, a frame of another site gets no cookies, as in browsers that protect against tracking.
 *
 * @throws NotTested when the browser cannot do that
 */
export const blockForeignCookies = async (page: Page): Promise<void> => {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  } catch {
    throw new NotTested('the browser cannot keep cookies of other sites from a frame; a newer Chromium can');
  }
};

/** Has each form that a customer sends in this page sent once more at once, as a double click does. */
export const sendFormsTwice = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const sent = new WeakSet();
    addEventListener('submit', ({ target: form }) => {
      if (!(form instanceof HTMLFormElement) || sent.has(form)) return;
      sent.add(form);
      setTimeout(() => form.requestSubmit());
    });
  });
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
