import type { Cause } from '../../harness/results/results-schema.ts';
import type { Interference, ProxiedRequest } from './proxy.ts';

/** A planted cause, and the triage that a run has to report. */
export interface Planted {
  name: string;
  /** Faults of the sandbox by path prefix; other paths are served without a fault. */
  faults?: Readonly<Record<string, string>>;
  proxy?: Interference;
  /** Selects the tests of an earlier run without the cause, which has to conform. */
  before?: string;
  /** Selects the tests. */
  grep: string;
  /** Tests that replace those of the suite. */
  spec?: string;
  /** The causes that have to be named, each with a rule that it breaks. No other cause may be named. */
  expected: readonly (readonly [cause: Cause, rule: string])[];
}

const amountOfSettings = 1000;

const product = (fault: string, rule: string, path = '/'): Planted => ({
  name: `product: ${fault}`,
  faults: { [path]: fault },
  grep: `@${rule}(?![\\w-])`,
  expected: [['product', rule]],
});

const internalError = { status: 500, body: '{"result":"error","message":"Internal server error"}' } as const;
const isInitiation = ({ method, path }: ProxiedRequest): boolean => method === 'POST' && path === '/v1/transactions';
const isWallets = ({ path }: ProxiedRequest): boolean => path === '/v1/wallets/list';

const instead = (when: (request: ProxiedRequest) => boolean): Interference => ({
  instead: (request) => (when(request) ? internalError : undefined),
});

const changed = (
  when: (request: ProxiedRequest, status: number) => boolean,
  change: (body: string) => string,
): Interference => ({
  changed: (request, status, body) => (when(request, status) ? change(body) : body),
});

const without = (field: string) => (body: string) => {
  const { [field]: _gone, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(rest);
};

const bug = (name: string, rule: string, assertion: string, call = 'api.wallets()'): Planted => ({
  name: `suite: ${name}`,
  grep: '.',
  spec: `test(...rule('${rule}'), async ({ api, bodies }) => { const reply = await ${call}; ${assertion}; void bodies; });`,
  expected: [['suite', rule]],
});

const singleFaults = [
  product('wallets-result-error', 'wallets.result'),
  product('wallets-is-500', 'wallets.accepted'),
  product('wallets-refused-second-time', 'wallets.accepted'),
  product('hosted-url-left-out', 'hosted.url'),
  product('checkout-url-number', 'checkout.url'),
  product('amount-absent-hosted', 'txn.amount-required'),
  product('key-absent-balance', 'auth.missing'),
  product('answer-html-balance', 'json.answers'),
  product('fetch-deactivates', 'callback-fetch.repeatable'),
  product('unauthorised-without-message-wallets', 'error.unauthorised-message'),
  product('general-refusal-error-text', 'error.general-shape'),
];

const broadFaults: Planted[] = [
  {
    name: 'product: no 400 of an initiation has an error object',
    proxy: changed(
      (request, status) => isInitiation(request) && status === 400,
      () => '{"result":"error","message":"no"}',
    ),
    grep: '@section-4.1',
    expected: [['product', 'txn.number-leading-zero']],
  },
  {
    name: 'product: no answer about wallets has a result',
    proxy: changed(isWallets, without('result')),
    grep: '@wallets',
    expected: [['product', 'wallets.result']],
  },
  {
    name: 'product: every initiation breaks',
    proxy: instead(isInitiation),
    grep: '@(hosted|txn)\\.',
    expected: [['product', 'hosted.url']],
  },
];

const severalFaults: Planted[] = [
  {
    name: 'two at once: wallets and hosted page',
    faults: { '/v1/wallets': 'wallets-result-error', '/v1/transactions': 'hosted-url-left-out' },
    grep: '@(wallets.result|hosted.url)(?![\\w-])',
    expected: [
      ['product', 'wallets.result'],
      ['product', 'hosted.url'],
    ],
  },
  {
    name: 'two at once: checkout and keys',
    faults: { '/v1/checkout': 'checkout-url-number', '/v1/wallet': 'key-absent-balance' },
    grep: '@(checkout.url|auth.missing)(?![\\w-])',
    expected: [
      ['product', 'checkout.url'],
      ['product', 'auth.missing'],
    ],
  },
  {
    name: 'two at once: amount and wallets',
    faults: { '/v1/transactions': 'amount-absent-hosted', '/v1/wallets': 'wallets-null' },
    grep: '@(txn.amount-required|wallets.list)(?![\\w-])',
    expected: [
      ['product', 'txn.amount-required'],
      ['product', 'wallets.list'],
    ],
  },
  {
    name: 'two at once: a fault, and an endpoint that flaps',
    faults: { '/v1/transactions': 'hosted-url-left-out' },
    proxy: instead((request) => isWallets(request) && request.count % 2 === 0),
    grep: '@(hosted.url|wallets.result)(?![\\w-])',
    expected: [
      ['product', 'hosted.url'],
      ['unstable', 'wallets.result'],
    ],
  },
];

const hasAmount = ({ body }: ProxiedRequest): boolean => body.includes(`"amount":${amountOfSettings},`);
const seen = new Set<string>();

const badData: Planted[] = [
  {
    name: 'data: the service breaks on this amount',
    proxy: instead((request) => isInitiation(request) && hasAmount(request)),
    grep: '@hosted.url(?![\\w-])',
    expected: [['data', 'hosted.url']],
  },
  {
    name: 'data: this amount has no page',
    proxy: changed(
      (request, status) => isInitiation(request) && status === 200 && hasAmount(request),
      without('hosted_url'),
    ),
    grep: '@hosted.url(?![\\w-])',
    expected: [['data', 'hosted.url']],
  },
  {
    name: 'data: the same amount for the same customer counts as sent twice',
    proxy: instead((request) => {
      const { amount, email } = JSON.parse(isInitiation(request) ? request.body : '{}') as Record<string, unknown>;
      const key = `${String(amount)} ${String(email)}`;
      const isTwice = amount === amountOfSettings || seen.has(key);
      seen.add(key);
      return isInitiation(request) && isTwice;
    }),
    grep: '@operator-b.result(?![\\w-])',
    expected: [['data', 'operator-b.result']],
  },
];

/** The first request is that of the preflight. */
const flapping: Planted[] = [
  ['every other request', (count: number) => count % 2 === 1],
  ['one of three', (count: number) => count % 3 === 0],
  ['two of three', (count: number) => count % 3 !== 0],
  ['one request alone', (count: number) => count === 2],
].map(([name, breaks]) => ({
  name: `unstable: wallets break on ${String(name)}`,
  proxy: instead((request) => isWallets(request) && (breaks as (count: number) => boolean)(request.count)),
  grep: '@wallets.result(?![\\w-])',
  expected: [['unstable', 'wallets.result']],
}));

/** A deployment during the run: some connections are reset, and another server answers some requests. */
const deployment = (page: { status: number; type?: string; body: string }): Interference => ({
  instead: ({ count }) => (count < 2 || count > 7 ? undefined : count % 2 === 0 ? page : 'reset'),
});

const outages: Planted[] = [
  ['a page of another server', { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }] as const,
  ['an error of another server', { status: 500, type: 'text/plain', body: 'upstream' }] as const,
  ['an empty answer', { status: 200, type: 'text/html', body: '' }] as const,
].map(([name, page]) => ({
  name: `environment: an outage with ${name}`,
  proxy: deployment(page),
  grep: '@wallets.result(?![\\w-])',
  expected: [['environment', 'wallets.result']],
}));

/** The same case after a conforming run, so that the earlier answers of the service are known. */
const afterwards = ({ name, expected, grep, ...one }: Planted, cause?: Cause): Planted => ({
  ...one,
  name: `${cause ? `${cause}, ` : ''}after a conforming run, ${name}`,
  grep,
  before: grep,
  expected: expected.map(([was, rule]) => [cause ?? was, rule]),
});

const regressions: Planted[] = [
  ...[
    product('hosted-url-left-out', 'hosted.url'),
    product('key-absent-balance', 'auth.missing'),
    product('checkout-url-number', 'checkout.url'),
    {
      name: 'no refusal of a number has an error object',
      proxy: changed(
        (request, status) => isInitiation(request) && status === 400,
        () => '{"result":"error","message":"no"}',
      ),
      grep: '@txn.number-',
      expected: [['product', 'txn.number-leading-zero']],
    } satisfies Planted,
  ].map((one) => afterwards(one, 'changed')),
  // A different value of the same type is not reported as a change.
  ...[product('fetch-deactivates', 'callback-fetch.repeatable'), ...badData.slice(0, 1), ...flapping.slice(0, 1)].map(
    (one) => afterwards(one),
  ),
];

const bugs = [
  bug('expects another word', 'wallets.result', "expect(reply.field('result')).toBe('done')"),
  bug('expects another status', 'hosted.url', 'expect(reply.status).toBe(201)', 'api.initiate(bodies.hostedPage())'),
  bug(
    'expects a field that is not shown',
    'checkout.url',
    "expect(Object.keys(Object(reply.json))).toContain('page')",
    'api.checkout(bodies.checkout())',
  ),
];

export const planted: readonly Planted[] = [
  ...singleFaults,
  ...broadFaults,
  ...severalFaults,
  ...badData,
  ...flapping,
  ...outages,
  ...regressions,
  ...bugs,
];
