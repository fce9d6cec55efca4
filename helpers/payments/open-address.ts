import { errors, type Frame, type Page, type Response } from '@playwright/test';
import { NetworkPolicy } from '../network/network-policy.ts';
import { isConnectionError } from '../network/browser-errors.ts';
import { notePageInVain, pagePatience } from '../network/page-watch.ts';
import { EnvironmentFault, NotTested } from '../errors/errors.ts';
import { PageFault } from './page-fault.ts';

/**
 * Opens an address of the service and waits for its first document, which may already be redirecting.
 *
 * @param what the field or header that contains the address
 * @throws PageFault when the browser cannot open it although the service answers
 * @throws EnvironmentFault when nothing answers in time
 * @throws NotTested when it leads, directly or by redirects, to an unlisted host
 */
export const openAddress = async (
  page: Page,
  address: string,
  { what, timeout }: { what: string; timeout: number },
): Promise<void> => {
  const url = openable(NetworkPolicy.of(page.context()), address, what);
  await navigated(page, () => page.goto(url, { waitUntil: 'commit', timeout: pagePatience(timeout) }));
};

/** Loads the page once more, or what a frame shows. @throws as {@link openAddress} does */
export const reload = (where: Page | Frame, timeout: number): Promise<Response | null | void> => {
  const options = { waitUntil: 'commit', timeout } as const;
  return 'mainFrame' in where
    ? navigated(where, () => where.reload(options))
    : navigated(where.page(), () =>
        where.url().includes('#') ? reloaded(where, options) : where.goto(where.url(), options),
      );
};

/** To go to an address with a fragment loads nothing where the frame is there already. */
const reloaded = async (frame: Frame, options: { waitUntil: 'commit'; timeout: number }): Promise<Response | null> => {
  const [shown] = await Promise.all([
    frame.waitForNavigation(options),
    frame.evaluate(() => location.reload()).catch(() => {}),
  ]);
  return shown;
};

const navigated = async <T>(page: Page, navigate: () => Promise<T>): Promise<T | void> => {
  const hold = NetworkPolicy.of(page.context());
  try {
    const shown = await navigate();
    // A page that is there may do without what it loads besides.
    if (hold.isPageBlocked) hold.throwIfBlocked();
    return shown;
  } catch (error) {
    hold.throwIfBlocked();
    if (error instanceof errors.TimeoutError) {
      notePageInVain();
      throw new EnvironmentFault('the payment page did not answer in time');
    }
    const firstWord = firstWordOf(error);
    // An immediate redirect aborts the navigation, which is not a fault.
    if (firstWord === 'Navigation') return;
    if (isConnectionError(firstWord)) throw new EnvironmentFault(`the payment page: ${firstWord}`);
    const reason = firstWord.startsWith('net::ERR_') ? firstWord.replace(/;$/, '') : reasons[firstWord];
    if (reason !== undefined) throw new PageFault('a page that a browser can open', reason);
    throw error;
  }
};

/** The checked address in the form that is passed to the browser. */
const openable = (hold: NetworkPolicy, address: string, what: string): string => {
  if (!URL.canParse(address)) throw new PageFault('a page that a browser can open', 'invalid URL');
  hold.check(address, what);
  return new URL(address).href;
};

/**
 * Submits the merchant's form with its only button and waits for the first document of the service.
 *
 * @returns the answer to the form, and whether the browser has left the merchant's page
 * @throws EnvironmentFault when no answer comes in time, or none from the page to which it redirects
 * @throws NotTested when it leads to an unlisted host
 */
export const submitForm = async (page: Page, timeout: number): Promise<{ answer: Response; left: boolean }> => {
  const form = page.url();
  const answering = page.waitForResponse((answer) => answer.request().method() === 'POST', { timeout });
  const leaving = page
    .waitForURL((url) => url.href !== form, { waitUntil: 'commit', timeout: pagePatience(timeout) })
    .then(
      () => true,
      () => false,
    );
  const pressed = page.evaluate(() => document.querySelector('button')?.click());
  await Promise.all([answering.catch(() => undefined), pressed]).catch((error: unknown) => {
    throw inTime(error);
  });
  const answer = await answering.catch(() => undefined);
  if (!answer) {
    NetworkPolicy.of(page.context()).throwIfBlocked();
    throw new EnvironmentFault('the form post was not answered in time');
  }
  // A browser does not navigate on these two.
  const stays = [204, 205].includes(answer.status());
  const left = !stays && (await NetworkPolicy.of(page.context()).unlessBlocked(leaving));
  const isRedirect = answer.status() >= 300 && answer.status() < 400 && answer.headers()['location'] !== undefined;
  if (!left && isRedirect) {
    notePageInVain();
    throw new EnvironmentFault('the browser did not come in time to a page to which the form post leads');
  }
  return { answer, left };
};

/**
 * Opens a page of the merchant.
 *
 * @throws EnvironmentFault when the browser cannot reach the merchant
 */
export const openMerchantPage = async (page: Page, address: string): Promise<void> => {
  try {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
  } catch (error) {
    const firstWord = firstWordOf(error);
    throw isConnectionError(firstWord) ? new EnvironmentFault(`the merchant's page: ${firstWord}`) : inTime(error);
  }
};

/** The merchant's page is ours: where it cannot be used in time, the browser had no time for it. */
const inTime = (error: unknown): unknown =>
  error instanceof errors.TimeoutError
    ? new EnvironmentFault("the browser did not show the merchant's page in time")
    : error;

/**
 * Opens a page of the merchant with a frame, without waiting for the content of the frame.
 *
 * @param publish publishes the page and returns its address
 * @param address what the frame shows, a checkout_url
 * @throws NotTested when that is on an unlisted host
 */
export const openFrame = async (page: Page, publish: (address: string) => string, address: string): Promise<Frame> => {
  const framed = openable(NetworkPolicy.of(page.context()), address, 'checkout_url');
  await openMerchantPage(page, publish(framed));
  const [frame] = page.mainFrame().childFrames();
  if (!frame) throw new Error("the merchant's page has no frame");
  return frame;
};

/**
 * Blocks third-party cookies from the next document on, as browsers with tracking protection do.
 *
 * @throws NotTested when the browser does not support that
 */
export const blockForeignCookies = async (page: Page): Promise<void> => {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  } catch {
    throw new NotTested('the browser cannot block third-party cookies; use a newer Chromium');
  }
};

/** Submits each form of this page twice, as a double click does. */
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
 * The first word of Playwright's message about a navigation: the browser's error code, or a word of Playwright's own.
 * Later words include addresses, which are not trusted.
 */
const firstWordOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return /^(?:page|frame)\.(?:goto|reload|waitForNavigation): (\S+)/.exec(message)?.[1] ?? '';
};

/** Why a browser does not open a page, by a first word that is not an error code. */
const reasons: Readonly<Record<string, string | undefined>> = { Protocol: 'invalid URL', Download: 'a download' };
