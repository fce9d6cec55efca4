import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const json = 'application/json';
const nested = (depth: number): string => `${'{"details":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`;
const success = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify({ result: 'success', ...fields });
const bomb = (): string => gzipSync(gzipSync(Buffer.alloc(400 * 1024 * 1024))).toString('base64');
const markup = '![x](http://127.0.0.1:9/md) <img src=http://127.0.0.1:9/img> [l](javascript:x) \u001b[2J \u202e @all `';

interface Monster {
  headers: string[];
  body: string | Buffer;
  status?: number;
}

/** Malformed and oversized answers by name, with raw headers and body. */
export const monsters = (): Record<string, Monster> => ({
  'nested deep': { headers: [`content-type: ${json}`], body: nested(200_000) },
  'nested deep within a wallet': {
    headers: [`content-type: ${json}`],
    body: `{"result":"success","wallets":[{"wallet_id":"1","balance":"1","currency":"XTS","message":"m","details":${nested(60_000)}}]}`,
  },
  'many values': {
    headers: [`content-type: ${json}`],
    body: `{"result":"success","wallets":[${'0,'.repeat(2_000_000)}0]}`,
  },
  'many fields': {
    headers: [`content-type: ${json}`],
    body: `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":{}`).join()}}`,
  },
  'archive bomb': { headers: [`content-type: ${json}`], body: success({ message: bomb(), text_message: bomb() }) },
  'tags without end': {
    headers: [`content-type: ${json}`],
    body: success({
      message: '<a '.repeat(100_000),
      text_message: '<a '.repeat(100_000),
      transaction_id: '<'.repeat(300_000),
    }),
  },
  'spaces without end': {
    headers: [`content-type: ${json}`],
    body: success({
      message: `Parameter:${' '.repeat(400_000)}`,
      text_message: '\n'.repeat(400_000),
      details: 'java.'.repeat(90_000),
    }),
  },
  'one long line': { headers: ['content-type: text/plain'], body: 'x1'.repeat(2_000_000) },
  'content type with markup': {
    headers: [`content-type: ${json}; ${Buffer.from(markup).toString('latin1').replaceAll('\u001b', '')}`],
    body: '{}',
  },
  'many headers': { headers: Array.from({ length: 400 }, (_, index) => `x-header-${index}: ${index}`), body: '{}' },
  'long header': { headers: [`content-type: ${json}`, `x-long: ${'a'.repeat(15_000)}`], body: '{}' },
  'header that breaks': { headers: ['content-type: a\u0000b', 'x bad: 1'], body: '{}' },
  'no UTF-8': {
    headers: [`content-type: ${json}`],
    body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  },
  'lone surrogates': {
    headers: [`content-type: ${json}`],
    body: '{"result":"success","message":"\\ud800","transaction_id":"\\udfffx","transaction_reference":"\\ud800","wallets":[{"wallet_id":"\\ud800"}],"callback":{"id":"\\ud800","url":"\\ud800"},"hosted_url":"http://\\ud800/"}',
  },
  prototypes: {
    headers: [`content-type: ${json}`],
    body: '{"__proto__":{"result":"success"},"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null,"result":"success","wallets":[{"__proto__":[],"toString":{}}],"callback":{"__proto__":null}}',
  },
  'looks like our own': {
    headers: [`content-type: ${json}`],
    body: success({ exchange: { url: 'no address' }, asked: 1, json: {}, callback: { exchange: {}, asked: '' } }),
  },
  'null bytes': {
    headers: [`content-type: ${json}`],
    body: success({ message: '\u0000'.repeat(1000), transaction_id: 'a\u0000b' }),
  },
  steering: {
    headers: [`content-type: ${json}`],
    body: success({ message: markup, transaction_id: markup, text_message: markup }),
    status: 400,
  },
  'words of ours': {
    headers: [`content-type: ${json}`],
    body: JSON.stringify({
      result: 'error',
      message: 'EnvironmentFault: net::ERR_CONNECTION_RESET NotTested: expect(',
    }),
    status: 400,
  },
});

/** A service that gives these answers in turn to any request. */
export class MonsterService {
  readonly #all = Object.values(monsters());
  #next = 0;
  readonly #server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const { headers, body, status = 200 } = this.#all[this.#next++ % this.#all.length] as Monster;
      const bytes = Buffer.from(body);
      const head = [
        `HTTP/1.1 ${status} Any`,
        ...headers,
        `content-length: ${bytes.length}`,
        'connection: close',
        '',
        '',
      ];
      socket.end(Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]));
    });
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}
