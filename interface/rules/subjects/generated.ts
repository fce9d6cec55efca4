import { must } from '../levels.ts';

/** Rules for all requests, which are judged with generated requests and the model of the interface. */
export const generated = {
  'generated.initiation-matrix': must(
    '4.1 2.1 2.4 7',
    'every combination of the four fields about a payment method is answered as the rules between them say',
  ),
  'generated.initiation-bodies': must(
    '4.1 2.1 2.2 2.4 7',
    'valid and nearly valid initiations are answered as the interface allows, whatever stands in them',
  ),
  'generated.initiation-combinations': must(
    '4.1 2.1 2.2 2.4 7',
    'initiations that combine flows, optional fields, notations and mistakes are answered as the rules between them say',
  ),
  'generated.checkout-bodies': must(
    '4.2 2.5 5 7',
    'valid and nearly valid JSON checkouts are answered as the interface allows, whatever stands in them',
  ),
  'generated.wallet-queries': must(
    '4.3 2.6 7',
    'valid and nearly valid queries of the wallet list are answered as the interface allows',
  ),
  'generated.callback-updates': must(
    '4.6 4.5 2.7',
    'whatever an update sends, the callback keeps the types of its fields and those that were not sent',
  ),
  'generated.callback-sequences': must(
    '4.6 4.5 4.7 2.7',
    'after any sequence of updates and deletions each callback is as its own requests left it',
  ),
} as const;
