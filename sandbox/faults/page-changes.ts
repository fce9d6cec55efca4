import { leadingTo } from './changes.ts';
import type { Change } from './exchange.ts';

/** The effects of faults on pages and redirects. */

const parameterNames = ['status', 'checkout_id', 'transaction_id', 'transaction_reference'];

/** Replaces the answer by another page. */
export const page =
  (code: number, title: string): Change =>
  (answer) => {
    answer.status = code;
    answer.location = '';
    answer.type = 'text/html; charset=utf-8';
    answer.text = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>`;
  };

/** Redirects to another address. */
export const leadsTo =
  (address: string): Change =>
  (answer) => {
    answer.status = 303;
    answer.location = address;
  };

/** Adds a script to the end of the page, and removes the policy that would block it. */
export const script =
  (code: string): Change =>
  (answer) => {
    answer.headers['content-security-policy'] = undefined;
    answer.text = (answer.text ?? '').replace('</body>', `<script>${code}</script></body>`);
  };

/** Removes the amount field from the payment page. */
export const withoutAmount = (html: string): string => html.replace(/<input\s+id="amount"[^>]*>/, '');

/** Redirects to the merchant's other address, with the same parameters. */
export const crossed: Change = leadingTo((url, { transaction }) => {
  const address = transaction?.status === 'success' ? transaction.failureUrl : transaction?.successUrl;
  if (address === undefined) return url.href;
  const other = new URL(address);
  for (const name of parameterNames) {
    other.searchParams.set(name, url.searchParams.get(name) ?? '');
  }
  return other.href;
});

/** Redirects to the receipt in place of the merchant's address. */
export const toReceipt: Change = leadingTo((_url, { transaction }) => `/checkout/${transaction?.checkoutId}/receipt`);

/** Removes the Pay button from the payment page. */
export const withoutPay = (html: string): string => html.replace(/<button [^>]*value="pay">[^<]*<\/button>/, '');

/** The two parts of the query of a merchant's address: the merchant's own, and the parameters of `2.3`. */
export const parametersOf = (url: URL): { own: string; ours: string } => {
  const part = (isOurs: boolean): string =>
    new URLSearchParams([...url.searchParams].filter(([name]) => parameterNames.includes(name) === isOurs)).toString();
  return { own: part(false), ours: part(true) };
};

/** Opens the merchant's address in a hidden frame, then in the window. */
export const twice: Change = (answer) => {
  const address = JSON.stringify(answer.location).replaceAll('<', String.raw`\u003c`);
  page(200, 'Payment')(answer, undefined as never, undefined as never);
  answer.headers['content-security-policy'] = undefined;
  answer.text += `<script>
    const frame = document.createElement('iframe');
    frame.onload = () => location.replace(${address});
    frame.src = ${address};
    document.body.append(frame);
  </script>`;
};
