import { strToU8, unzipSync, zipSync } from 'fflate';

/** A file with a value in one notation, and its decoding, which shares no code with the search. */
interface Canary {
  plant(value: string): string | Uint8Array;
  reveal(bytes: Buffer): string;
}

const html = { '&': '&amp;', '<': '&lt;', '"': '&quot;', "'": '&#39;' };
const zipped = (text: string) => zipSync({ 'trace.network': strToU8(text) });
const unzipped = (bytes: Uint8Array) => String(Buffer.from(unzipSync(bytes)['trace.network'] ?? []));
const base64 = (before: string): Canary => ({
  plant: (value) => `{"body":"${Buffer.from(`${before}${value} and more`).toString('base64')}"}`,
  reveal: (bytes) => String(Buffer.from(JSON.parse(String(bytes)).body, 'base64')),
});

/** The notations and places in which the search for keys has to find a value, by the name of a file. */
export const canaries: Readonly<Record<string, Canary>> = {
  'plain.txt': { plant: (value) => `Bearer ${value}`, reveal: String },
  'address.txt': {
    plant: (value) => `https://example.com/?key=${encodeURIComponent(value)}`,
    reveal: (bytes) => decodeURIComponent(String(bytes)),
  },
  'nested.json': {
    plant: (value) => JSON.stringify({ nested: JSON.stringify({ value }) }),
    reveal: (bytes) => JSON.parse(JSON.parse(String(bytes)).nested).value,
  },
  'page.html': {
    plant: (value) => `<p>${value.replace(/[&<"']/g, (one) => html[one as keyof typeof html])}</p>`,
    reveal: (bytes) =>
      Object.entries(html).reduceRight((text, [sign, entity]) => text.replaceAll(entity, sign), String(bytes)),
  },
  'base64-0.json': base64(''),
  'base64-1.json': base64('a'),
  'base64-2.json': base64('ab'),
  'blob.jsonl': {
    plant: (value) => JSON.stringify({ base64: Buffer.from(JSON.stringify({ value })).toString('base64') }),
    reveal: (bytes) => JSON.parse(String(Buffer.from(JSON.parse(String(bytes)).base64, 'base64'))).value,
  },
  'escape.json': {
    plant: (value) => JSON.stringify({ value }).replace(`"${value[0]}`, `"\\u00${value.charCodeAt(0).toString(16)}`),
    reveal: (bytes) => JSON.parse(String(bytes)).value,
  },
  'trace.zip': { plant: zipped, reveal: unzipped },
  'report.html': {
    plant: (value) => `data:application/zip;base64,${Buffer.from(zipped(value)).toString('base64')}`,
    reveal: (bytes) => unzipped(Buffer.from(String(bytes).split(',')[1] ?? '', 'base64')),
  },
};
