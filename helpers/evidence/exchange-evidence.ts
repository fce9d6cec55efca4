import type { Exchange } from '../../interface/messages/exchange.ts';
import { cut, escapeControlChars } from '../redaction/escape-control.ts';
import type { Evidence } from './check-result.ts';
import { curlOf } from './curl.ts';
import { httpExchangeOf, httpExchangeType } from './http-exchange.ts';

/** The most characters of a body that a result quotes; the attachments of a test have more. */
const longestBody = 2_000;
/** The attempts that a failed test shows in full. */
const mostShown = 100;

/** A file that a failed test shows. */
export interface Attachment {
  name: string;
  body: Buffer;
  contentType: string;
}

/** An exchange as the evidence of a result. @param baseUrl the masked address of the service */
export const evidenceOf = (exchange: Exchange, baseUrl: string): Evidence => {
  const { method, url, requestBody, status, responseHeaders, responseBody } = exchange;
  const type = Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const withBody = (line: string, body: string | undefined): string =>
    escapeControlChars(body ? `${line}\n${cut(body, longestBody)}` : line);
  return {
    sent: withBody(`${method} ${url.replace(baseUrl, '')}`, requestBody),
    came: withBody(`HTTP ${status ?? 'without an answer'}${type === undefined ? '' : `, ${type}`}`, responseBody),
    curl: curlOf({ ...exchange, requestBody: requestBody && cut(requestBody, longestBody) }, baseUrl),
  };
};

/** The exchanges of a test as attachments, with the commands that send them again. */
export const exchangeAttachments = (exchanges: readonly Exchange[], baseUrl: string): Attachment[] => {
  if (exchanges.length === 0) return [];
  const shown = exchanges.slice(-mostShown);
  const commands = shown.map((exchange, index) => `# ${index + 1}.\n${curlOf(exchange, baseUrl)}`);
  const variables = 'BASE_URL, SECRET_KEY, PUBLISHABLE_KEY,\n# CUSTOMER_EMAIL and MOBILE_MONEY_NUMBER';
  const script = `# First set these variables in the shell, as in .env: ${variables}.\n${commands.join('\n\n')}\n`;
  return [
    ...shown.map((exchange, index) => ({
      name: `${index + 1}. ${exchange.method} ${exchange.url.replace(baseUrl, '').split('?')[0]} → ${exchange.status ?? 'no answer'}`,
      body: Buffer.from(JSON.stringify(httpExchangeOf(exchange))),
      contentType: httpExchangeType,
    })),
    { name: 'curl.sh', body: Buffer.from(script), contentType: 'text/plain' },
  ];
};
