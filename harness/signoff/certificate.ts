import { holds, type Proof } from '../results/proof/fault-proof.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { skewMs } from './seal.ts';

/** The proof that this state of the suite finds faults. */
export interface Certificate {
  suite: string;
  packages: string;
  provenAt: string;
  faults: number;
}

const day = 24 * 60 * 60 * 1000;

/** The state that a proof must match: the hashes of the suite and its packages. */
export type State = Pick<Certificate, 'suite' | 'packages'>;

/**
 * Checks the text of a proof. The caller must ensure that the text comes from a trusted source.
 *
 * @param state the current state
 * @param validDays the maximum age of the proof
 * @returns the certificate, or why the proof is not valid
 */
export const certificateIn = (
  text: string,
  state: State,
  validDays: number,
  now = Date.now(),
): Certificate | { why: string } => {
  const proof = read(text);
  if (!proof) return { why: 'the proof cannot be read' };
  const { provenAt = '', faults } = proof;
  if (proof.suite !== state.suite) return { why: 'the proof belongs to another state of the suite' };
  if (proof.packages !== state.packages) return { why: 'the proof was made with other packages' };
  const age = now - Date.parse(provenAt);
  if (age < -skewMs) return { why: 'the date of the proof is in the future: the clock of a machine is wrong' };
  if (!(age < validDays * day)) return { why: `the proof is older than ${validDays} days` };
  if (proof.whole !== true || missing(proof).length > 0) return { why: 'the proof covers only a part of the faults' };
  if (!holds(proof)) {
    const alive = faults.filter(({ killed }) => !killed).map(({ name }) => name);
    const failing = proof.failedWithoutFault.map(({ test }) => test);
    return {
      why: `the proof failed: ${[...alive, ...failing, ...proof.testsThatKilledNothing].slice(0, 5).join(', ')}`,
    };
  }
  return { ...state, provenAt, faults: faults.length };
};

const read = (text: string): Proof | undefined => {
  try {
    const proof = JSON.parse(text) as Proof;
    const { faults, rulesWithoutFault, failedWithoutFault, testsThatKilledNothing } = proof;
    const lists = [faults, rulesWithoutFault, failedWithoutFault, testsThatKilledNothing];
    return lists.every(Array.isArray) ? proof : undefined;
  } catch {
    return undefined;
  }
};

/** The must rules without a fault in the proof. */
const missing = ({ faults }: Proof): string[] => {
  const proven = new Set<string>(faults.map(({ rule }) => rule));
  return Object.entries(catalogue).flatMap(([id, { level }]) => (level === 'must' && !proven.has(id) ? [id] : []));
};
