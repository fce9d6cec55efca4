import type { Settings } from '../../../helpers/settings/settings.ts';
import { Bodies } from '../../../helpers/client/bodies.ts';
import type { Exchange } from '../../../interface/messages/exchange.ts';
import { summarizeReply } from '../../../interface/messages/wording/outcome.ts';
import { fail, ok, warn, type Check } from '../check.ts';
import { isAccepted, isRefused, type Ask, type Probe } from '../probes.ts';

/** The accepted difference between the two clocks in seconds; more makes dates in responses and logs misleading. */
const clockToleranceS = 60;

const judged = 'the run continues, and the rules judge it';

/** Checks the service, its clock, the secret key and the wallets from the responses to the probes. */
export const checkAnswers = (settings: Settings, probes: readonly Probe[]): Check[] => {
  const [silent] = probes;
  if (silent && probes.every(({ reply }) => !reply)) return [fail('answer', silent.fault, mendSilence(silent))];
  const gateway = checkGateway(settings, probes);
  if (gateway) return [gateway];
  const key = checkSecretKey(probes);
  if (key.verdict === 'fail') return [checkService(probes), checkClock(probes), key];
  return [checkService(probes), checkClock(probes), key, checkWallets(settings, probes)];
};

const mendSilence = ({ exchange }: Probe): string => {
  if (exchange?.status === 429) return 'wait until the target accepts requests again, or raise its limit';
  if (exchange?.status) return 'check that the service behind the gateway is running, then run again';
  return 'check that the service is running; if it is only slow, raise REQUEST_TIMEOUT_MS';
};

/** HTML with status 401 or 403 in every response comes from a gateway that refuses all requests to the service. */
const checkGateway = ({ wayIn }: Settings, probes: readonly Probe[]): Check | undefined => {
  const exchanges = probes.flatMap(({ exchange }) => exchange ?? []);
  const isPage = ({ responseHeaders }: Exchange): boolean => /^text\/html/i.test(responseHeaders['content-type'] ?? '');
  const [first] = exchanges;
  if (!first || !exchanges.every((one) => isPage(one) && (one.status === 401 || one.status === 403))) return undefined;
  const asksLogin = /^basic/i.test(first.responseHeaders['www-authenticate'] ?? '');
  const isHeaderRefused = wayIn.extraHeaders.length > 0 && !asksLogin;
  const found =
    `a gateway in front of the service answers every request with HTTP ${first.status} and its own page` +
    (isHeaderRefused ? '; EXTRA_HEADERS is set but the gateway does not accept it' : '');
  const headers = isHeaderRefused ? 'correct EXTRA_HEADERS' : 'write the headers that it requires into EXTRA_HEADERS';
  const mend = asksLogin
    ? 'write its user and password into BASIC_AUTH'
    : `${headers}, or its login into BASIC_AUTH; if this is a response of the service itself, correct SECRET_KEY`;
  return fail('gateway', found, mend);
};

const checkService = (probes: readonly Probe[]): Check => {
  const silent = probes.filter(({ reply }) => !reply);
  const took = Math.max(...probes.map(({ exchange }) => exchange?.durationMs ?? 0));
  if (silent.length === 0) return ok('answer', `${probes.length} endpoints answer within ${took} ms`);
  return warn(
    'answer',
    silent.map(({ fault }) => fault).join('; '),
    `find out why these endpoints do not answer; ${judged}`,
  );
};

const checkClock = (probes: readonly Probe[]): Check => {
  const dated = probes.map(({ exchange }) => exchange).find((exchange) => exchange?.responseHeaders.date);
  const theirs = Date.parse(dated?.responseHeaders.date ?? '');
  if (!dated || Number.isNaN(theirs)) return ok('clock', 'the responses of the target have no Date header');
  const apartS = Math.round((theirs - dated.startedAt - dated.durationMs) / 1000);
  if (Math.abs(apartS) <= clockToleranceS) return ok('clock', 'agrees with the clock of the target');
  const found = `the target is ${Math.abs(apartS)} s ${apartS > 0 ? 'ahead' : 'behind'}`;
  return warn('clock', found, 'synchronise the clock of this machine or of the target with a time server');
};

const checkSecretKey = (probes: readonly Probe[]): Check => {
  const secured = probes.filter(({ secured, reply }) => secured && reply);
  const refused = secured.filter(isRefused);
  const [accepted] = secured.filter(isAccepted);
  const where = refused.map(({ endpoint }) => endpoint).join(', ');
  if (refused.length > 0 && refused.length === secured.length) {
    const found = `refused (HTTP ${refused[0]?.reply?.status}) by every endpoint that requires it: ${where}`;
    return fail('secret key', found, 'write the secret key of a test account of this target into SECRET_KEY');
  }
  if (refused.length > 0) return warn('secret key', `refused by ${where}, accepted elsewhere`, judged);
  if (accepted) return ok('secret key', `accepted by ${accepted.endpoint}`);
  const answers = secured.map(({ endpoint, reply }) => `${endpoint} HTTP ${reply?.status}`).join(', ');
  return warn('secret key', `no endpoint accepts a valid request: ${answers || 'none answers'}`, judged);
};

/**
 * Checks that an endpoint that accepts the key refuses a wrong one. Uses the payment endpoint only when no other
 * endpoint accepts the key.
 */
export const checkWrongKey = async (settings: Settings, probes: readonly Probe[], ask: Ask): Promise<Check> => {
  const open = probes.find((one) => one.secured && isAccepted(one))?.endpoint ?? 'POST /v1/transactions';
  const wrong = await ask(open, (api) => {
    if (open === 'GET /v1/wallets/list') return api.wallets({}, { as: 'invalid' });
    if (open === 'GET /v1/wallets/balance') return api.balance('plural', undefined, { as: 'invalid' });
    if (open === 'GET /v1/wallet/balance') return api.balance('singular', undefined, { as: 'invalid' });
    if (open === 'GET /v1/callback/fetch') return api.fetchCallback(settings.callbackId ?? '', { as: 'invalid' });
    return api.initiate(new Bodies(settings).hostedPage(), { as: 'invalid' });
  });
  if (wrong.reply?.status === 401) return ok('wrong key', `refused by ${open}`);
  const found = wrong.reply ? `${open} answers with ${summarizeReply(wrong.reply)}` : wrong.fault;
  return warn('wrong key', found, `a wrong key should be refused with 401; ${judged}`);
};

const checkWallets = (settings: Settings, probes: readonly Probe[]): Check => {
  if (settings.notApplicable.has('wallets')) return ok('wallets', 'declared as not available');
  const list = probes.find(({ endpoint }) => endpoint === 'GET /v1/wallets/list');
  const wallets = list?.reply?.field('wallets');
  if (list?.reply?.status === 200 && Array.isArray(wallets)) return ok('wallets', `${wallets.length} can be read`);
  return warn('wallets', list?.reply ? summarizeReply(list.reply) : (list?.fault ?? 'no answer'), judged);
};
