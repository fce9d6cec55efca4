import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { text } from './types.ts';

// The types of network access settings. A message says how to correct the value and never shows it.

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const isReadable = (path: string): boolean => {
  try {
    return isFile(path) && readFileSync(path).length > 0;
  } catch {
    return false;
  }
};

/** Shows only what looks like a file name, since the value may be a key instead of the name of its file. */
const shownPath = (path: unknown): string => (/^[^\n]{1,300}\.\w{1,8}$/.test(String(path)) ? `: ${String(path)}` : '');

/** The absolute path of a readable file. */
export const file = text
  .transform((path) => resolve(path))
  .refine(isReadable, {
    error: ({ input }) =>
      `names no file that can be read${shownPath(input)}; write its full path, or one relative to ${process.cwd()}`,
    abort: true,
  });

/** The certificates of a PEM file, each as PEM. */
export const certificatesIn = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g) ?? [];

const holdsCertificates = (path: string): boolean => {
  try {
    const all = certificatesIn(readFileSync(path, 'utf8'));
    return all.length > 0 && all.every((one) => new X509Certificate(one));
  } catch {
    return false;
  }
};

export const certificates = file.refine(holdsCertificates, {
  error: 'names a file without certificates in PEM; convert it: openssl x509 -inform der -in FILE -out authority.pem',
});

export const proxy = z
  .url({ protocol: /^https?$/, error: 'write http://HOST:PORT of a proxy, with http:// or https://', abort: true })
  .refine((one) => new URL(one).pathname === '/' && !/[?#]/.test(one), {
    error: 'write only scheme, user, host and port of the proxy',
  });

/** Headers for authentication and transfer, which the suite sets itself. */
const ownHeaders =
  /^(authorization|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|cookie)$/i;
const header = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x21-\x7e][\x20-\x7e]*)$/;

/** Headers as pairs of name and value. */
export const headers = text.transform((lines, context): [name: string, value: string][] =>
  lines
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line, index) => {
      const [, name = '', value = ''] = header.exec(line) ?? [];
      if (name !== '' && !ownHeaders.test(name)) return [[name, value] as [string, string]];
      const message = ownHeaders.test(name)
        ? `header ${index + 1} is ${name}, which the suite sends itself; BASIC_AUTH sets Authorization for a gateway`
        : `header ${index + 1} is not 'Name: value'; write each in this form, separated by a line break or \\n`;
      context.addIssue({ code: 'custom', message });
      return [];
    }),
);

export const basicAuth = text.regex(/^[^:\s]+:\P{Cc}+$/u, 'write user:password');
