import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issue, independent of the API. */
interface Kept {
  id: number;
  title: string;
  text: string;
  labels: string;
  isOpen: boolean;
  comments: string[];
}

/** A local server with the issue APIs of GitHub and GitLab, which accepts one token. */
export class TrackerStandIn {
  readonly issues: Kept[] = [];
  /** Replaces the usual responses. */
  instead: ((reply: ServerResponse) => void) | undefined;
  readonly #server: Server;
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
    this.#server = createServer((request, reply) => void this.#serve(request, reply));
  }

  /** Starts it. @returns the pipeline variables of each API */
  async start(): Promise<Record<'github' | 'gitlab', Record<string, string>>> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return {
      github: { GITHUB_API_URL: address, GITHUB_REPOSITORY: 'a-team/service' },
      gitlab: { CI_API_V4_URL: `${address}/api/v4`, CI_PROJECT_ID: '42' },
    };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (this.instead) return this.instead(reply);
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isGitHub = pathname.startsWith('/repos/a-team/service/issues');
    const [, id, part] = /\/issues(?:\/(\d+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    const token = isGitHub ? headers.authorization : headers['private-token'];
    const answer = (status: number, content: unknown): void =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (token !== (isGitHub ? `Bearer ${this.#token}` : this.#token))
      return answer(401, { message: 'Bad credentials' });
    if (!isGitHub && !pathname.startsWith('/api/v4/projects/42/issues')) return answer(404, {});
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const given = (body ? JSON.parse(body) : {}) as Record<string, string>;
    const shown = (one: Kept) =>
      isGitHub ? { number: one.id, body: one.text } : { iid: one.id, description: one.text, id: 9000 + one.id };
    if (method === 'GET') {
      const open = this.issues.filter((one) => one.isOpen && one.labels === searchParams.get('labels'));
      const isAsked = searchParams.get('state') === (isGitHub ? 'open' : 'opened');
      return answer(isAsked ? 200 : 400, [
        ...(isGitHub ? [{ number: 9999, body: '', pull_request: {} }] : []),
        ...open.map(shown),
      ]);
    }
    const text = given[isGitHub ? 'body' : 'description'];
    if (id === undefined) {
      const labels = String(given['labels']);
      const one = {
        id: this.issues.length + 7,
        title: given['title'] ?? '',
        text: text ?? '',
        labels,
        isOpen: true,
        comments: [],
      };
      this.issues.push(one);
      return answer(201, shown(one));
    }
    const one = this.issues.find((kept) => kept.id === Number(id));
    if (!one) return answer(404, {});
    if (part === (isGitHub ? 'comments' : 'notes') && method === 'POST') {
      one.comments.push(given['body'] ?? '');
      return answer(201, {});
    }
    if (method !== (isGitHub ? 'PATCH' : 'PUT')) return answer(405, {});
    Object.assign(one, text === undefined ? {} : { text, title: given['title'] });
    if (given['state'] === 'closed' || given['state_event'] === 'close') one.isOpen = false;
    return answer(200, shown(one));
  }
}
