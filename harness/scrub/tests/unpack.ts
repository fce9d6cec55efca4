import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';

/** A decoded text from an artefact. */
interface Part {
  place: string;
  text: string;
}

/** All texts in the files of a folder, with archives unpacked and encodings decoded, without code of the search. */
export const unpackFolder = (folder: string): Part[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .flatMap((name) => unpack(relative(folder, join(folder, name)), readFileSync(join(folder, name))));

/** The names of all files in a folder, including those in archives. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.zip')
      ? [name, ...Object.keys(unzipSync(readFileSync(join(folder, name)))).map((inner) => `${name} > ${inner}`)]
      : [name],
  );

const unpack = (place: string, bytes: Buffer): Part[] => {
  // Skip images, and the trace viewer.
  if (/\.(png|jpe?g)$|^playwright\/trace\//.test(place)) return [];
  if (bytes.toString('latin1', 0, 2) === 'PK') {
    return Object.entries(unzipSync(bytes)).flatMap(([name, content]) =>
      unpack(`${place} > ${name}`, Buffer.from(content)),
    );
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unpack(place, gunzipSync(bytes));
  const text = bytes.toString('latin1');
  const encoded = [...text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64')),
  );
  const archives = encoded.filter((one) => one.toString('latin1', 0, 4) === 'PK\u0003\u0004');
  return [
    ...[text, percentDecoded(text), unescaped(text), ...encoded.map((one) => one.toString('latin1'))].map((one) => ({
      place,
      text: one,
    })),
    { place, text: unescaped(text).replace(/\\[nrt]|\s+|<[^>]*>/g, '') },
    ...archives.flatMap((one, index) => unpack(`${place} > base64 ${index}`, one)),
  ];
};

const percentDecoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\+u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replace(/\\+(["/\\])/g, '$1');
