import { Bodies } from '../../helpers/client/bodies.ts';
import { openApi } from '../../helpers/client/open-api.ts';
import type { Api } from '../../helpers/client/api.ts';
import { EnvironmentFault } from '../../helpers/errors/errors.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import type { FaultKind, Reply } from '../../interface/messages/exchange.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { operators } from '../../interface/messages/requests.ts';
import { capabilityOfOperator, type Capability } from '../../interface/rules/capabilities.ts';
import { fail, ok, warn, type PreflightCheck } from './preflight-check.ts';

const judged = 'the run continues, and the rules judge it';

/** What to do when the target gives no answer, by the kind of the fault. */
const fixes: Readonly<Partial<Record<FaultKind, string>>> = {
  refused: 'start the target, correct BASE_URL, or allow the connection in firewall and VPN',
  dns: 'correct BASE_URL, fix DNS or VPN of this machine, or set HTTPS_PROXY if it needs a proxy',
  tls: 'set CA_CERTIFICATE to the authority of the target, CLIENT_CERTIFICATE if it asks for one, or correct BASE_URL',
  'connect-timeout': 'allow the connection in firewall and VPN, or set HTTPS_PROXY if this machine needs a proxy',
  'no-answer': 'check that the service is running; if it is only slow, raise REQUEST_TIMEOUT_MS',
  throttled: 'wait until the target accepts requests again, or set MAX_REQUESTS_PER_SECOND',
  gateway: 'check that the service behind the gateway is running',
};

/**
 * Checks whether a target is ready for a run: it answers, and it accepts the secret key.
 *
 * @param isThorough also starts a payment with each operator, on the hosted page and as a checkout, and reads a callback
 */
export const preflight = async (settings: Settings, isThorough: boolean): Promise<PreflightCheck[]> => {
  const { api, close } = openApi(settings);
  const mask = maskFor(settings);
  try {
    const first = await reached(settings, api);
    if (first.some(({ verdict }) => verdict === 'fail') || !isThorough) return masked(first, mask);
    // What was asked first is asked again, with what to do.
    return masked([...first.filter(({ name }) => name !== 'wallets'), ...(await tried(settings, api))], mask);
  } finally {
    await close();
  }
};

/** Answers that are timed: so many, or fewer where they take longer than this in all, in milliseconds. */
const [timedAnswers, timedMs] = [3, 2_000];

/** How long the target usually takes to answer, in milliseconds; 0 when it gives no answer. */
export const answerTime = async (settings: Settings): Promise<number> => {
  const { api, close } = openApi(settings);
  const times: number[] = [];
  try {
    const startedAt = Date.now();
    // The first one also waits for a connection.
    while (times.length < 2 || (times.length <= timedAnswers && Date.now() - startedAt < timedMs))
      times.push((await api.wallets()).exchange.durationMs);
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error;
  } finally {
    await close();
  }
  const timed = times.slice(1).toSorted((one, other) => one - other);
  return timed[Math.floor(timed.length / 2)] ?? 0;
};

const reached = async (settings: Settings, api: Api): Promise<PreflightCheck[]> => {
  const { host } = new URL(settings.baseUrl);
  const reply = await answerOf(() => api.wallets());
  if (reply instanceof EnvironmentFault)
    return [fail('address', reply.message, (reply.kind && fixes[reply.kind]) ?? 'check that the service is running')];
  const address = ok('address', `${host} answers within ${reply.exchange.durationMs} ms`);
  const isPage = /^text\/html/i.test(reply.headers['content-type'] ?? '');
  if (isPage && (reply.status === 401 || reply.status === 403)) {
    const fix = 'write what it requires into EXTRA_HEADERS; if this is the service itself, correct SECRET_KEY';
    return [address, fail('gateway', `a gateway answers HTTP ${reply.status} with a page of its own`, fix)];
  }
  if (reply.status === 401)
    return [address, fail('secret key', 'HTTP 401 from GET /v1/wallets/list', 'correct SECRET_KEY')];
  const isFine = reply.status === 200;
  return [
    address,
    clockOf(reply),
    isFine ? ok('secret key', 'accepted by GET /v1/wallets/list') : warn('wallets', summarizeReply(reply), judged),
  ];
};

const tried = async (settings: Settings, api: Api): Promise<PreflightCheck[]> => {
  const bodies = new Bodies(settings);
  const { notApplicable: absent } = settings;
  const check = async (
    name: string,
    capability: Capability,
    fix: string,
    send: () => Promise<Reply>,
  ): Promise<PreflightCheck> => {
    if (absent.has(capability)) return ok(name, 'declared as not available');
    const reply = await answerOf(send);
    if (reply instanceof EnvironmentFault) return warn(name, reply.message, judged);
    return reply.status === 200
      ? ok(name, summarizeReply(reply))
      : warn(name, summarizeReply(reply), `${fix}${absence(reply, capability)}; otherwise ${judged}`);
  };
  const lacking = new Set(absent);
  /** An endpoint that is plainly not there, with those before; initiations are on one that each target has. */
  const absence = ({ status, asked }: Reply, capability: Capability): string => {
    if (status !== 404 || asked.endsWith('/v1/transactions')) return '';
    return `; if the target has none: NOT_APPLICABLE=${[...lacking.add(capability)].join(', ')}`;
  };
  const checks: PreflightCheck[] = [];
  for (const operator of operators) {
    const fix = `correct OPERATOR_${operator}_CODE, MOBILE_MONEY_NUMBER and CURRENCY if they are wrong`;
    checks.push(
      await check(`operator ${operator}`, capabilityOfOperator(operator), fix, () =>
        api.initiate(bodies.mobileMoney(operator)),
      ),
    );
  }
  checks.push(
    await check('hosted page', 'hosted-page', 'correct AMOUNT and CURRENCY if they are wrong', () =>
      api.initiate(bodies.hostedPage()),
    ),
    await check('publishable key', 'checkout', 'correct PUBLISHABLE_KEY and CURRENCY if they are wrong', () =>
      api.checkout(bodies.checkout()),
    ),
  );
  const wallets = await check('wallets', 'wallets', 'grant the key access to wallets', () => api.wallets());
  const balances = await check('balance', 'balance', 'grant the key access to balances', async () => {
    const reply = await api.balance('plural');
    return reply.status === 404 ? api.balance('singular') : reply;
  });
  checks.push(...[wallets, balances].filter(({ verdict }) => verdict !== 'ok'));
  const { callbackId, callbackCreatePath } = settings;
  if (callbackId)
    checks.push(await check('callback', 'callbacks', 'correct CALLBACK_ID', () => api.fetchCallback(callbackId)));
  else if (!callbackCreatePath && !absent.has('callbacks'))
    checks.push(
      warn(
        'callback',
        'none can be used',
        'set CALLBACK_CREATE_PATH, or CALLBACK_ID and DISPOSABLE_CALLBACK_IDS, or declare callbacks in NOT_APPLICABLE',
      ),
    );
  return checks;
};

/** The reply, or why there is none. */
const answerOf = (send: () => Promise<Reply>): Promise<Reply | EnvironmentFault> =>
  send().catch((error: unknown) => {
    if (error instanceof EnvironmentFault) return error;
    throw error;
  });

/** A clock that differs makes dates in answers and reports misleading. */
const clockOf = ({ headers, exchange }: Reply): PreflightCheck => {
  const theirs = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(theirs)) return ok('clock', 'the answers of the target have no Date header');
  const seconds = Math.round((theirs - exchange.startedAt - exchange.durationMs) / 1000);
  if (Math.abs(seconds) <= 60) return ok('clock', 'agrees with the clock of the target');
  const message = `the target is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`;
  return warn('clock', message, 'synchronise the clock of this machine or of the target');
};

const masked = (checks: readonly PreflightCheck[], mask: (text: string) => string): PreflightCheck[] =>
  checks.map((one) => ({ ...one, message: mask(one.message) }));
