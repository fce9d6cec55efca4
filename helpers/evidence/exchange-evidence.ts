import { headerIn, type Exchange, type Reply } from '../../interface/messages/exchange.ts';
import { cut, escapeControlChars } from '../redaction/escape-control.ts';
import type { Evidence } from './check-result.ts';
import { curlOf, scriptOf } from './curl.ts';
import { httpExchangeOf, httpExchangeType } from './http-exchange.ts';

/** The most characters of a body that a result quotes; the attachments of a test have more. */
const longestBody = 2_000;
/** The attempts that a failed test shows in full. */
const mostShown = 100;
/** The requests of a story that a result names. */
const mostOfStory = 12;

/** A file that a failed test shows. */
export interface Attachment {
  name: string;
  body: Buffer;
  contentType: string;
}

/** An exchange as the evidence of a result. @param baseUrl the masked address of the service */
export const evidenceOf = (exchange: Exchange, baseUrl: string): Evidence => {
  const { method, url, requestBody, status, responseHeaders, responseBody } = exchange;
  const type = headerIn(responseHeaders, 'Content-Type');
  const withBody = (line: string, body: string | undefined): string =>
    escapeControlChars(body ? `${line}\n${cut(body, longestBody)}` : line);
  const unusual = unusualHeaders(exchange).map((line) => `\n${line}`);
  return {
    sent: withBody(`${method} ${url.replace(baseUrl, '')}${unusual.join('')}`, requestBody),
    came: withBody(`HTTP ${status ?? 'without an answer'}${type === undefined ? '' : `, ${type}`}`, responseBody),
    curl: curlOf({ ...exchange, requestBody: requestBody && cut(requestBody, longestBody) }, baseUrl),
  };
};

/** The headers of section 5 where they are others than it states, since an answer may depend on them; the command has them all. */
const unusualHeaders = ({ method, url, requestHeaders }: Exchange): string[] => {
  const stated: [name: string, value: RegExp][] = [
    ['Content-Type', /^application\/json$/],
    ...(url.endsWith('/v1/checkout') && method === 'POST'
      ? []
      : [['Authorization', /^Bearer <SECRET_KEY>$/] as [string, RegExp]]),
  ];
  return stated
    .filter(([name, value]) => !value.test(headerIn(requestHeaders, name) ?? ''))
    .map(([name]) => `${name}: ${headerIn(requestHeaders, name) ?? '(not sent)'}`);
};

/** What a failed check has seen. */
interface Seen {
  /** The reply that it looked at; undefined when it judged something else. */
  reply: Reply | undefined;
  /** All replies of the test so far. */
  before: readonly Reply[];
  /** What it expected and received. */
  said: string | null;
}

/**
 * The evidence of a check: the reply that it looked at, or all that was sent before, a line for each request, with a script
 * that sends the last of them again. Undefined when nothing was sent.
 */
export const evidenceOfCheck = ({ reply, before, said }: Seen, baseUrl: string): Evidence | undefined => {
  if (reply) return evidenceOf(reply.exchange, baseUrl);
  if (before.length === 0) return undefined;
  const story = storyOf(before.map(({ exchange }) => exchange));
  const script = scriptOf(
    story.slice(-mostOfStory).map(({ exchange }) => exchange),
    baseUrl,
  );
  const lines = linesOfStory(story, baseUrl).slice(-mostOfStory);
  return { sent: lines.join('\n'), came: cut(said ?? '', longestBody), curl: script };
};

/** An exchange, and how often it was repeated. */
interface Told {
  readonly exchange: Exchange;
  times: number;
}

/** The exchanges of a story. Reads that wait for something are told once for each change, or they would be all that is seen. */
const storyOf = (exchanges: readonly Exchange[]): Told[] => {
  const told: Told[] = [];
  let sinceChange = 0;
  for (const exchange of exchanges) {
    const { method, url, status } = exchange;
    const isRead = method === 'GET';
    const same = told
      .slice(sinceChange)
      .find((one) => isRead && one.exchange.url === url && one.exchange.status === status);
    if (same) same.times += 1;
    else told.push({ exchange, times: 1 });
    if (!isRead) sinceChange = told.length;
  }
  return told;
};

/** The requests of a story, one line for those that follow each other and differ only in their bodies. */
const linesOfStory = (story: readonly Told[], baseUrl: string): string[] => {
  const lines: { what: string; body: string; status: number | undefined; times: number }[] = [];
  for (const { exchange, times } of story) {
    const { method, url, requestBody = '', status } = exchange;
    const what = `${method} ${url.replace(baseUrl, '')}`;
    const last = lines.at(-1);
    if (last?.what === what && last.status === status) last.times += times;
    else lines.push({ what, body: requestBody, status, times });
  }
  return lines.map(({ what, body, status, times }) => {
    const sent = cut(`${what} ${times > 1 ? '' : body}`.trim(), 160);
    return escapeControlChars(`${sent} → HTTP ${status}${times > 1 ? `, ${times} times` : ''}`);
  });
};

/** The exchanges of a test as attachments, with the commands that send them again. */
export const exchangeAttachments = (exchanges: readonly Exchange[], baseUrl: string): Attachment[] => {
  if (exchanges.length === 0) return [];
  const shown = exchanges.slice(-mostShown);
  const variables =
    'BASE_URL, SECRET_KEY, PUBLISHABLE_KEY,\n# CUSTOMER_EMAIL, MOBILE_MONEY_NUMBER and OPERATOR_A_NUMBER to OPERATOR_C_NUMBER';
  const script = `# First set these variables in the shell, as in .env: ${variables}.\n${scriptOf(shown, baseUrl)}`;
  return [
    ...shown.map((exchange, index) => ({
      name: `${index + 1}. ${exchange.method} ${exchange.url.replace(baseUrl, '').split('?')[0]} → ${exchange.status ?? 'no answer'}`,
      body: Buffer.from(JSON.stringify(httpExchangeOf(exchange))),
      contentType: httpExchangeType,
    })),
    { name: 'curl.sh', body: Buffer.from(script), contentType: 'text/plain' },
  ];
};
