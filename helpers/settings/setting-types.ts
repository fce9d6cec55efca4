import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { capabilities } from '../../interface/rules/capabilities.ts';
import { certificatesIn } from './client-identity.ts';
import { isLoopback, parseHost } from './safety/money-guard.ts';
import { isCardNumber, shortestNumber } from './safety/payment-limits.ts';
import { settingsFolder } from './settings-folder.cjs';

// The types of settings. A message says how to correct the value and never shows it.

export const text = z.string();
/** `abort` skips further checks of an invalid address. */
const url = (protocol: RegExp, error: string) => z.url({ protocol, error, abort: true });
const httpUrl = url(/^https?$/, 'write a full address, for example https://staging.example.com');
const withoutSlashes = (one: string): string => one.replace(/(?<!\/)\/+$/, '');

export const origin = httpUrl
  .transform(withoutSlashes)
  .refine((one) => new URL(one).origin === one, 'write only scheme, host and port, for example http://localhost:8080');
export const baseUrl = httpUrl
  .refine((one) => !/[@?#]/.test(one), 'write it without user name, query and fragment')
  // Only the normalized address is used, so that no parser can read another host from the same text.
  .transform((one) => new URL(one).origin + withoutSlashes(new URL(one).pathname));
export const address = httpUrl.transform(withoutSlashes);
export const webhook = httpUrl
  .refine((one) => !/@|#(?!changes$)/.test(one), 'write it without user name, and without fragment but #changes')
  .refine((one) => new URL(one).protocol === 'https:' || isLoopback(one), 'write an address with https')
  .refine((one) => new URL(one).pathname.length > 1, 'write the whole address, as the webhook was given');
export const buildUrl = httpUrl.refine(
  (one) => !one.includes('@') && /#(?:header:[\w-]+|[\w.-]+)$/.test(one),
  'write where the build stands after the address, in quotes: "https://staging.example.com/version#commit"',
);
export const browserAddress = url(
  /^(wss?|https?)$/,
  'write ws://HOST:PORT/ of a Playwright server or http://HOST:PORT of a debugging port',
).refine((one) => !one.includes('#'), 'write it without fragment');
export const proxy = url(/^https?$/, 'write http://HOST:PORT of a proxy, with http:// or https://').refine(
  (one) => new URL(one).pathname === '/' && !/[?#]/.test(one),
  'write only scheme, user, host and port of the proxy',
);

/** A type whose values are computed from the text, unless that fails with a message. */
const computed = <Value>(compute: (one: string) => Value | Error) =>
  text.transform((one, context): Value => {
    const value = compute(one);
    if (!(value instanceof Error)) return value;
    context.addIssue({ code: 'custom', message: value.message });
    return z.NEVER;
  });

const ip = z.union([z.ipv4(), z.ipv6()]);
/** An IP address of this machine and a port: `127.0.0.1:8787`, `[::1]:8787`. */
export const listener = computed((one) => {
  const [, listen = '', port = ''] = /^\[?([\d.]+|[\da-f:.]+(?=\]))\]?:(\d+)$/i.exec(one) ?? [];
  const isValid = ip.safeParse(listen).success && Number(port) > 0 && Number(port) < 65_536;
  return isValid ? { listen, port: Number(port) } : new Error('write an IP address and a port, such as 0.0.0.0:8787');
});

export const key = text.regex(/^[\x21-\x7e]+$/, 'write only the key, without characters that headers do not allow');
export const email = z.email('write an e-mail address');
export const path = text.regex(/^\//, 'write a path that starts with a slash');

/** A whole number of something between two bounds. */
export const whole = (of: string, from: number, to: number) => {
  const error = `write a whole number of ${of}, from ${from} to ${to}`;
  return z.coerce.number(error).int(error).min(from, error).max(to, error);
};
export const milliseconds = whole('milliseconds', 100, 600_000);
const rateError = 'write a number of requests per second, from 0.1 to 1000';
export const rate = z.coerce.number(rateError).min(0.1, rateError).max(1000, rateError);

/** Comma-separated values. */
export const list = text.transform((all) => all.split(',').flatMap((one) => one.trim() || []));
/** Hosts; `http://` before one allows connections without encryption. */
export const hosts = list.refine(
  (all) => all.every((one) => parseHost(one.replace(/^http:\/\//, ''))),
  'write hosts such as staging.example.com or staging.example.com:8443, without path and wildcard',
);
export const currencies = list.refine(
  (all) => new Set(all).size === all.length && all.length < 3,
  'write a currency, or two different ones, such as XTS, USD',
);
const isNumber = (one: string): boolean => one.startsWith('0') && one.replace(/\D/g, '').length >= shortestNumber;
const numberError = `that starts with zero, as the interface requires, and has at least ${shortestNumber} digits`;
export const number = text.refine(isNumber, `write a number ${numberError}`);
export const numbers = list.refine(
  (all) => all.every((one) => isNumber(one) || isCardNumber(one)),
  `write numbers, each of which is one ${numberError}, or the number of a test card`,
);

/** A capability with an optional reason: `iframe`, `iframe: not offered by this target`. */
const absence = computed((one) => {
  const [name = '', ...reason] = one.split(':');
  const capability = capabilities.find((known) => known === name.trim());
  return capability
    ? { capability, reason: reason.join(':').trim() || undefined }
    : new Error(`write some of: ${capabilities.join(', ')}; a reason may follow after a colon, without a comma in it`);
});
export const absences = list.pipe(z.array(absence));

export const pattern = computed((source) => {
  try {
    return new RegExp(source, 'i');
  } catch (error) {
    return new Error(`write a valid JavaScript regular expression: ${(error as Error).message.split(': ').at(-1)}`);
  }
});

/** The seed of generated values, and the path from there to one of them. */
export interface Seed {
  number: number;
  /** The path to a counterexample, as a failure prints it. */
  path: string | undefined;
  /** With a path: which commands of a sequence were run. */
  commands: string | undefined;
}

export const seed = text
  .regex(
    /^(date|-?\d{1,10}(\/[\d:]+(\/[\w:]+)?)?)$/,
    'write a whole number, date for another one each day, or the number and path of a failure: 1/12:0:3',
  )
  .transform((one): Seed => {
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const [first = '', found, commands] = one.replace('date', today).split('/');
    // The generator uses 32 bits.
    return { number: Math.trunc(Number(first)) | 0, path: found, commands };
  });

/** The absolute path of a file, which need not exist. */
export const file = text.transform((one) => resolve(settingsFolder(), one));
const isUsable = (one: string, test: (bytes: Buffer) => boolean): boolean => {
  try {
    return test(readFileSync(one));
  } catch {
    return false;
  }
};
// The name is not shown, since the value may be the key instead of the name of its file.
export const readable = file.refine((one) => isUsable(one, ({ length }) => length > 0), {
  error: () => `names no file that can be read; write its full path, or one relative to ${settingsFolder()}`,
  abort: true,
});
export const authorities = readable.refine(
  (one) => isUsable(one, (bytes) => certificatesIn(String(bytes)).length > 0),
  'names a file without certificates in PEM; convert it: openssl x509 -inform der -in FILE -out authority.pem',
);

/** Headers for transfer and authentication, which the suite sets itself. */
const ownHeaders =
  /^(authorization|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|cookie)$/i;
const header = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x21-\x7e][\x20-\x7e]*)$/;
const basic = /^authorization:[ \t]*basic[ \t]+([^:\s]+:\P{Cc}+)$/iu;

/** Headers of a gateway as pairs of name and value, and the user:password of its `Authorization: Basic` header. */
export const headers = computed((lines) => {
  const extraHeaders: [name: string, value: string][] = [];
  let basicAuth: string | undefined;
  for (const [index, line] of lines.split(/\r?\n|\\n/).entries()) {
    const [, name = '', value = ''] = header.exec(line.trim()) ?? [];
    const login = basic.exec(line.trim())?.[1];
    if (login) basicAuth = login;
    else if (ownHeaders.test(name)) return new Error(`header ${index + 1} is ${name}, which the suite sends itself`);
    else if (name !== '') extraHeaders.push([name, value]);
    else if (line.trim() !== '') return new Error(`header ${index + 1} is not 'Name: value'; separate them by \\n`);
  }
  return { extraHeaders, ...(basicAuth !== undefined && { basicAuth }) };
});
