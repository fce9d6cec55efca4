import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';

/** The answer of a third party. */
interface Subresource {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The maximum size of a resource in bytes; scripts of payment pages are smaller. */
const maxBytes = 8 * 1024 * 1024;
const timeoutMs = 15_000;
const maxRedirects = 5;

/** Playwright's resource types that a page may load from any host. */
const harmless = /^(script|stylesheet|font|image|media)$/;
const forwardedHeaders = ['accept', 'accept-language', 'origin', 'user-agent'];
/** Headers of the transfer, and those that change the storage of the browser. */
const droppedHeaders = /^(set-cookie|content-length|transfer-encoding|connection|clear-site-data)$/;

/** Whether a request is for a harmless resource of a page. */
export const isSubresource = (method: string, resourceType: string): boolean =>
  method === 'GET' && harmless.test(resourceType);

/**
 * Loads scripts, styles, fonts and images of a page from unlisted hosts. The request carries no cookies and nothing of
 * the page but its origin, and never goes to a private network.
 */
export class Subresources {
  readonly #agent: Agent;
  readonly #isPublic: (address: string) => boolean;

  constructor(isPublic = isPublicAddress) {
    this.#isPublic = isPublic;
    const publicOnly: LookupFunction = (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, found) => {
        const [first, ...others] = (found ?? []).filter(({ address }) => isPublic(address));
        if (error || !first) return done(error ?? new Error('no public address'), '', 0);
        if (options.all) done(null, [first, ...others]);
        else done(null, first.address, first.family);
      });
    const connect = { lookup: publicOnly, timeout: timeoutMs };
    this.#agent = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxResponseSize: maxBytes });
  }

  /** @throws when there is no answer, it is too large, or the address leads to a private network */
  async load(address: string, headers: Readonly<Record<string, string>>): Promise<Subresource> {
    let url = new URL(address);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      if (!/^https?:$/.test(url.protocol)) throw new Error('no http or https address');
      const name = url.hostname.replace(/^\[|\]$/g, '');
      // IP addresses are not passed to the lookup.
      if (isIP(name) && !this.#isPublic(name)) throw new Error('an address of a private network');
      const answer = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        // Without Accept-Encoding, answers are not compressed.
        headers: Object.fromEntries(forwardedHeaders.flatMap((one) => (headers[one] ? [[one, headers[one]]] : []))),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { location } = answer.headers;
      if (answer.statusCode < 300 || typeof location !== 'string' || !URL.canParse(location, url)) {
        const kept = Object.entries(answer.headers).filter(([one]) => !droppedHeaders.test(one));
        return {
          status: answer.statusCode,
          headers: Object.fromEntries(kept.map(([one, value]) => [one, [value ?? ''].flat().join(', ')])),
          body: Buffer.from(await answer.body.arrayBuffer()),
        };
      }
      answer.body.on('error', () => {}).destroy();
      url = new URL(location, url);
    }
    throw new Error('too many redirects');
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const privateIpv4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
const privateIpv6 = '::/127 fc00::/7 fe80::/10 ff00::/8';

const privateNetworks = new BlockList();
for (const [net = '', bits = ''] of privateIpv4.split(' ').map((one) => one.split('/'))) {
  privateNetworks.addSubnet(net, Number(bits), 'ipv4');
  // The same addresses as IPv6, mapped or translated by NAT64.
  for (const prefix of ['::ffff:', '64:ff9b::']) privateNetworks.addSubnet(prefix + net, 96 + Number(bits), 'ipv6');
}
for (const [net = '', bits = ''] of privateIpv6.split(' ').map((one) => one.split('/'))) {
  privateNetworks.addSubnet(net, Number(bits), 'ipv6');
}

/** Whether an IP address is public, not that of a private network or of this machine. */
export const isPublicAddress = (address: string): boolean =>
  !privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
