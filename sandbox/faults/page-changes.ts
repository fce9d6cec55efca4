import { leadingTo } from './changes.ts';
import type { Change } from './exchange.ts';

/** What faults do to pages and to the ways between them. */

/** Another page in place of the one that was there, or of the redirect. */
export const page =
  (code: number, title: string): Change =>
  (answer) => {
    answer.status = code;
    answer.location = '';
    answer.type = 'text/html; charset=utf-8';
    answer.text = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>`;
  };

/** A redirect to somewhere else. */
export const leadsTo =
  (address: string): Change =>
  (answer) => {
    answer.status = 303;
    answer.location = address;
  };

/** Runs a script at the end of the page, which its policy would not allow. */
export const script =
  (code: string): Change =>
  (answer) => {
    answer.headers['content-security-policy'] = undefined;
    answer.text = (answer.text ?? '').replace('</body>', `<script>${code}</script></body>`);
  };

/** The page of a payment whose amount the customer chooses, without the field for it. */
export const withoutAmount = (html: string): string => html.replace(/<input\s+id="amount"[^>]*>/, '');

/** Leads to the merchant's other address, with the parameters it would have had. */
export const crossed: Change = leadingTo((url, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.failureUrl : transaction?.successUrl;
  if (address === undefined) return url.href;
  const other = new URL(address);
  for (const name of ['status', 'checkout_id', 'transaction_id', 'transaction_reference']) {
    other.searchParams.set(name, url.searchParams.get(name) ?? '');
  }
  return other.href;
});

/** The payment ends on a page of the service, whatever address the merchant gave. */
export const toReceipt: Change = leadingTo((_url, { transaction }) => `/checkout/${transaction?.checkoutId}/receipt`);

/** The page without its button to pay. */
export const withoutPay = (html: string): string => html.replace(/<button [^>]*value="pay">[^<]*<\/button>/, '');
