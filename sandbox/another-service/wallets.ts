import { asJson, Refusal, type Answer } from './replies.ts';
import { facts } from './store.ts';

const wallets = [
  { wallet_id: 'W-1', balance: '150200', currency: facts.CURRENCY, message: 'Main account', details: {} },
  { wallet_id: 'W-2', balance: '0', currency: 'EUR', message: '', details: { opened: '2024' } },
];

/** GET /v1/wallets/list (4.3). Both wallets are there at all times, so the dates leave none out. */
export const list = (query: URLSearchParams): Answer => {
  for (const name of ['start_date', 'end_date']) {
    const date = query.get(name);
    if (date !== null && !(/^\d{4}-\d\d-\d\d$/.test(date) && Date.parse(date) > 0)) {
      throw new Refusal(400, `${name} is no date like 2024-12-31`);
    }
  }
  const limit = query.get('limit') ?? '100';
  if (!/^[1-9]\d*$/.test(limit)) throw new Refusal(400, 'limit is no whole number above zero');
  return asJson({ result: 'success', wallets: wallets.slice(0, Number(limit)) });
};

/** GET of a balance (4.4): of one currency, or of all wallets. */
export const balance = (query: URLSearchParams, ofOne: boolean): Answer => {
  const currency = query.get('currency');
  if (!ofOne && currency === null) {
    return asJson({ result: 'success', balances: wallets.map((one) => [one.currency, one.balance]) });
  }
  const wallet = wallets.find((one) => one.currency === currency);
  if (!ofOne || !wallet) throw new Refusal(404, 'No such balance here');
  return asJson({ result: 'success', currency, balance: wallet.balance });
};
