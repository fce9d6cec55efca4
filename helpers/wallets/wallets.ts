import { fieldsOf, asRecord, type Reply } from '../../interface/messages/exchange.ts';
import type { WalletQuery } from '../../interface/messages/requests.ts';
import type { Api } from '../client/api.ts';
import { NotTested } from '../errors/errors.ts';

/** A wallet of the list (2.6); fields that are absent or of a wrong type are undefined. */
export interface Wallet {
  walletId: string | undefined;
  balance: string | undefined;
  currency: string | undefined;
}

/** The balances of all wallets at one moment, by wallet id. */
export type WalletSnapshot = ReadonlyMap<string, Wallet>;

/** The changes of the wallets between two snapshots. */
export interface WalletChanges {
  added: string[];
  removed: string[];
  /** Wallets whose balance has changed, with both balances in the notation of the service. */
  moved: { walletId: string; before: string | undefined; after: string | undefined }[];
}

/** Reads and compares wallets (4.3). */
export class Wallets {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The wallets in the answer, not judged; empty when there is no list. */
  async raw(query: WalletQuery = {}): Promise<unknown[]> {
    const { wallets } = fieldsOf(await this.#api.wallets(query));
    return Array.isArray(wallets) ? wallets : [];
  }

  /**
   * The answer to a query with a limit: to the first ordinary one that is accepted, else to the last one tried. An
   * example uses a limit (4.3), but its bounds are not shown (8).
   */
  async limited(query: WalletQuery = {}): Promise<Reply> {
    let reply = await this.#api.wallets({ ...query, limit: 10 });
    for (const limit of [5, 1, 20, 50, 100]) {
      if (reply.status !== 400) break;
      reply = await this.#api.wallets({ ...query, limit });
    }
    return reply;
  }

  /** The wallets with their fields of section 2.6. */
  async list(query: WalletQuery = {}): Promise<Wallet[]> {
    return (await this.raw(query)).map((one) => {
      const fields = asRecord(one) ?? {};
      return { walletId: text(fields.wallet_id), balance: text(fields.balance), currency: text(fields.currency) };
    });
  }

  /** The current wallet ids by all other fields of the list; wallets with the same fields are left out. */
  async idsByContent(query: WalletQuery = {}): Promise<ReadonlyMap<string, unknown>> {
    const entries = (await this.raw(query)).map((one): [content: string, id: unknown] => {
      const { wallet_id: id, ...content } = asRecord(one) ?? {};
      return [JSON.stringify(content), id];
    });
    const isAlone = ([content]: (typeof entries)[number]) =>
      entries.filter(([other]) => other === content).length === 1;
    return new Map(entries.filter(isAlone));
  }

  /**
   * The answer to a query with today's date.
   *
   * @throws NotTested when it was refused and the day may not have begun in the time zone of the service
   */
  async today(query: (day: string) => WalletQuery): Promise<Reply> {
    const [today, begunEverywhere] = [dayOf(Date.now()), dayOf(Date.now() - 12 * hourMs)];
    const reply = await this.#api.wallets(query(today));
    if (reply.status !== 400 || begunEverywhere === today) return reply;
    const dayBefore = await this.#api.wallets(query(begunEverywhere));
    if (dayBefore.status !== 200) return dayBefore;
    throw new NotTested('the date of today was refused, but today may not have begun there: run after 12:00 UTC');
  }

  /** A snapshot of all wallets, or of those of a query. */
  async snapshot(query: WalletQuery = {}): Promise<WalletSnapshot> {
    return new Map((await this.list(query)).flatMap((wallet) => (wallet.walletId ? [[wallet.walletId, wallet]] : [])));
  }

  /** The changes between two snapshots. */
  compare(before: WalletSnapshot, after: WalletSnapshot): WalletChanges {
    return {
      added: [...after.keys()].filter((id) => !before.has(id)),
      removed: [...before.keys()].filter((id) => !after.has(id)),
      moved: [...before].flatMap(([walletId, { balance }]) => {
        const later = after.get(walletId);
        return later && later.balance !== balance ? [{ walletId, before: balance, after: later.balance }] : [];
      }),
    };
  }
}

const hourMs = 3_600_000;

/** The day of a time in UTC, as YYYY-MM-DD. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day a number of days ago in UTC, as YYYY-MM-DD; in the future for a negative number. */
export const daysAgo = (days: number): string => dayOf(Date.now() - days * 24 * hourMs);

/** The past week: how far back or ahead a service looks is open. */
export const pastWeek = (): { start_date: string; end_date: string } => ({
  start_date: daysAgo(8),
  end_date: daysAgo(1),
});

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
