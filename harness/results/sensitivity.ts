import type { RuleId } from '../../interface/rules/catalogue.ts';
import type { RunFacts } from './results-schema.ts';

type Sensitivity = NonNullable<RunFacts['sensitivity']>;
type AlteredKind = Sensitivity['unnoticed'][number] & { section: string };

/**
 * How many altered answers, arrivals and pages a run would have noticed.
 *
 * @param lines what the workers measured, from the log of the run
 */
export const sensitivityIn = (lines: readonly { kinds: readonly AlteredKind[] }[]): { sensitivity?: Sensitivity } => {
  const kinds = new Map<string, AlteredKind>();
  for (const { section, kind, altered, noticed } of lines.flatMap((line) => line.kinds)) {
    const before = kinds.get(kind) ?? { section, kind, altered: 0, noticed: 0, silent: silentBy(kind) };
    kinds.set(kind, { ...before, altered: before.altered + altered, noticed: before.noticed + noticed });
  }
  const all = [...kinds.values()].sort((one, other) => one.kind.localeCompare(other.kind, 'en'));
  if (all.length === 0) return {};
  const sum = (some: readonly AlteredKind[]) => ({
    altered: some.reduce((total, { altered }) => total + altered, 0),
    noticed: some.reduce((total, { noticed }) => total + noticed, 0),
  });
  const sections = [...new Set(all.map(({ section }) => section))].sort();
  return {
    sensitivity: {
      ...sum(all),
      sections: sections.map((section) => ({ section, ...sum(all.filter((one) => one.section === section)) })),
      unnoticed: all
        .filter(({ altered, noticed }) => noticed < altered)
        .map(({ kind, altered, noticed, silent }) => ({ kind, altered, noticed, silent })),
    },
  };
};

/** For example `44 of 48 altered answers noticed, 3 left open by the interface, 1 not noticed`. */
export const sensitivityInWords = ({ altered, noticed, unnoticed }: Sensitivity): string => {
  const missed = (isSilent: boolean): number =>
    unnoticed
      .filter(({ silent: rule }) => (rule !== null) === isSilent)
      .reduce((total, one) => total + one.altered - one.noticed, 0);
  return `${noticed} of ${altered} altered answers noticed, ${missed(true)} left open by the interface, ${missed(false)} not noticed`;
};

/** The rule that says why the document leaves an alteration open; null for a gap of the suite. */
const silentBy = (kind: string): string | null => silent.find(([pattern]) => pattern.test(kind))?.[1] ?? null;

/** The first that fits says why; where nothing fits, the suite has a gap. */
const silent: readonly (readonly [RegExp, RuleId])[] = [
  // An answer about a callback may always be that of one that is not known, or not known yet.
  [/callback\/fetch 200 .*(result: the word error|HTTP 201)/, 'callback-fetch.unknown-status'],
  [/callback\/update 200 .*(result: the word error|HTTP 201)/, 'callback-update.unknown-id'],
  [/callback\/delete 200 .*(result: the word error|HTTP 201)/, 'callback-delete.unknown-id'],
  [/(date_updated|last_triggered): (absent|empty)/, 'callback-fetch.never-triggered'],
  [/callback\.events: the word unheard/, 'events.full-list'],
  [/callback\.events: (the word|of another type)/, 'callback-fetch.form-of-events'],
  [/callback\.events: (absent|null)/, 'callback-update.odd-events'],
  [/callback\.(url|description): (absent|empty|of another answer)/, 'callback-update.null-text'],
  [/wallets\.(currency: the word XTS|message: empty)/, 'wallets.content-of-details'],
  [/ or operator B, simulated failure/, 'operator-b.failure-answer'],
  [/ or operator C, simulated failure|operator C, successful at once/, 'operator-c.failure-answer'],
  // Nothing says that no two answers have the same, or a repeated reference was sent.
  [/: of another answer/, 'txn.reference-reused'],
  [/401 refusal: HTTP/, 'checkout.missing-key-status'],
  [/another field named/, 'txn.check-order'],
  [/, cancel, /, 'redirect.cancelled-where'],
];
