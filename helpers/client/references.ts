import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { runMark } from './network/run-folder.ts';

/** Where new references come from. */
type References = () => string;

/** Of the test that is running in this process, where it has references of its own. */
let ofThisTest: References | undefined;
/** Of one of several tests whose bodies run at the same time. */
const ofOneOfMany = new AsyncLocalStorage<References>();

/**
 * A reference of 22 characters that no other test and no other run uses. It is short, since the interface names no
 * length that must be taken, and has upper and lower case, so that a change of case shows. It begins with the mark of the
 * run, so that the other side can tell whose payment it is.
 */
export const newReference = (): string => {
  const next = ofOneOfMany.getStore() ?? ofThisTest ?? random;
  const digits = next();
  const mark = runMark() ?? '';
  return `Ref-${mark}${digits.slice(mark.length)}-X`;
};

const random: References = () => randomUUID().replaceAll('-', '').slice(0, 16);

/**
 * References that can be made again: the same seed gives the same ones in the same order, in any process.
 *
 * @param seed nobody else has it
 */
export const repeatable = (seed: string): References => {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest('hex').slice(0, 16);
  };
};

/** From now on references of this process come from there; undefined for random ones. */
export const referTo = (references: References | undefined): void => {
  ofThisTest = references;
};

/** What runs below takes its references from there, whatever else goes on in this process. */
export const withReferences = <T>(references: References, run: () => T): T => ofOneOfMany.run(references, run);

/**
 * References longer than others, or of other letters. None has anything that a firewall stops, or space at an end of it.
 */
export const unusualReferences: Readonly<Record<string, References>> = {
  'of 120 letters': () => newReference().padEnd(120, 'x'),
  'with spaces': () => `Order 17 of ${newReference()}`,
  'with signs': () => `${newReference()} (1/2), no. #3 & co: é`,
  'in other scripts': () => `${newReference()} Заказ 注文 طلب`,
  'with an emoji': () => `${newReference()} 🛒`,
};
