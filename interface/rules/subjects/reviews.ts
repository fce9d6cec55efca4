import { review } from '../levels.ts';

/** Points that people decide: no test can judge whether texts are understood, or what happens outside the interface. */
export const reviews = {
  'page.understood': review(
    '4.1 1',
    'the payment page tells a customer what is paid, to whom, and how to pay or give up',
    'page.amount-shown page.reference-shown page.end-without-address',
  ),
  'iframe.looks-right': review(
    '4.2 2.5',
    'the checkout in a frame fits into the page of a shop and can be used on a phone',
    'iframe.where iframe.cookies-blocked',
  ),
  'operator-b.prompt-understood': review(
    '2.4 1 2.1',
    'the prompt on the phone names merchant and amount, and a customer can decline it',
  ),
  'operator-c.usable-code': review(
    '4.1 2.4 2.2',
    'code and qr_code of operator C lead a customer to the payment',
    'operator-c.own-qr-code operator-c.code-own',
  ),
  'webhook.authenticity': review(
    '6',
    'a merchant can tell a notification of the service from a forged one',
    'webhook.headers webhook.body',
  ),
  'error.helpful-words': review(
    '7',
    'the messages of refusals tell a developer what to change',
    'error.wording answers.wording',
  ),
  'auth.keys-told-apart': review('5 1', 'a merchant can tell a live key from a test key before using it'),
} as const;
