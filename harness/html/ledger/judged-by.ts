import type { TestedRuleId } from '../../../interface/rules/catalogue.ts';
import type { Kind } from './reconcile.ts';

/** The rules whose tests judge each kind of contradiction; the interface does not specify the content of webhooks. */
export const judgedBy: Readonly<Record<Kind, readonly TestedRuleId[]>> = {
  'shared id': [
    'txn.id-unique',
    'txn.at-once',
    'checkout.id-unique',
    'checkout.at-once',
    'form.own-ids',
    'iframe.own-ids',
  ],
  'other reference': [
    'txn.reference-kept',
    'txn.reference-unusual',
    'redirect.transaction-reference',
    'redirect.reference-encoded',
    'form.success',
    'form.reference-encoded',
    'iframe.success',
    'iframe.reference-encoded',
  ],
  'other id': ['redirect.transaction-id', 'form.own-ids', 'iframe.success', 'iframe.own-ids'],
  'other amount': ['txn.amount-echo', 'page.amount-right', 'form.amount-right', 'iframe.amount-right'],
  'other currency': ['txn.currency-echo', 'page.amount-right', 'form.amount-right', 'iframe.amount-right'],
  'unknown payment': ['redirect.transaction-id', 'redirect.two-tabs', 'iframe.success', 'iframe.two-tabs'],
};
