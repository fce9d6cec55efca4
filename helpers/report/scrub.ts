import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Settings } from '../settings/settings.ts';
import { maskFor, type Mask } from '../target/secrets.ts';

type Keys = Pick<Settings, 'secretKey' | 'publishableKey'>;

/**
 * A mask for whatever a run leaves behind. Beyond the forms a request can have, it knows how keys look inside JSON
 * and HTML, and in the middle of a longer text that was base64-encoded.
 */
export const artefactMask = (keys: Keys): Mask => {
  const mask = maskFor(keys);
  const named = [
    ['<SECRET_KEY>', keys.secretKey],
    ['<PUBLISHABLE_KEY>', keys.publishableKey],
  ] as const;
  const forms = named
    .filter(([, key]) => key.length >= 4)
    .flatMap(([name, key]) =>
      [escapedInJson(key), escapedInHtml(key), ...insideBase64(key)].map((form) => [name, form] as const),
    );
  return (text) => mask(forms.reduce((masked, [name, form]) => masked.replaceAll(form, name), text));
};

const escapedInJson = (key: string): string => JSON.stringify(key).slice(1, -1);

const escapedInHtml = (key: string): string =>
  key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What a key looks like in base64, at each of the three positions it can have; ends that mix with neighbours cut off. */
const insideBase64 = (key: string): string[] =>
  [0, 1, 2]
    .map((shift) => {
      const bytes = Buffer.from('\0'.repeat(shift) + key);
      const first = Math.ceil((shift * 8) / 6);
      return bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6));
    })
    // Anything shorter is found by chance in every picture.
    .filter((form) => form.length >= 8);

/** How an archive begins; the second is an empty one. */
const zipSignatures = ['PK\u0003\u0004', 'PK\u0005\u0006'];

/**
 * Masks bytes: text, ZIP archives with everything in them, and ZIP archives embedded in HTML reports.
 *
 * @returns the same object when there was nothing to mask
 */
export const scrubBytes = (bytes: Buffer, mask: Mask): Buffer => {
  if (zipSignatures.includes(bytes.toString('latin1', 0, 4))) return scrubZip(bytes, mask);
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const embedded = text.replace(
    /(data:application\/zip;base64,)([A-Za-z0-9+/=]+)/g,
    (all, prefix: string, base64: string) => {
      const archive = Buffer.from(base64, 'base64');
      const scrubbed = scrubBytes(archive, mask);
      return scrubbed === archive ? all : prefix + scrubbed.toString('base64');
    },
  );
  const masked = mask(embedded);
  return masked === text ? bytes : Buffer.from(masked, encoding);
};

const scrubZip = (bytes: Buffer, mask: Mask): Buffer => {
  const before = Object.entries(unzipSync(bytes));
  const after = before.map(([name, content]) => [mask(name), scrubBytes(Buffer.from(content), mask)] as const);
  const same = after.every(([name, content], index) => name === before[index]?.[0] && content.equals(before[index][1]));
  return same ? bytes : Buffer.from(zipSync(Object.fromEntries(after)));
};

/** Masks a file where it stands. An archive that cannot be read is emptied rather than kept with keys in it. */
export const scrubFile = (path: string, mask: Mask): void => {
  const bytes = readFileSync(path);
  let scrubbed: Buffer;
  try {
    scrubbed = scrubBytes(bytes, mask);
  } catch {
    scrubbed = Buffer.alloc(0);
  }
  if (scrubbed !== bytes) writeFileSync(path, scrubbed);
};

/** Masks every file below a folder. */
export const scrubFolder = (folder: string, mask: Mask): void => {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const kind = statSync(path, { throwIfNoEntry: false });
    if (kind?.isDirectory()) scrubFolder(path, mask);
    else if (kind?.isFile()) scrubFile(path, mask);
  }
};
