import { merchantRedirect, header, anyAnswer } from '../../changes.ts';
import { page, script, toReceipt } from '../../page-changes.ts';
import type { Subject } from '../../exchange.ts';
import { all, ended, framed, paymentPage } from '../../places.ts';
import {
  amountLater,
  everyWay,
  generatedReference,
  iframe,
  noPayButton,
  successParameters,
  returnFaults,
} from './hosted-starts.ts';

const inFrame = all(paymentPage, iframe.started);
const withHeader = (name: string, value: string) => anyAnswer(inFrame, header(name, value));
const breaksOut = (event: string) =>
  anyAnswer(
    inFrame,
    script(`document.addEventListener("${event}", () => { if (top !== self) top.location = location.href })`),
  );

/** Checkout in an iframe (`2.5`, `4.2`). */
export const iframes: Subject = {
  ...everyWay({ prefix: 'iframe', what: 'a checkout', start: 'json' }),
  'iframe.success': {
    ...returnFaults(iframe, 'success', 'shows-receipt'),
    ...successParameters(iframe),
    'iframe-success-at-receipt-framed': [
      'shows a receipt after a success inside a frame',
      merchantRedirect(all(iframe.started, ended('success'), framed), toReceipt),
    ],
  },
  'iframe.failure': returnFaults(iframe, 'failure', 'shows-receipt'),
  'iframe.reference-generated': generatedReference(iframe),
  'iframe.amount-later': amountLater(iframe, 100),
  'iframe.loads': {
    'iframe-denied': ['refuses frames with X-Frame-Options DENY', withHeader('x-frame-options', 'DENY')],
    'iframe-same-origin': [
      'refuses frames of other origins with X-Frame-Options SAMEORIGIN',
      withHeader('x-frame-options', 'SAMEORIGIN'),
    ],
    'iframe-ancestors-none': [
      'refuses frames with frame-ancestors none',
      withHeader('content-security-policy', "frame-ancestors 'none'"),
    ],
    'iframe-ancestors-self': [
      'refuses frames of other origins with frame-ancestors self',
      withHeader('content-security-policy', "frame-ancestors 'self'"),
    ],
    'iframe-page-is-403': [
      'refuses to load pages in a frame',
      anyAnswer(all(inFrame, framed), page(403, 'Not in a frame')),
    ],
    'iframe-page-is-404': ['does not find the page of checkout_url', anyAnswer(inFrame, page(404, 'Not found'))],
    ...noPayButton(iframe),
    'iframe-page-cleared-by-script': [
      'clears its page in a frame by script',
      anyAnswer(inFrame, script('if (top !== self) document.body.replaceChildren()')),
    ],
  },
  'iframe.stays': {
    'iframe-breaks-out-on-focus': ['replaces the page around it when a field gets the focus', breaksOut('focusin')],
    'iframe-breaks-out-on-input': ['replaces the page around it when something is entered', breaksOut('input')],
  },
};
