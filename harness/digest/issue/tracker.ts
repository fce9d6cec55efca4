import { request, type Dispatcher } from 'undici';
import { z } from 'zod';
import { isLoopback } from '../../../helpers/settings/safety/money-guard.ts';
import { ProxyFault } from '../../../helpers/way-in/tunnel.ts';
import { wayOutTo, type WayOut } from '../../../helpers/way-in/way-in.ts';

/** Who may set it may write issues: so an issue of somebody else is never taken for ours. */
const label = 'payment-conformance';

/** How long an answer may take, and how large it may be, in bytes. */
const [patienceMs, largest] = [10_000, 8_000_000];

/** An issue of ours that is open. */
interface Issue {
  number: number;
  text: string;
}

/** What is written of an issue. `close` closes it. */
type Change = { title: string; text: string } | 'close';

/** How the API of a tracker asks for the same as another one's. */
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
  /** An issue of its answers; null for what is none. */
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

/** The API that the variables of a pipeline tell of. */
const apiIn = (environment: Environment, token: string): Api => {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, CI_API_V4_URL, CI_PROJECT_ID } = environment;
  if (isSafe('GITHUB_API_URL', GITHUB_API_URL) && /^[\w.-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY ?? ''))
    return github(environment, token);
  if (isSafe('CI_API_V4_URL', CI_API_V4_URL) && /^\d+$/.test(CI_PROJECT_ID ?? '')) return gitlab(environment, token);
  throw new Error(
    'No issues are known: run it in a pipeline of GitHub or GitLab, which set GITHUB_API_URL and GITHUB_REPOSITORY, or ' +
      'CI_API_V4_URL and CI_PROJECT_ID.',
  );
};

/** Whether there is an address that a token may be sent to. */
const isSafe = (variable: string, address: string | undefined): boolean => {
  if (!address) return false;
  if (URL.canParse(address) && (address.startsWith('https://') || isLoopback(address))) return true;
  throw new Error(`${variable}: is no address with https, so ISSUE_TOKEN is not sent there`);
};

/** The issues of a project at GitHub or GitLab, as far as they are ours. Errors never name the token. */
export class Tracker {
  readonly #api: Api;
  readonly #waitMs: number;
  readonly #dispatcher: Dispatcher;

  /**
   * @param environment with the variables that GitHub and GitLab set
   * @throws Error where they are absent
   */
  constructor(environment: Environment, token: string, wayOut: WayOut, waitMs = patienceMs) {
    this.#api = apiIn(environment, token);
    this.#waitMs = waitMs;
    this.#dispatcher = wayOutTo(this.#api.issues, wayOut, waitMs);
  }

  /** Our open issues, the oldest first. */
  async open(): Promise<Issue[]> {
    const answer = await this.#call('GET', `?${this.#api.open}&per_page=50`);
    const issues = this.#parsed(z.array(this.#api.issue), answer).flatMap((one) => one ?? []);
    return issues.sort((one, other) => one.number - other.number);
  }

  /** @returns its number */
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
    const failed = (why: string): Error => new Error(`${name} was asked to ${verbs[method]} the issue: ${why}`);
    const { status, text } = await this.#answer(method, path, content).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof ProxyFault) throw failed(error.message);
      throw failed(
        error.name === 'TimeoutError' ? `no answer within ${this.#waitMs / 1000} s` : (error.code ?? error.message),
      );
    });
    if (status >= 200 && status < 300) return text;
    const hint = [401, 403, 404].includes(status) ? ': look at ISSUE_TOKEN and what it may do' : '';
    throw failed(`HTTP ${status}${hint}`);
  }

  async #answer(method: string, path: string, content?: object): Promise<{ status: number; text: string }> {
    const { issues, headers } = this.#api;
    // It follows no redirect: the token is for this address alone.
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
      if ((size += chunk.length) > largest) throw new Error('the answer is too large');
    }
    return { status: statusCode, text: Buffer.concat(chunks).toString() };
  }

  #parsed<Value>(shape: z.ZodType<Value>, text: string): Value {
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      throw new Error(`${this.#api.name} gave an answer that is no list of issues and no issue.`);
    }
  }
}

const verbs = { GET: 'find', POST: 'write', PATCH: 'update', PUT: 'update' } as const;
