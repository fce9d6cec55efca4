import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The return addresses of a payment page. */
export interface Ends {
  success: string;
  failure: string;
}
/** An answer of a small payment site: a page, or a complete response. */
type Answer = string | { status?: number; headers?: Record<string, string>; body?: string; afterMs?: number };
/** The pages of one site, by path; `fields` are the query and the posted form. */
export type Site = (ends: Ends) => Record<string, Answer | ((fields: URLSearchParams) => Answer)>;

export interface Served {
  /** The address of the site's first page. */
  address: string;
  /** Arrivals at the merchant: `success` or `failure`. */
  arrivals: string[];
  close: () => Promise<void>;
}

/** Serves a payment site, and a merchant on another origin that records arrivals. */
export const serve = async (site: Site): Promise<Served> => {
  const arrivals: string[] = [];
  const merchant = createServer((request, response) => {
    const kind = request.url?.split(/[/?]/)[1] ?? '';
    if (/success|failure/.test(kind)) arrivals.push(kind);
    response.setHeader('content-type', 'text/html').end('<title>Shop</title><p>Hello again');
  });
  const shop = `http://localhost:${await listen(merchant)}`;
  const pages = site({ success: `${shop}/success`, failure: `${shop}/failure` });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString()))
        searchParams.append(name, value);
      const page = pages[pathname] ?? { status: 404, body: 'Not found' };
      const answer = typeof page === 'function' ? page(searchParams) : page;
      const {
        status = 200,
        headers = {},
        body = '',
        afterMs = 0,
      } = typeof answer === 'string' ? { body: answer } : answer;
      setTimeout(
        () => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body),
        afterMs,
      ).unref();
    });
  });
  const address = `http://127.0.0.1:${await listen(server)}/`;
  return { address, arrivals, close: async () => void (await Promise.all([server, merchant].map(close))) };
};

export const redirect = (to: string): Answer => ({ status: 303, headers: { location: to } });

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
