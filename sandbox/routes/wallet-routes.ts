import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { FieldRefusal } from '../http/refusals.ts';
import { readBalanceCurrency, readWalletListQuery } from './requests/wallet-query.ts';
import type { Service } from '../service/service.ts';

/** Wallets and balances (`4.3`, `4.4`). */
export function walletRoutes(app: FastifyInstance, service: Service): void {
  app.get('/v1/wallets/list', async (request) => {
    const { period, limit } = readWalletListQuery(request.query);
    return { result: 'success', wallets: service.wallets.list(period, limit) };
  });
  refuseOtherMethods(app, '/v1/wallets/list');

  // The interface spells the path in both ways.
  for (const path of ['/v1/wallets/balance', '/v1/wallet/balance']) {
    app.get(path, async (request) => balance(service, readBalanceCurrency(request.query)));
    refuseOtherMethods(app, path);
  }
}

function balance(service: Service, currency: string | undefined): object {
  if (currency === undefined) return { result: 'success', wallets: service.wallets.list({}, undefined) };
  const wallet = service.wallets.find(currency);
  if (!wallet) throw new FieldRefusal('currency', 'No wallet holds this currency.');
  return { result: 'success', currency: wallet.currency, balance: wallet.balance, wallets: [wallet] };
}
