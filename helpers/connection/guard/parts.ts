import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, interceptors, type Dispatcher } from 'undici';

/** The answer of a third party. */
interface PartAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The maximum size of a resource in bytes, before and after decompression; scripts of payment pages are smaller. */
const maxPartBytes = 8 * 1024 * 1024;
const timeoutMs = 15_000;
const maxRedirects = 5;

/** Playwright's resource types that a page may load from any host. */
const parts = new Set(['script', 'stylesheet', 'font', 'image', 'media']);

/** Whether a request is for a harmless resource of a page. */
export const isPart = (method: string, resourceType: string): boolean => method === 'GET' && parts.has(resourceType);

/**
 * Loads scripts, styles, fonts and images of a page from unlisted hosts. The request carries no cookies and nothing of
 * the page but its origin, and never goes to a private network.
 */
export class Parts {
  readonly #connections: Dispatcher;
  readonly #isPublic: (address: string) => boolean;

  constructor(isPublic = isPublicAddress) {
    this.#isPublic = isPublic;
    const publicOnly: LookupFunction = (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, found) => {
        const publicAddresses = (found ?? []).filter(({ address }) => isPublic(address));
        const [first] = publicAddresses;
        if (error || !first) return done(error ?? new Error('no public address'), '', 0);
        if (options.all) done(null, publicAddresses);
        else done(null, first.address, first.family);
      });
    const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxResponseSize: maxPartBytes };
    this.#connections = new Agent({ ...limits, connect: { lookup: publicOnly, timeout: timeoutMs } }).compose(
      interceptors.decompress({ skipErrorResponses: false, maxSize: maxPartBytes }),
    );
  }

  /** @throws when there is no answer, it is too large, or the address leads to a private network */
  async load(address: string, headers: Readonly<Record<string, string>>): Promise<PartAnswer> {
    let url = new URL(address);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      if (!/^https?:$/.test(url.protocol)) throw new Error('no http or https address');
      const name = url.hostname.replace(/^\[|\]$/g, '');
      // IP addresses are not passed to the lookup.
      if (isIP(name) && !this.#isPublic(name)) throw new Error('an address of a private network');
      const answer = await this.#connections.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: requestHeaders(headers),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answerHeaders = flat(answer.headers);
      const location = answer.statusCode >= 300 && answer.statusCode < 400 ? answerHeaders.location : undefined;
      if (location === undefined || !URL.canParse(location, url)) {
        return {
          status: answer.statusCode,
          headers: forwardedHeaders(answerHeaders),
          body: Buffer.from(await answer.body.arrayBuffer()),
        };
      }
      answer.body.on('error', () => {}).destroy();
      url = new URL(location, url);
    }
    throw new Error('too many redirects');
  }

  close(): Promise<void> {
    return this.#connections.destroy();
  }
}

const requestHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['accept', 'accept-language', 'origin', 'user-agent'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );

/** The headers for the browser, without those of the original encoding and those that change its storage. */
const forwardedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !/^(set-cookie|content-length|content-encoding|transfer-encoding|connection|clear-site-data)$/.test(name),
    ),
  );

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

const privateNetworks = new BlockList();
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
  privateNetworks.addSubnet(net, bits, 'ipv4');
  // The same addresses as IPv6, mapped or translated by NAT64.
  privateNetworks.addSubnet(`::ffff:${net}`, 96 + bits, 'ipv6');
  privateNetworks.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6');
}
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.addSubnet(net, bits, 'ipv6');
}

/** Whether an IP address is public, not that of a private network or of this machine. */
export const isPublicAddress = (address: string): boolean =>
  !privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
