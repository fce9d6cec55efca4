import type { Results } from '../../results/results-schema.ts';
import type { Certificate } from '../certificate.ts';
import type { Decided } from '../decision.ts';
import type { Evidence } from '../evidence.ts';
import type { Manifest } from '../seal.ts';

/** The content of the document, with keys masked. */
export interface SignOff {
  decided: Decided;
  results: Results;
  certificate: Certificate;
  manifest: Omit<Manifest, 'files'>;
  evidence: Evidence;
  /** The reasons for absent capabilities, if the settings give them. */
  absenceReasons: ReadonlyMap<string, string>;
}

/** `21 November 2026, 12:30 UTC`. */
export const moment = (iso: string): string => {
  const at = new Date(iso);
  const date = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `${date}, ${at.toISOString().slice(11, 16)} UTC`;
};

/** The headline of the document: the decision. */
export const headline = ({ decided: { decision, known } }: Pick<SignOff, 'decided'>): string => {
  if (decision !== 'GO' || known.length === 0) return decision;
  return `GO with ${known.length === 1 ? 'one known deviation' : `${known.length} known deviations`}`;
};
