import { z } from 'zod';
import { capabilities } from '../../../interface/rules/capabilities.ts';
import { reviewIds } from '../../../interface/rules/catalogue.ts';
import { isLoopback, parseHost } from '../safety/money-guard.ts';
import { shortestNumber } from '../safety/payment-limits.ts';

// The types of settings. A message says how to correct the value and never shows it.

export const text = z.string();
// `abort` skips further checks of an invalid address.
const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'write a full address, for example https://staging.example.com',
  abort: true,
});
export const origin = httpUrl
  .refine((address) => new URL(address).origin === address.replace(/\/$/, ''), {
    error: 'write only scheme, host and port, for example http://localhost:8080',
  })
  .transform((address) => address.replace(/\/$/, ''));
export const baseUrl = httpUrl
  .refine((address) => !/[@?#]/.test(address), { error: 'write it without user name, query and fragment' })
  // Only the normalized address is used, so that no parser can read another host from the same text.
  .transform((address) => new URL(address).origin + new URL(address).pathname.replace(/(?<!\/)\/+$/, ''));
/** An address without trailing slashes. */
export const address = httpUrl.transform((one) => one.replace(/(?<!\/)\/+$/, ''));
export const webhook = httpUrl
  .refine((one) => !/[@#]/.test(one), { error: 'write it without user name and fragment' })
  .refine((one) => new URL(one).protocol === 'https:' || isLoopback(one), { error: 'write an address with https' })
  .refine((one) => new URL(one).pathname.length > 1, { error: 'write the whole address, as the webhook was given' });
export const browserAddress = z
  .url({
    protocol: /^(wss?|https?)$/,
    error: 'write ws://HOST:PORT/ of a Playwright server or http://HOST:PORT of a debugging port',
    abort: true,
  })
  .refine((one) => !one.includes('#'), { error: 'write it without fragment' });
export const ownAddress = z.union([z.ipv4(), z.ipv6()], {
  error: 'write an IP address of this machine, or 0.0.0.0 for all of them',
});

export const key = text.regex(
  /^[\x21-\x7e]+$/,
  'write only the key: it has a space or a character that is not allowed in headers',
);
export const email = z.email({ error: 'write an e-mail address' });
export const path = text.regex(/^\//, 'write a path that starts with a slash');

const whole = (error: string, notWhole: string) => z.coerce.number({ error }).int(notWhole);
export const milliseconds = whole('write a number of milliseconds', 'write whole milliseconds')
  .min(100, 'write at least 100 milliseconds')
  .max(600_000, 'write at most 600000 milliseconds');
export const rate = z.coerce
  .number({ error: 'write a number of requests per second' })
  .min(0.1, 'write at least 0.1 requests per second')
  .max(1000, 'write at most 1000 requests per second');
export const atOnce = whole('write a number of requests', 'write a whole number of requests, for example 32')
  .min(0, 'write 0 to disable prefetching, or a positive number of requests')
  .max(256, 'write at most 256 requests');
export const subunits = whole(
  'write a whole number of subunits',
  'write a whole number of subunits, for example 1000',
).positive('write a whole number above zero');
export const port = whole('write the number of a port', 'write the number of a port')
  .min(1, 'write the number of a port, from 1 to 65535')
  .max(65_535, 'write the number of a port, from 1 to 65535');
export const days = whole('write a number of days', 'write a whole number of days')
  .min(1, 'write at least 1 day')
  .max(365, 'write at most 365 days');
export const cases = whole('write a whole number of cases', 'write a whole number of cases, for example 60')
  .min(0, 'write 0 to omit the generated tests')
  .max(10_000, 'write at most 10000');

/** Comma-separated values. */
export const list = text.transform((all) =>
  all
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);
export const hosts = list.refine((all) => all.every((one) => parseHost(one)), {
  error: 'write hosts such as staging.example.com or staging.example.com:8443, without scheme, path and wildcard',
});
const longEnough = (number: string): boolean => (number.match(/\d/g) ?? []).length >= shortestNumber;
export const phoneNumber = text
  .regex(/^0/, 'write a number that starts with zero, as the interface requires')
  .refine(longEnough, {
    error: `write the whole number, with at least ${shortestNumber} digits`,
  });
export const phoneNumbers = list.refine((all) => all.every((one) => phoneNumber.safeParse(one).success), {
  error: `write comma-separated numbers that start with zero and have at least ${shortestNumber} digits`,
});

/** A capability with an optional reason: `iframe`, `iframe: not offered by this target`. */
const absence = text.transform((one, context) => {
  const [name = '', ...reason] = one.split(':');
  const capability = capabilities.find((known) => known === name.trim());
  if (capability) return { capability, reason: reason.join(':').trim() || undefined };
  const message = `write some of: ${capabilities.join(', ')}; a reason may follow after a colon, without a comma in it`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
export const absences = list.pipe(z.array(absence));

/** Points of manual review by id, or all of them. */
export const reviewPoints = list
  .refine((all) => all.every((one) => one === 'all' || reviewIds.some((id) => id === one)), {
    error: `write all, or some of: ${reviewIds.join(', ')}`,
  })
  .transform((all): readonly string[] => (all.includes('all') ? reviewIds : all));

export const pattern = text.transform((source, context) => {
  try {
    return new RegExp(source, 'i');
  } catch (error) {
    const said = error instanceof Error ? error.message.split(': ').at(-1) : '';
    context.addIssue({ code: 'custom', message: `write a valid JavaScript regular expression: ${said}` });
    return z.NEVER;
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
  .regex(/^-?\d{1,10}(\/[\d:]+(\/[\w:]+)?)?$/, 'write a whole number, or the number and path of a failure: 1/12:0:3')
  .transform((one): Seed => {
    const [number = '', found, commands] = one.split('/');
    // The generator uses 32 bits.
    return { number: Math.trunc(Number(number)) | 0, path: found, commands };
  });
