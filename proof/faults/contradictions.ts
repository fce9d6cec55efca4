import { judgedBy } from '../../harness/ledger/judged-by.ts';
import type { Contradiction, Kind } from '../../harness/ledger/reconcile.ts';
import type { Mutant } from '../../helpers/client/lanes.ts';

/** Faults that make channels contradict each other, and what the ledger has to say of each. */
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

/** Whether the ledger has to find the fault, which takes all tests of its rule. */
export const contradicts = (fault: string): boolean => Object.hasOwn(planted, fault);

/** Of these faults, those whose contradiction stands in no ledger, or is judged by no rule of its own, in words. */
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
      ...(judgedBy[kind].includes(fault.rule) ? [] : [`"${kind}" is not said to be judged by ${fault.rule}`]),
    ];
  });
