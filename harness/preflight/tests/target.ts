import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSettings, type Settings } from '../../../helpers/settings/settings.ts';
import { startSandbox } from '../../../helpers/processes/start-sandbox.ts';
import { sandboxAsStaging } from '../../../helpers/settings/sandbox-account.ts';

/** How the proxy in front of the sandbox changes a response; undefined forwards the request. */
export type Change = (request: IncomingMessage) => { status?: number; body?: string; date?: string } | undefined;

/** A target that is ready, with a proxy that can simulate a problem. */
export interface Target {
  address: string;
  /** Complete settings for the target. */
  environment: Readonly<Record<string, string>>;
  settings: (change?: Readonly<Record<string, string>>) => Settings;
  change: Change;
  /** The method and path of every request. */
  asked: string[];
  close: () => Promise<void>;
}

export const startTarget = async (): Promise<Target> => {
  const sandbox = await startSandbox('--quiet');
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    target.asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    const { status, body = '{}', date } = target.change(request) ?? {};
    if (date) response.setHeader('date', date);
    if (status !== undefined) {
      request.resume();
      response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' }).end(body);
      return;
    }
    const { method, headers, url } = request;
    const passed = forward(sandbox.address + url, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, { ...reply.headers, ...(date ? { date } : {}) });
      reply.pipe(response);
    });
    request.pipe(passed);
  };
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const journals = mkdtempSync(join(tmpdir(), 'journal-'));
  const environment = {
    ...sandboxAsStaging(address),
    JOURNAL_FOLDER: journals,
  };
  const target: Target = {
    address,
    environment,
    settings: (change = {}) => parseSettings({ ...environment, ...change }),
    change: () => undefined,
    asked: [],
    close: async () => {
      rmSync(journals, { recursive: true, force: true });
      server.closeAllConnections();
      server.close();
      sandbox.child.kill('SIGTERM');
      await once(sandbox.child, 'exit');
    },
  };
  return target;
};
