import { fieldsOf, asRecord, type Reply } from '../../interface/messages/exchange.ts';
import type { WalletQuery } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import { NotTested } from '../errors/errors.ts';

/** A wallet of the list (2.6); fields that are absent or of another type are undefined. */
export interface Wallet {
  walletId: string | undefined;
  balance: string | undefined;
  currency: string | undefined;
}

/** Reads wallets (4.3). */
export class Wallets {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The wallets of the answer without any check; empty when there is no list. */
  async raw(query: WalletQuery = {}): Promise<unknown[]> {
    const { wallets } = fieldsOf(await this.#api.wallets(query));
    return Array.isArray(wallets) ? wallets : [];
  }

  /**
   * The answer to a query with a limit: that to the first common limit that is accepted, else to the last one tried. An
   * example uses a limit (4.3), but the interface does not show its bounds (8).
   */
  async limited(query: WalletQuery = {}): Promise<Reply> {
    const [limit, ...others] = [10, 5, 1, 20, 50, 100];
    let reply = await this.#api.wallets({ ...query, limit });
    for (const other of others) if (reply.status === 400) reply = await this.#api.wallets({ ...query, limit: other });
    return reply;
  }

  /** The wallets of the answer. @throws NotTested when it is empty, since that shows nothing about them */
  async some(query: WalletQuery = {}): Promise<readonly unknown[]> {
    return notEmpty(await this.raw(query));
  }

  /** The wallets with their fields of section 2.6. */
  async list(query: WalletQuery = {}): Promise<Wallet[]> {
    return (await this.raw(query)).map((one) => {
      const fields = asRecord(one) ?? {};
      return { walletId: text(fields.wallet_id), balance: text(fields.balance), currency: text(fields.currency) };
    });
  }

  /** The wallets. @throws NotTested when all have the same currency */
  async inSeveralCurrencies(): Promise<readonly Wallet[]> {
    const wallets = await this.list();
    const currencies = new Set(wallets.map(({ currency }) => currency));
    if (currencies.size < 2)
      throw new NotTested(
        'the account has no wallets in two currencies: use one that has, or declare second-currency in NOT_APPLICABLE',
      );
    return wallets;
  }

  /** The current wallet ids by their other fields; wallets with equal fields are omitted. */
  async idsByContent(query: WalletQuery = {}): Promise<ReadonlyMap<string, unknown>> {
    const entries = (await this.raw(query)).map((one) => {
      const { wallet_id: id, ...content } = asRecord(one) ?? {};
      return [JSON.stringify(content), id] as const;
    });
    return new Map(entries.filter(([content]) => entries.filter(([other]) => other === content).length === 1));
  }

  /**
   * The answer to a query with today's date.
   *
   * @throws NotTested when it was refused and today may not have begun in the time zone of the service
   */
  async today(query: (day: string) => WalletQuery): Promise<Reply> {
    const [today, begunEverywhere] = [dayOf(Date.now()), dayOf(Date.now() - 12 * hourMs)];
    const reply = await this.#api.wallets(query(today));
    if (reply.status !== 400 || begunEverywhere === today) return reply;
    const dayBefore = await this.#api.wallets(query(begunEverywhere));
    if (dayBefore.status !== 200) return dayBefore;
    throw new NotTested("today's date was refused, but may be in the future for the service; run after 12:00 UTC");
  }
}

/** The wallets of a list. @throws NotTested when it is empty, since that shows nothing about them */
export const notEmpty = <T>(wallets: readonly T[]): readonly T[] => {
  if (wallets.length === 0) throw new NotTested('the account has no wallet to judge: use one that has wallets');
  return wallets;
};

const hourMs = 3_600_000;

/** The day of a moment in UTC, as YYYY-MM-DD. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The date a number of days ago in UTC, as YYYY-MM-DD; in the future for a negative number. */
export const daysAgo = (days: number): string => dayOf(Date.now() - days * 24 * hourMs);

/** A recent week, since the interface does not say how far back or ahead a service looks. */
export const pastWeek = () => ({ start_date: daysAgo(8), end_date: daysAgo(1) });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
