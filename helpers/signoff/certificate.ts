import { existsSync, readFileSync } from 'node:fs';
import { holds, type Proof } from '../faults/proof.ts';
import { catalogue } from '../rules/catalogue.ts';

/** The proof that the suite which is to judge finds faults. */
export interface Certificate {
  suite: string;
  provenAt: string;
  faults: number;
}

const day = 24 * 60 * 60 * 1000;

/**
 * The certificate in a faults.json.
 *
 * @param suite the hash of the suite that is to judge
 * @param validDays how old it may be
 * @returns why it does not hold, where it does not; `survivors` when running the proof again would not help
 */
export const certificateIn = (
  file: string,
  suite: string,
  validDays: number,
  now = Date.now(),
): Certificate | { why: string; survivors?: true } => {
  if (!existsSync(file)) return { why: 'there is no proof that the suite finds faults' };
  const proof = read(file);
  if (!proof) return { why: 'the proof cannot be read' };
  const { provenAt = '', faults } = proof;
  if (proof.suite !== suite) return { why: 'the proof is of another state of the suite' };
  const age = now - Date.parse(provenAt);
  if (!(age > -day && age < validDays * day)) return { why: `the proof is older than ${validDays} days` };
  if (proof.whole !== true || missing(proof).length > 0) return { why: 'the proof is of a part of the faults only' };
  if (!holds(proof)) {
    const alive = faults.filter(({ killed }) => !killed).map(({ name }) => name);
    const failing = proof.failedWithoutFault.map(({ test }) => test);
    return {
      why: `the suite does not prove itself: ${[...alive, ...failing].slice(0, 5).join(', ')}`,
      survivors: true,
    };
  }
  return { suite, provenAt, faults: faults.length };
};

const read = (file: string): Proof | undefined => {
  try {
    const proof = JSON.parse(readFileSync(file, 'utf8')) as Proof;
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
