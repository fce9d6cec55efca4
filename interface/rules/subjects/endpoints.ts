import type { RuleId } from '../catalogue.ts';

const endpoints: Readonly<Record<string, string>> = {
  txn: 'POST /v1/transactions',
  hosted: 'POST /v1/transactions',
  'operator-a': 'POST /v1/transactions',
  'operator-a-success': 'POST /v1/transactions',
  'operator-a-failure': 'POST /v1/transactions',
  'operator-b': 'POST /v1/transactions',
  'operator-c': 'POST /v1/transactions',
  operators: 'POST /v1/transactions',
  page: 'Hosted payment page',
  redirect: 'Redirect to the merchant',
  checkout: 'POST /v1/checkout, JSON',
  form: 'POST /v1/checkout, form',
  iframe: 'POST /v1/checkout, iframe',
  wallets: 'GET /v1/wallets/list',
  balance: 'GET /v1/wallets/balance',
  'callback-fetch': 'GET /v1/callback/fetch',
  'callback-update': 'PUT /v1/callback/update',
  'callback-delete': 'DELETE /v1/callback/delete',
  events: 'Events and webhooks',
  webhook: 'Events and webhooks',
  'generated.initiation-matrix': 'POST /v1/transactions',
  'generated.initiation-bodies': 'POST /v1/transactions',
  'generated.checkout-bodies': 'POST /v1/checkout, JSON',
  'generated.wallet-queries': 'GET /v1/wallets/list',
  'generated.callback-updates': 'PUT /v1/callback/update',
  'generated.callback-sequences': 'PUT /v1/callback/update',
};

/** The endpoint of a rule, for grouping in reports; rules about all endpoints have a group of their own. */
export const endpointOf = (id: RuleId): string =>
  endpoints[id] ?? endpoints[id.slice(0, id.indexOf('.'))] ?? 'Every endpoint';
