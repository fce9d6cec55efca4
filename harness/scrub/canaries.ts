import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { maskingOf, type Masking, type Secrets } from '../../helpers/redaction/secrets.ts';
import { scanFolder, type Removal } from './scan.ts';

/** An encoding of a value in a file, and its decoding, which shares no code with the search. */
interface Canary {
  plant(value: string): string | Uint8Array;
  reveal(bytes: Buffer): string;
}

const base64 = (before: string): Canary => ({
  plant: (value) => `{"body":"${Buffer.from(`${before}${value} and more`).toString('base64')}"}`,
  reveal: (bytes) => Buffer.from(bytes.toString().slice('{"body":"'.length), 'base64').toString(),
});
const zipped = (content: string | Uint8Array) =>
  zipSync({ 'trace.network': typeof content === 'string' ? strToU8(content) : content });
const unzipped = (bytes: Uint8Array) => unzipSync(bytes)['trace.network'] ?? new Uint8Array();

const codesIn = (text: string): string =>
  String.fromCharCode(...(JSON.parse(text) as string[] | number[]).map((one) => Number(one)));
const encoded = (pack: (value: string) => Buffer, unpack: (bytes: Buffer) => string): Canary => ({
  plant: (value) => JSON.stringify({ body: pack(value).toString('base64') }),
  reveal: (bytes) => unpack(Buffer.from(JSON.parse(bytes.toString()).body, 'base64')),
});
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
/** Encodes each character of a value as an escape sequence. */
const escapedCharacters = (write: (code: number) => string, read: RegExp, radix: number): Canary => ({
  plant: (value) => [...value].map((char) => write(char.charCodeAt(0))).join(''),
  reveal: (bytes) =>
    bytes.toString().replace(read, (_, code: string) => String.fromCharCode(Number.parseInt(code, radix))),
});

const html: readonly (readonly [RegExp, string])[] = [
  [/&/g, '&amp;'],
  [/</g, '&lt;'],
  [/"/g, '&quot;'],
  [/'/g, '&#39;'],
];

export const canaries: Readonly<Record<string, Canary>> = {
  'plain.txt': { plant: (value) => `Bearer ${value}`, reveal: (bytes) => bytes.toString() },
  'json.json': {
    plant: (value) => JSON.stringify({ nested: JSON.stringify({ value }) }),
    reveal: (bytes) => JSON.parse(JSON.parse(bytes.toString()).nested).value,
  },
  'address.txt': {
    plant: (value) => `https://example.com/?key=${encodeURIComponent(value)}`,
    reveal: (bytes) => decodeURIComponent(bytes.toString()),
  },
  'page.html': {
    plant: (value) => `<p>${html.reduce((text, [sign, entity]) => text.replace(sign, entity), value)}</p>`,
    reveal: (bytes) => html.reduceRight((text, [sign, entity]) => text.replaceAll(entity, sign.source), String(bytes)),
  },
  'lines.txt': {
    plant: (value) => `${value.slice(0, 9)}\n    ${value.slice(9)}`,
    reveal: (bytes) => bytes.toString().replace(/\s+/g, ''),
  },
  'base64-0.json': base64(''),
  'base64-1.json': base64('a'),
  'base64-2.json': base64('ab'),
  'base64-twice.json': encoded(
    (value) => Buffer.from(Buffer.from(`${value} and more`).toString('base64')),
    (bytes) => Buffer.from(bytes.toString(), 'base64').toString(),
  ),
  'deflate.json': encoded(
    (value) => deflateSync(`${value} and more`),
    (bytes) => inflateSync(bytes).toString(),
  ),
  'deflate-raw.json': encoded(
    (value) => deflateRawSync(`${value} and more`),
    (bytes) => inflateRawSync(bytes).toString(),
  ),
  'base64-utf16.json': encoded(
    (value) => Buffer.from(`${value} and more`, 'utf16le'),
    (bytes) => bytes.toString('utf16le'),
  ),
  'utf16-le.txt': {
    plant: (value) => Buffer.from(`\ufeff${value}`, 'utf16le'),
    reveal: (bytes) => bytes.toString('utf16le'),
  },
  'utf16-be.txt': {
    plant: (value) => swapped(Buffer.from(`\ufeff${value}`, 'utf16le')),
    reveal: (bytes) => (bytes.length % 2 === 0 ? swapped(bytes).toString('utf16le') : ''),
  },
  'hex.txt': {
    plant: (value) => (Buffer.from(value).toString('hex').match(/../g) ?? []).join(':'),
    reveal: (bytes) => Buffer.from(bytes.toString().replaceAll(':', ''), 'hex').toString(),
  },
  'characters.json': {
    plant: (value) => JSON.stringify([...value], null, 2),
    reveal: (bytes) => JSON.parse(bytes.toString()).join(''),
  },
  'object.json': {
    plant: (value) => JSON.stringify({ ...[...value] }),
    reveal: (bytes) => Object.values(JSON.parse(bytes.toString())).join(''),
  },
  'codes.json': {
    plant: (value) => JSON.stringify([...Buffer.from(value)]),
    reveal: (bytes) => codesIn(String(bytes)),
  },
  'entities.html': {
    plant: (value) =>
      value.replaceAll('&', '&amp;').replaceAll('+', '&plus;').replaceAll('/', '&sol;').replaceAll('"', '&QUOT;'),
    reveal: (bytes) =>
      bytes
        .toString()
        .replaceAll('&plus;', '+')
        .replaceAll('&sol;', '/')
        .replaceAll('&QUOT;', '"')
        .replaceAll('&amp;', '&'),
  },
  'escapes.js': escapedCharacters((code) => `\\u{${code.toString(16)}}`, /\\u\{([0-9a-f]+)\}/g, 16),
  'octal.js': escapedCharacters((code) => `\\${code.toString(8).padStart(3, '0')}`, /\\([0-7]{3})/g, 8),
  'trace.zip': { plant: (value) => zipped(value), reveal: (bytes) => strFromU8(unzipped(bytes)) },
  'nested.zip': { plant: (value) => zipped(zipped(value)), reveal: (bytes) => strFromU8(unzipped(unzipped(bytes))) },
  'log.gz': { plant: (value) => gzipSync(value), reveal: (bytes) => gunzipSync(bytes).toString() },
  'report.html': {
    plant: (value) => `data:application/zip;base64,${Buffer.from(zipped(value)).toString('base64')}`,
    reveal: (bytes) => strFromU8(unzipped(Buffer.from(bytes.toString().split(',')[1] ?? '', 'base64'))),
  },
};

/** The search for keys is not reliable. */
export class BlindScan extends Error {
  override readonly name = 'BlindScan';
}

/**
 * Searches a folder, masks the findings, and tests the search at the same time: a random value is planted in every
 * encoding, and each has to be found.
 *
 * @param masking the search; replaced only to test that a search that finds nothing is detected
 * @throws BlindScan when a planted value was not found
 */
export const provenScan = (folder: string, secrets: Secrets, masking = maskingOf): Removal[] => {
  const value = `canary+/"&${randomBytes(12).toString('hex')}`;
  // Outside of the reports, because another run may search them at the same time.
  const nest = mkdtempSync(join(tmpdir(), 'canaries-'));
  try {
    for (const [name, { plant }] of Object.entries(canaries)) writeFileSync(join(nest, name), plant(value));
    const mask: Masking = masking(secrets, { CANARY: value });
    const removed = scanFolder(folder, mask);
    const seen = scanFolder(nest, mask);
    const missed = Object.entries(canaries)
      .filter(([name, { reveal }]) => {
        const isFound = seen.some(({ file, what }) => file.startsWith(name) && what.includes('CANARY'));
        return !isFound || revealed(reveal, readFileSync(join(nest, name))).includes(value);
      })
      .map(([name]) => name);
    if (missed.length > 0) {
      throw new BlindScan(
        `the search for keys in the reports did not find the planted test values (${missed.join(', ')}); ` +
          'the reports may contain keys, so do not hand them on',
      );
    }
    return removed;
  } finally {
    rmSync(nest, { recursive: true, force: true });
  }
};

/** Decodes a planted value; empty when masking made it undecodable. */
const revealed = (reveal: Canary['reveal'], bytes: Buffer): string => {
  try {
    return reveal(bytes);
  } catch {
    return '';
  }
};
