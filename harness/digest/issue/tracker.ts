import { request, type Dispatcher } from 'undici';
import { z } from 'zod';
import { isLoopback } from '../../../helpers/settings/safety/money-guard.ts';
import { ProxyFault } from '../../../helpers/connection/way-in/tunnel.ts';
import { wayOutTo, type WayOut } from '../../../helpers/connection/way-in/way-in.ts';

/** Only users who may edit issues can set labels, so an issue of another author is never mistaken for ours. */
const label = 'payment-conformance';

/** The limits of a response: milliseconds and bytes. */
const [timeoutMs, maxBytes] = [10_000, 8_000_000];

/** An open issue of the suite. */
interface Issue {
  number: number;
  text: string;
}

/** The new content of an issue, or `close` to close it. */
type Change = { title: string; text: string } | 'close';

/** The differences between the APIs of the trackers. */
interface Api {
  name: string;
  /** The address of the issues of the project. */
  issues: string;
  headers: Record<string, string>;
  open: string;
  comments: string;
  method: 'PATCH' | 'PUT';
  created: (title: string, text: string) => object;
  changed: (change: Change) => object;
  /** Parses an issue; null for other objects, such as pull requests. */
  issue: z.ZodType<Issue | null>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const number = z.int().positive();

const github = ({ GITHUB_API_URL = '', GITHUB_REPOSITORY = '' }: Environment, token: string): Api => ({
  name: 'GitHub',
  issues: `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`,
  headers: {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  },
  open: `state=open&labels=${label}`,
  comments: 'comments',
  method: 'PATCH',
  created: (title, body) => ({ title, body, labels: [label] }),
  changed: (change) => (change === 'close' ? { state: 'closed' } : { title: change.title, body: change.text }),
  issue: z
    .object({ number, body: z.string().nullish(), pull_request: z.unknown().optional() })
    .transform((one) => (one.pull_request ? null : { number: one.number, text: one.body ?? '' })),
});

const gitlab = ({ CI_API_V4_URL = '', CI_PROJECT_ID = '' }: Environment, token: string): Api => ({
  name: 'GitLab',
  issues: `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/issues`,
  headers: { 'private-token': token },
  open: `state=opened&labels=${label}`,
  comments: 'notes',
  method: 'PUT',
  created: (title, description) => ({ title, description, labels: label }),
  changed: (change) =>
    change === 'close' ? { state_event: 'close' } : { title: change.title, description: change.text },
  issue: z
    .object({ iid: number, description: z.string().nullish() })
    .transform((one) => ({ number: one.iid, text: one.description ?? '' })),
});

/** Selects the API from the variables of the pipeline. */
const apiIn = (environment: Environment, token: string): Api => {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, CI_API_V4_URL, CI_PROJECT_ID } = environment;
  if (isSafe('GITHUB_API_URL', GITHUB_API_URL) && /^[\w.-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY ?? ''))
    return github(environment, token);
  if (isSafe('CI_API_V4_URL', CI_API_V4_URL) && /^\d+$/.test(CI_PROJECT_ID ?? '')) return gitlab(environment, token);
  throw new Error(
    'No issue tracker is configured: run it in a pipeline of GitHub (GITHUB_API_URL and GITHUB_REPOSITORY are set) ' +
      'or of GitLab (CI_API_V4_URL and CI_PROJECT_ID are set).',
  );
};

/** Whether an address is set; throws when it is not safe to send a token to. */
const isSafe = (variable: string, address: string | undefined): boolean => {
  if (!address) return false;
  if (URL.canParse(address) && (address.startsWith('https://') || isLoopback(address))) return true;
  throw new Error(`${variable}: is not an https address, so ISSUE_TOKEN is not sent there`);
};

/** The suite's issues in a GitHub or GitLab project. Errors never contain the token. */
export class Tracker {
  readonly #api: Api;
  readonly #waitMs: number;
  readonly #dispatcher: Dispatcher;

  /**
   * @param environment with the variables that GitHub and GitLab set
   * @throws Error when they are not set
   */
  constructor(environment: Environment, token: string, wayOut: WayOut, waitMs = timeoutMs) {
    this.#api = apiIn(environment, token);
    this.#waitMs = waitMs;
    this.#dispatcher = wayOutTo(this.#api.issues, wayOut, waitMs);
  }

  /** The open issues of the suite, oldest first. */
  async open(): Promise<Issue[]> {
    const answer = await this.#call('GET', `?${this.#api.open}&per_page=50`);
    const issues = this.#parsed(z.array(this.#api.issue), answer).flatMap((one) => one ?? []);
    return issues.sort((one, other) => one.number - other.number);
  }

  /** @returns the number of the issue */
  async create(title: string, text: string): Promise<number> {
    const answer = await this.#call('POST', '', this.#api.created(title, text));
    return this.#parsed(this.#api.issue, answer)?.number ?? 0;
  }

  async comment({ number }: Issue, text: string): Promise<void> {
    await this.#call('POST', `/${number}/${this.#api.comments}`, { body: text });
  }

  async change({ number }: Issue, change: Change): Promise<void> {
    await this.#call(this.#api.method, `/${number}`, this.#api.changed(change));
  }

  async #call(method: 'GET' | 'POST' | Api['method'], path: string, content?: object): Promise<string> {
    const { name } = this.#api;
    const failed = (why: string): Error => new Error(`${name} could not ${verbs[method]} the issue: ${why}`);
    const { status, text } = await this.#answer(method, path, content).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof ProxyFault) throw failed(error.message);
      throw failed(
        error.name === 'TimeoutError' ? `no answer within ${this.#waitMs / 1000} s` : (error.code ?? error.message),
      );
    });
    if (status >= 200 && status < 300) return text;
    const hint = [401, 403, 404].includes(status) ? ': check ISSUE_TOKEN and its permissions' : '';
    throw failed(`HTTP ${status}${hint}`);
  }

  async #answer(method: string, path: string, content?: object): Promise<{ status: number; text: string }> {
    const { issues, headers } = this.#api;
    // Undici's request does not follow redirects, so that the token is sent only to this address.
    const { statusCode, body } = await request(issues + path, {
      method,
      headers: { ...headers, 'user-agent': label, ...(content && { 'content-type': 'application/json' }) },
      body: content ? JSON.stringify(content) : null,
      signal: AbortSignal.timeout(this.#waitMs),
      dispatcher: this.#dispatcher,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      if ((size += chunk.length) > maxBytes) throw new Error('the answer is too large');
    }
    return { status: statusCode, text: Buffer.concat(chunks).toString() };
  }

  #parsed<Value>(shape: z.ZodType<Value>, text: string): Value {
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      throw new Error(`The response of ${this.#api.name} is neither a list of issues nor an issue.`);
    }
  }
}

const verbs = { GET: 'find', POST: 'write', PATCH: 'update', PUT: 'update' } as const;
