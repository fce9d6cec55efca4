import { readLedger } from '../../../helpers/evidence/ledger/book.ts';
import type { Results } from '../../results/results-schema.ts';
import { isLost, reconcile } from './reconcile.ts';

/** The maximum number of contradictions in results.json; npm run ledger shows all of them. */
const maxContradictions = 100;

/** The summary of a ledger for results.json; undefined when no payment was requested. */
export const ledgerFacts = (folder: string): Results['run']['ledger'] => {
  const { asked, strays, contradictions, observed, wallets } = reconcile(readLedger(folder));
  if (asked.length === 0) return undefined;
  const words = [...asked.flatMap((one) => one.words), ...strays];
  const count = (channel: string): number => words.filter((one) => one.channel === channel).length;
  return {
    intents: asked.length,
    lost: asked.filter(isLost).length,
    redirects: count('redirect'),
    notifications: count('webhook'),
    strays: strays.length,
    differing: observed.length,
    moved: wallets.filter(({ from, to }) => from !== to).length,
    contradictions: contradictions.slice(0, maxContradictions).map(({ what, said }) => ({ what, said })),
  };
};
