import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, interceptors, type Dispatcher } from 'undici';

/** What a third party answered. */
interface PartAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Bytes of one part, before and after decompression. No script of a payment page is that large. */
const largestPart = 8 * 1024 * 1024;
const longestMs = 15_000;
const mostRedirects = 5;

/** Resource types, in Playwright's words, that a page may load from any host. */
const parts = new Set(['script', 'stylesheet', 'font', 'image', 'media']);

/** Whether a request is for a harmless part of a page. */
export const isPart = (method: string, resourceType: string): boolean => method === 'GET' && parts.has(resourceType);

/**
 * Loads scripts, styles, fonts and pictures that a page has from hosts that are not listed. The request carries neither
 * cookies nor anything of the page but its origin, and never goes into a private network.
 */
export class Parts {
  readonly #connections: Dispatcher;
  readonly #isPublic: (address: string) => boolean;

  constructor(isPublic = isPublicAddress) {
    this.#isPublic = isPublic;
    const publicOnly: LookupFunction = (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, found) => {
        const open = (found ?? []).filter(({ address }) => isPublic(address));
        const [first] = open;
        if (error || !first) return done(error ?? new Error('no public address'), '', 0);
        if (options.all) done(null, open);
        else done(null, first.address, first.family);
      });
    const limits = { headersTimeout: longestMs, bodyTimeout: longestMs, maxResponseSize: largestPart };
    this.#connections = new Agent({ ...limits, connect: { lookup: publicOnly, timeout: longestMs } }).compose(
      interceptors.decompress({ skipErrorResponses: false, maxSize: largestPart }),
    );
  }

  /** @throws when there is no answer, it is too large, or it leads into a private network */
  async load(address: string, headers: Readonly<Record<string, string>>): Promise<PartAnswer> {
    let url = new URL(address);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      if (!/^https?:$/.test(url.protocol)) throw new Error('no http or https address');
      const name = url.hostname.replace(/^\[|\]$/g, '');
      // What is an address already is not looked up.
      if (isIP(name) && !this.#isPublic(name)) throw new Error('an address of a private network');
      const answer = await this.#connections.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: wanted(headers),
        signal: AbortSignal.timeout(longestMs),
      });
      const said = flat(answer.headers);
      const to = answer.statusCode >= 300 && answer.statusCode < 400 ? said.location : undefined;
      if (to === undefined || !URL.canParse(to, url)) {
        return { status: answer.statusCode, headers: kept(said), body: Buffer.from(await answer.body.arrayBuffer()) };
      }
      answer.body.on('error', () => {}).destroy();
      url = new URL(to, url);
    }
    throw new Error('too many redirects');
  }

  close(): Promise<void> {
    return this.#connections.destroy();
  }
}

const wanted = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['accept', 'accept-language', 'origin', 'user-agent'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );

/** A body that is given to the browser as it is has lost its length and its encodings; nobody may set cookies. */
const kept = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !/^(set-cookie|content-length|content-encoding|transfer-encoding|connection|clear-site-data)$/.test(name),
    ),
  );

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(net, bits, 'ipv4');
  // The same address written as IPv6, plainly or by way of a translator.
  closed.addSubnet(`::ffff:${net}`, 96 + bits, 'ipv6');
  closed.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6');
}
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  closed.addSubnet(net, bits, 'ipv6');
}

/** Whether an IP address is one of the internet, and of no private network or machine. */
export const isPublicAddress = (address: string): boolean =>
  !closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
