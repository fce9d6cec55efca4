import { judgedBy } from '../../harness/html/ledger/judged-by.ts';
import type { Contradiction, Kind } from '../../harness/html/ledger/reconcile.ts';
import type { Mutant } from '../../helpers/client/lanes.ts';

/** Faults that make channels contradict each other, and the contradiction that the ledger must show for each. */
const planted: Readonly<Record<string, Kind>> = {
  'txn-id-constant': 'shared id',
  'txn-id-starts-over': 'shared id',
  'checkout-id-of-first': 'shared id',
  'reference-dropped-operator-b': 'other reference',
  'reference-lower-cased': 'other reference',
  'redirect-reference-other': 'other reference',
  'amount-echo-zero': 'other amount',
  'amount-echo-with-fee-hosted': 'other amount',
  'currency-echo-other-operator-c': 'other currency',
  'redirect-transaction-id-constant': 'other id',
  'redirect-transaction-id-truncated': 'other id',
  'iframe-success-transaction-id-null': 'other id',
  'form-amount-times-hundred': 'other amount',
  'hosted-amount-in-dollars': 'other currency',
};

/** Whether the ledger has to show the fault, which takes all tests of its rule. */
export const contradicts = (fault: string): boolean => Object.hasOwn(planted, fault);

/** Messages about faults whose contradiction the ledger misses, or does not assign to the rule of the fault. */
export const missedBy = (
  faults: readonly Mutant[],
  contradictionsOf: (fault: Mutant) => readonly Contradiction[],
): string[] =>
  faults.flatMap((fault) => {
    const kind = planted[fault.name];
    if (!kind) return [];
    const isFound = contradictionsOf(fault).some(({ what }) => what === kind);
    return [
      ...(isFound ? [] : [`the ledger does not find "${kind}" of ${fault.name}`]),
      ...(judgedBy[kind].includes(fault.rule)
        ? []
        : [`"${kind}" is not listed as judged by ${fault.rule}; add the rule in harness/html/ledger/judged-by.ts`]),
    ];
  });
