import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretPartsOf } from '../../helpers/settings/browser-address.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';
import { secretsOfWayIn } from '../../helpers/connection/way-in/secrets.ts';
import { secretPartOf, type Masking, type Secrets } from '../../helpers/redaction/secrets.ts';
import { resultsJsonSchema } from '../results/results-schema.ts';
import { OverBudget } from './budget.ts';
import { scrubBytes, tooLarge, unreadable } from './scrub-bytes.ts';

/** What was removed from a file, without the value. */
export interface Removal {
  /** Relative to the searched folder, with slashes; for an archive also the file in it. */
  file: string;
  /** The variables whose values it contained. */
  what: string[];
}

/** Masks every file in a folder in place, including file names. Does not follow links. */
export const scanFolder = (folder: string, mask: Masking, inside = ''): Removal[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const kind = lstatSync(path, { throwIfNoEntry: false });
    const shown = inside + mask(name);
    if (kind?.isDirectory()) return scanFolder(path, mask, `${shown}/`);
    if (!kind?.isFile()) return [];
    const removed = scanFile(path, shown, mask);
    if (inside + name === shown) return removed;
    renameSync(path, join(folder, mask(name).replace(/[<>*"]/g, '')));
    return [...removed, { file: shown, what: ['its name'] }];
  });
};

/** Undefined for a file that was deleted in the meantime, for example by another run. */
const contentOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    if (existsSync(path)) throw error;
    return undefined;
  }
};

/**
 * Masks a file in place. Empties an archive that cannot be read or unpacks to too much, because it may contain keys.
 */
export const scanFile = (path: string, shown: string, mask: Masking): Removal[] => {
  const bytes = contentOf(path);
  if (!bytes) return [];
  const removed = new Map<string, Set<string>>();
  const found = (what: string, inside?: string): void => {
    const file = inside === undefined ? shown : `${shown} > ${inside}`;
    removed.set(file, (removed.get(file) ?? new Set()).add(what));
  };
  let scrubbed: Buffer;
  try {
    scrubbed = scrubBytes(bytes, mask, found);
  } catch (error) {
    removed.clear();
    found(error instanceof OverBudget ? tooLarge : unreadable);
    scrubbed = Buffer.alloc(0);
  }
  if (scrubbed !== bytes) writeFileSync(path, scrubbed);
  return [...removed].map(([file, what]) => ({ file, what: [...what].sort() }));
};

/**
 * The values that can be searched for in whole reports. A key that is an ordinary word, such as one the suite uses
 * itself, occurs in every report and in its scripts: masking it would destroy them.
 */
export const searchable = (secrets: Secrets): Secrets => {
  const kept = (key: string): string => (isWord(key) ? '' : key);
  const { secretKey, publishableKey, digestWebhookUrl, issueToken, browserAddress } = secrets;
  const leftAlone = wordsOfWayIn(secrets).map(([, value]) => value);
  return {
    ...secrets,
    secretKey: kept(secretKey),
    publishableKey: kept(publishableKey),
    ...(digestWebhookUrl && isWord(secretPartOf(digestWebhookUrl)) ? { digestWebhookUrl: undefined } : {}),
    ...(issueToken && isWord(issueToken) ? { issueToken: undefined } : {}),
    ...(secretPartsOf(browserAddress).some(isWord) ? { browserAddress: undefined } : {}),
    ...(leftAlone.length > 0 ? { leftAlone } : {}),
  };
};

const wordsOfWayIn = ({ wayIn }: Secrets) => secretsOfWayIn(wayIn).filter(([, value]) => isWord(value));

/** The variables whose values are too ordinary to be searched for. */
export const tooOrdinary = (secrets: Secrets): string[] => {
  const { secretKey, publishableKey, digestWebhookUrl, issueToken, browserAddress } = secrets;
  return [
    ...(secretKey !== '' && isWord(secretKey) ? ['SECRET_KEY'] : []),
    ...(publishableKey !== '' && isWord(publishableKey) ? ['PUBLISHABLE_KEY'] : []),
    ...(digestWebhookUrl && isWord(secretPartOf(digestWebhookUrl)) ? ['DIGEST_WEBHOOK_URL'] : []),
    ...(issueToken && isWord(issueToken) ? ['ISSUE_TOKEN'] : []),
    ...(secretPartsOf(browserAddress).some(isWord) ? ['BROWSER_ADDRESS'] : []),
    ...new Set(wordsOfWayIn(secrets).map(([name]) => name)),
  ];
};

let ownWords: string | undefined;
const isWord = (key: string): boolean => {
  ownWords ??= (JSON.stringify(catalogue) + resultsJsonSchema()).toLowerCase();
  return key.length < 8 || (!/[\d_]/.test(key) && key.length < 16) || ownWords.includes(key.toLowerCase());
};
