import { askedInEachChannel, inEachChannel, onEachPage } from '../channels.ts';
import { excluded, must, observe } from '../levels.ts';

/** The hosted page in the customer's browser, and the redirect back to the merchant (2.3, 6, 3). */
export const redirect = {
  'page.opens': must('4.1 2.2 1', 'hosted_url opens a page on which the customer can pay'),
  'page.amount-shown': observe('4.1', 'does the payment page show the amount?'),
  'page.reference-shown': observe('4.1', 'does the payment page show the reference?'),
  'page.end-without-address': observe(
    '4.1 2.1',
    'where does a payment end that has no success_url?',
    'Without an address the merchant learns of the end of a payment in no other way that is shown.',
  ),
  'page.used-again': observe(
    '4.1',
    'how does the payment page of a completed payment answer?',
    'A customer who goes back, or opens the address twice, must not be able to pay twice.',
  ),

  'page.gone-back': observe(
    '4.1',
    "where does a customer come to who goes back from the merchant's page after a payment?",
    'Whoever is offered the same payment again may pay it twice.',
  ),
  'page.sent-twice': observe(
    '4.1',
    'what becomes of a payment whose form the customer sends twice?',
    'A customer with an unsteady finger or a slow connection must not pay twice.',
  ),
  'page.reloaded': observe('4.1', 'can a payment still be made when its page is loaded once more?'),

  'redirect.success-url': must(
    '2.3 1 2.1 6',
    'after a successful payment the browser arrives at success_url',
    'prompts on a phone: there is no browser (txn.address-beside-prompt)',
  ),
  'redirect.failure-url': must('2.3 1 2.1 6', 'after a failed payment the browser arrives at failure_url'),
  'redirect.status-success': must('2.3 3', 'the redirect after a successful payment carries status success'),
  'redirect.status-failed': must('2.3 3', 'the redirect after a failed payment carries status failed'),
  'redirect.checkout-id': must('2.3 6', 'the redirect carries a checkout_id'),
  'redirect.own-checkout-id': must('2.3', 'the redirects of two payments carry two checkout ids'),
  'redirect.transaction-id': must('2.3 6', 'the redirect carries the transaction_id of the initiation'),
  'redirect.transaction-reference': must('2.3 6', 'the redirect carries the transaction_reference of the initiation'),
  ...onEachPage('without-addresses', '4.1 2.1', 'a payment without success_url and failure_url can be completed'),
  ...onEachPage(
    'amount-right',
    '4.1 2.1 1',
    'an amount and a currency that the payment page shows are those asked for',
  ),

  ...inEachChannel('reference-generated', '2.3 2.1', 'the redirect carries a generated transaction_reference'),
  ...inEachChannel('reference-encoded', '2.3 2.1', 'a reference with characters that need encoding arrives unharmed'),
  ...inEachChannel('own-query', '2.3 2.1', "the merchant's own path and query parameters survive the redirect"),
  ...askedInEachChannel('own-fragment', '2.3 2.1', "does the fragment of the merchant's address survive the redirect?"),
  ...inEachChannel(
    'own-status',
    '2.3 2.1 3',
    "the redirect carries the status of the transaction beside one of the merchant's own",
  ),
  ...inEachChannel('one-arrival', '2.3 1 6', 'the browser arrives at the merchant once'),
  ...askedInEachChannel('small-screen', '2.3 1 4.1', 'can a payment be made on a screen of 375 pixels?'),
  ...inEachChannel('two-tabs', '2.3 1', 'two payments that are open in one browser end with their own parameters each'),
  ...inEachChannel(
    'no-crossing',
    '2.3 2.1',
    'a success never arrives at failure_url, nor a failure at success_url, nor any payment at the address of another',
  ),
  'redirect.cancelled-not-success': must('3 2.3', 'a cancelled payment is never reported as success'),
  'redirect.begun-again': must(
    '3 2.3 1',
    'a payment that its page asks for again once it was cancelled, and takes, ends as any other',
    'pages that do not ask for it',
  ),
  'redirect.cancelled-parameters': must(
    '3 2.3',
    "a redirect of a cancelled payment carries a status of section 3, its ids and reference, and the merchant's own query",
  ),
  'redirect.cancelled-where': observe(
    '2.3 3',
    'where does a cancelled payment lead, and with which parameters?',
    'An order whose payment was given up stays open until the merchant hears of it, if that ever happens.',
  ),
  'redirect.how': observe('2.3 6', 'how is the browser sent to the merchant, and with which further parameters?'),
  'redirect.status-reversed': excluded('3', 'the state reversed', 'no shown operation leads to it'),
  'redirect.status-refunded': excluded('3', 'the state refunded', 'no shown operation leads to it'),
  'redirect.transitions': excluded('3', 'transitions between transaction states', 'the interface does not show them'),
  'redirect.verification': excluded('3', 'what the merchant does with the status', "it happens on the merchant's side"),
} as const;
