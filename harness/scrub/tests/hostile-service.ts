import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { escapeHtml } from '../../../helpers/redaction/escape-html.ts';

/** The values that must not appear in any artefact. */
interface Values {
  secretKey: string;
  publishableKey: string;
  customerEmail: string;
  mobileMoneyNumber: string;
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const asBase64 = (bytes: Buffer): string => bytes.toString('base64');
const overLines = (text: string): string => text.replace(/^.{9}/, '$&\n  ');

/**
 * A service that echoes keys in every encoding, and whose answers contain active content, terminal control sequences
 * and huge texts. Executed content requests `/ran`.
 */
export class HostileService {
  /** The requests of content that was executed instead of only shown. */
  readonly ran: string[] = [];
  readonly #values: Values;
  readonly #server: Server;

  constructor(values: Values) {
    this.#values = values;
    this.#server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path.startsWith('/ran')) this.ran.push(path);
      // The only page without keys.
      if (path === '/v1/checkout' && request.headers['content-type'] !== 'application/json') {
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Pay here</h1>');
      }
      response.setHeader('x-echo', Object.values(values).join(' '));
      response.setHeader('x-encoded', inBase64(`user:${values.secretKey}`));
      response.setHeader('set-cookie', [`key=${encodeURIComponent(values.publishableKey)}`, `who=${values.secretKey}`]);
      if (path.startsWith('/away')) return response.writeHead(302, { location: `/page?key=${values.secretKey}` }).end();
      if (path.startsWith('/page')) return response.writeHead(200, { 'content-type': 'text/html' }).end(this.#page());
      response.writeHead(200, { 'content-type': 'application/json' }).end(this.#answer(request));
    });
  }

  /** Listens on a free port and returns its address. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.address;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** Active markup and terminal control characters. */
  get #attack(): string {
    const call = (from: string) => `new Image().src='${this.address}/ran/${from}'`;
    return (
      `<script>${call('script')}</script><img src=x onerror="${call('onerror')}"><svg onload="${call('svg')}"></svg>` +
      `<iframe srcdoc="&lt;script&gt;${call('frame')}&lt;/script&gt;"></iframe></template></textarea>--><script>${call('breakout')}</script>` +
      `[a link](javascript:${call('link')}) ![picture](${this.address}/ran/markdown)\n\`\`\`\n\n` +
      `<img src=x onerror="${call('fence')}"> ![picture](${this.address}/ran/fence)\n` +
      `\u001b[2J\u001b]0;taken\u0007\u009b31m\u202egnp.exe\u2066\r`
    );
  }

  #answer(request: IncomingMessage): string {
    const each = Object.values(this.#values);
    return JSON.stringify({
      result: 'error',
      message: `${this.#attack} ${each.join(' ')} ${'huge '.repeat(200_000)}`,
      authorization: request.headers.authorization,
      escaped: JSON.stringify({ each }),
      base64: each.map((value, index) => inBase64('x'.repeat(index) + value)),
      address: each.map((value) => `https://example.com/?q=${encodeURIComponent(value)}`),
      html: each.map((value) => `<b>${escapeHtml(value)}</b>`),
      lines: each.map(overLines),
      base64Twice: each.map((value) => inBase64(inBase64(`${value} and more`))),
      deflated: each.flatMap((value) =>
        [deflateSync(`${value} and more`), deflateRawSync(`${value} and more`)].map(asBase64),
      ),
      utf16: each.map((value) => [...value].join('\0')),
      utf16Base64: each.map((value) => Buffer.from(value, 'utf16le').toString('base64')),
      hex: each.map((value) => [...Buffer.from(value)].map((byte) => byte.toString(16).padStart(2, '0')).join(':')),
      characters: each.map((value) => [...value]),
      objects: each.map((value) => ({ ...[...value] })),
      codes: each.map((value) => [...Buffer.from(value)]),
      named: each.map((value) => value.replaceAll('+', '&plus;').replaceAll('/', '&sol;').replaceAll('-', '&hyphen;')),
      escapes: each.map((value) => [...value].map((one) => `\\u{${one.charCodeAt(0).toString(16)}}`).join('')),
      octal: each.map((value) =>
        [...value].map((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`).join(''),
      ),
      number: Number(this.#values.mobileMoneyNumber),
      international: `+260${this.#values.mobileMoneyNumber.slice(1)}`,
      hosted_url: `${this.address}/away`,
    });
  }

  #page(): string {
    const each = Object.values(this.#values);
    return (
      `<!doctype html><title>Pay ${each.join(' ')}</title><h1>Pay ${escapeHtml(each.join(' '))}</h1>` +
      `<!-- ${each.join(' ')} --><p data-of="${escapeHtml(each.join(' '))}">${each.map(inBase64).join(' ')}</p>` +
      `<input value="${escapeHtml(this.#values.publishableKey)}"><pre>${each.map(overLines).join('\n')}</pre>` +
      `<script>console.log(${JSON.stringify(each)}); document.cookie = 'page=${encodeURIComponent(each.join())}';` +
      `fetch('/echo?of=${encodeURIComponent(each.join())}', { method: 'POST', body: ${JSON.stringify(JSON.stringify(each))} })</script>`
    );
  }
}
