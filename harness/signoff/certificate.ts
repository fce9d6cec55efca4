import { holds, type Proof } from '../results/proof/fault-proof.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { skewMs } from './seal.ts';

/** The proof that the suite which is to judge finds faults. */
export interface Certificate {
  suite: string;
  packages: string;
  provenAt: string;
  faults: number;
}

const day = 24 * 60 * 60 * 1000;

/** The state that a proof has to be of: hashes of the suite and of its packages. */
export type State = Pick<Certificate, 'suite' | 'packages'>;

/**
 * The certificate in the text of a proof. Where the text comes from is for the caller to judge.
 *
 * @param state what is to judge
 * @param validDays how old it may be
 * @returns why it does not hold, where it does not
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
  if (proof.suite !== state.suite) return { why: 'the proof is of another state of the suite' };
  if (proof.packages !== state.packages) return { why: 'the proof was made with other packages' };
  const age = now - Date.parse(provenAt);
  if (age < -skewMs) return { why: 'the proof is of the future: the clock of a machine is wrong' };
  if (!(age < validDays * day)) return { why: `the proof is older than ${validDays} days` };
  if (proof.whole !== true || missing(proof).length > 0) return { why: 'the proof is of a part of the faults only' };
  if (!holds(proof)) {
    const alive = faults.filter(({ killed }) => !killed).map(({ name }) => name);
    const failing = proof.failedWithoutFault.map(({ test }) => test);
    return { why: `the suite does not prove itself: ${[...alive, ...failing].slice(0, 5).join(', ')}` };
  }
  return { ...state, provenAt, faults: faults.length };
};

const read = (text: string): Proof | undefined => {
  try {
    const proof = JSON.parse(text) as Proof;
    const lists = [proof.faults, proof.rulesWithoutFault, proof.failedWithoutFault];
    return lists.every(Array.isArray) ? proof : undefined;
  } catch {
    return undefined;
  }
};

/** must rules that no fault of the proof is about. */
const missing = ({ faults }: Proof): string[] => {
  const proven = new Set<string>(faults.map(({ rule }) => rule));
  return Object.entries(catalogue).flatMap(([id, { level }]) => (level === 'must' && !proven.has(id) ? [id] : []));
};
