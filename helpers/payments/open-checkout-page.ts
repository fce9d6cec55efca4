import { NotTested } from '../errors/errors.ts';
import type { Settings } from '../settings/settings.ts';
import { loadCheckoutPage } from './checkout-module.ts';
import type { OpenCheckoutPage } from './checkout-page.ts';
import { DescribedPage } from './page/described-page.ts';
import { descriptionAt, isDescription } from './page/description-file.ts';
import type { PageDescription } from './page/page-lines.ts';

/** Why nothing is paid in the browser without CHECKOUT_PAGE. */
export const notDescribed =
  'the payment page is not described; npm run page proposes its lines in a minute, see docs/payment-page.md';

/**
 * How payment pages of the target are used: by the lines or the module that CHECKOUT_PAGE names.
 *
 * @param longestMs how long one method of a module may take; 0 for no limit
 * @throws NotTested when no file is named, or it cannot be used
 */
export const openCheckoutPage = async (settings: Settings, longestMs?: number): Promise<OpenCheckoutPage> => {
  const path = settings.checkoutPage;
  if (path === undefined) throw new NotTested(notDescribed);
  return isDescription(path) ? described(descriptionAt(path, settings)) : loadCheckoutPage(path, longestMs);
};

/** Opens a payment page that is used as a description says. */
export const described =
  (description: PageDescription): OpenCheckoutPage =>
  (where, customer) =>
    new DescribedPage(where, customer, description[customer.channel]);
