import type { TestedRuleId } from './catalogue.ts';

/**
 * The tests of the smoke profile: the rule of each, and the variant if the rule has several. Each section with must
 * rules is the home of at least one of them. They are the quickest tests.
 */
export const smokeTests: Readonly<Partial<Record<TestedRuleId, string>>> = {
  'redirect.status-success': '',
  'operator-a-success.accepted': 'requested_response success, smallest body',
  'wallets.currency': 'no parameters',
  'callback-fetch.url': '',
  'redirect.cancelled-not-success': '',
  'operator-c.status': 'requested_response success, smallest body',
  'json.answers': 'POST /v1/transactions',
  'hosted.url': 'smallest body',
  'page.opens': '',
  'txn.number-leading-zero': 'operator B, smallest body',
  'checkout.url': 'smallest body',
  'form.success': '',
  'iframe.loads': '',
  'wallets.list': 'no parameters',
  'balance.all': '',
  'callback-fetch.accepted': '',
  'callback-update.description': 'a new description',
  'callback-delete.gone': '',
  'auth.invalid': 'GET /v1/wallets/list',
  'events.names': 'payment.completed',
  'error.field-label': 'missing number',
  'version.path': 'GET /v1/wallets/list',
};

/** Whether the test of a rule, or of a variant of it, is one of the smoke profile. */
export const isSmoke = (id: TestedRuleId, variant = ''): boolean => smokeTests[id] === variant;
